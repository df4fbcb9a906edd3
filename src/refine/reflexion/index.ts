/** Reflexion: an agent tries, is evaluated, reflects, and tries again. */

export type { ErrorCosts } from "./error-costs.ts";
export {
  type EvaluateOptions,
  type Evaluation,
  type Evaluator,
  evaluationOf,
  judgeEvaluator,
} from "./evaluator.ts";
export {
  type ExpectedReflexion,
  type ExpectedRound,
  expectedReflexion,
  type ReflexionModel,
  successAfterReflection,
} from "./expected-success.ts";
export { prepareLoopFolder, readLoop, readTrials } from "./loop-folder.ts";
export { type ModelReflectorOptions, modelReflector } from "./model-reflector.ts";
export type { ReflexionOptions, ReflexionProgress, ReflexionResult } from "./options.ts";
export { type PlayedTrial, playTrial, type TrialStart } from "./play-trial.ts";
export type { Reflection, ReflectionRequest, Reflector } from "./reflector.ts";
export { reflexion } from "./reflexion.ts";
export { type ReflexionReport, reflexionReport } from "./report.ts";
export type { RoundReport } from "./rounds.ts";
export { templateReflector } from "./template-reflector.ts";
export type { ReflexionConfiguration, ReflexionRecord, TrialRecord } from "./trial-record.ts";
export { oracleEvaluator, simulatedEvaluator, type TruthEvaluatorOptions } from "./truth-evaluators.ts";
