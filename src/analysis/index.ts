/** From run folders and labels to everything that is computed of them. */
export { type Analysis, type AnalysisFlags, analyse, type JudgeAnalysis } from "./analysis.ts";
export {
  type PairsFlags,
  type RunRecords,
  readLabelFiles,
  readRunFolders,
  type Subjects,
  subjectsOfPairs,
  subjectsOfRecords,
  subjectsOfRuns,
} from "./subjects.ts";
