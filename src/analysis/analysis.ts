/** What is computed of judges and labels, by what was asked for; terminal, page, CSV and JSON show the same. */
import {
  type CalibrationDocument,
  type Corrected,
  calibrateJudges,
  chooseThreshold,
  correctedRates,
  type GateOn,
  type GateResult,
  gate,
  type HumanCeiling,
  humanCeiling,
  type JudgesDocument,
  type LabelNeed,
  labelsNeeded,
  parseGoal,
  type Ranking,
  rankingOf,
  type ThresholdChoice,
} from "../../calibration/index.ts";
import { InputError } from "../trajectory/index.ts";
import type { Subjects } from "./subjects.ts";

export interface AnalysisFlags {
  by?: string[];
  compare?: boolean;
  correct?: boolean;
  threshold?: string;
  gate?: string;
  gateOn: GateOn;
  /** Half the width of the wanted interval, in percentage points. */
  margin?: number;
  selection: "representative" | "targeted";
}

export interface JudgeAnalysis {
  judge: string;
  document: CalibrationDocument;
  /** The order of the agents by people and by the judge, where there are two agents or more. */
  ranking?: Ranking;
  corrected?: Corrected;
  threshold?: ThresholdChoice & { text: string };
  gate?: GateResult;
  needs?: { halfWidth: number; labels: LabelNeed[] };
}

export interface Analysis {
  judges: JudgeAnalysis[];
  /** With several judges. */
  comparison?: Omit<JudgesDocument, "judges">;
  /** Where several people labelled the same run. */
  ceiling?: HumanCeiling;
}

/** @throws InputError for a goal, a gate or a margin that cannot be read */
export function analyse({ judges, labels }: Subjects, flags: AnalysisFlags): Analysis {
  const { by = [], margin } = flags;
  if (flags.compare === true && Object.keys(judges).length < 2) {
    throw new InputError("--compare: needs verdicts of at least two judges");
  }
  const whole = calibrateJudges(judges, { by, selection: flags.selection });
  const { judges: documents, ...comparison } = whole;
  const ceiling = humanCeiling(
    labels.filter(({ kind, retracted }) => kind === "human" && retracted !== true),
  );
  return {
    judges: documents.map(({ judge, ...document }) => {
      const pairs = judges[judge] ?? [];
      const ranking = flags.selection === "targeted" ? undefined : rankingOf(pairs, "agent");
      const halfWidth = margin === undefined ? undefined : margin / 100;
      return {
        judge,
        document,
        ...(ranking === undefined || ranking.agents.length < 2 ? {} : { ranking }),
        ...(flags.correct === true
          ? { corrected: correctedRates(pairs, { by: by.length > 0 ? by : ["agent"] }) }
          : {}),
        ...(flags.threshold === undefined
          ? {}
          : { threshold: { text: flags.threshold, ...chooseThreshold(pairs, parseGoal(flags.threshold)) } }),
        ...(flags.gate === undefined ? {} : { gate: gate(document, flags.gate, flags.gateOn) }),
        ...(halfWidth === undefined
          ? {}
          : { needs: { halfWidth, labels: labelsNeeded(document, halfWidth) } }),
      };
    }),
    ...(documents.length > 1 ? { comparison } : {}),
    ...(ceiling.severally > 0 ? { ceiling } : {}),
  };
}
