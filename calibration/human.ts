/** The human ceiling: how well people agree with each other, which is the most that a judge can be asked for. */
import type { Label } from "../src/trajectory/label.ts";
import type { Pair } from "../src/trajectory/pair.ts";
import type { Outcome } from "../src/trajectory/verdict.ts";
import { calibrate } from "./calibrate.ts";
import { decisions, isDecided } from "./clusters.ts";
import type { CalibrationDocument, LabelAgreement, Rate } from "./document.ts";
import { labelAgreement } from "./labels.ts";
import { type IntervalOptions, settingsOf } from "./options.ts";
import { type RaterSummary, raterSummary } from "./rater-summary.ts";

/** What the ceiling needs of a label. */
export interface RaterLabel extends Pick<Label, "trajectoryId" | "rater" | "outcome"> {
  /** What intervals resample by: usually benchmark and task. Absent: the trajectory is its own. */
  cluster?: string;
}

/** What counts when a rater labelled a trajectory more than once: the last label, the first, or none if they differ. */
export type DuplicateRule = "last" | "first" | "drop-conflicting";

/** What a majority vote says on a tie. */
export type TieRule = "none" | "success" | "failure";

export interface Resolved {
  labels: RaterLabel[];
  /** Labels that repeat what the same rater had said of the same trajectory. */
  repeats: number;
  /** Trajectories of which one rater said different things. */
  conflicts: { trajectoryId: string; rater: string; outcomes: Outcome[] }[];
}

/** Leaves one label for each rater and trajectory, by rule; blanks around rater names do not count. */
export function resolveDuplicates(labels: readonly RaterLabel[], rule: DuplicateRule): Resolved {
  const seen = new Map<string, RaterLabel[]>();
  for (const label of labels) {
    const rater = label.rater.trim();
    const key = JSON.stringify([label.trajectoryId, rater]);
    const known = seen.get(key);
    if (known === undefined) seen.set(key, [{ ...label, rater }]);
    else known.push({ ...label, rater });
  }
  const resolved: Resolved = { labels: [], repeats: 0, conflicts: [] };
  for (const given of seen.values()) {
    const chosen = rule === "last" ? given.at(-1) : given[0];
    if (chosen === undefined) continue;
    const outcomes = given.map(({ outcome }) => outcome);
    const conflicting = new Set(outcomes).size > 1;
    if (conflicting) {
      resolved.conflicts.push({ trajectoryId: chosen.trajectoryId, rater: chosen.rater, outcomes });
    }
    resolved.repeats += given.length - 1;
    if (!(conflicting && rule === "drop-conflicting")) resolved.labels.push(chosen);
  }
  return resolved;
}

/** The labels of each trajectory, in order of appearance. */
function byTrajectory(labels: readonly RaterLabel[]): Map<string, RaterLabel[]> {
  const groups = new Map<string, RaterLabel[]>();
  for (const label of labels) {
    const members = groups.get(label.trajectoryId);
    if (members === undefined) groups.set(label.trajectoryId, [label]);
    else members.push(label);
  }
  return groups;
}

/**
 * The outcome that most of the deciding raters chose; unsure and blocked do not vote.
 *
 * @returns null when nobody decided, or on a tie under the rule "none"
 */
export function majorityOf(
  outcomes: readonly (Outcome | null)[],
  tie: TieRule,
): "success" | "failure" | null {
  let balance = 0;
  let votes = 0;
  for (const outcome of outcomes) {
    if (!isDecided(outcome)) continue;
    votes++;
    balance += outcome === "success" ? 1 : -1;
  }
  if (votes === 0) return null;
  if (balance !== 0) return balance > 0 ? "success" : "failure";
  return tie === "none" ? null : tie;
}

export interface HumanCeiling extends RaterSummary {
  raters: string[];
  /** Trajectories with any label, and with two deciding raters or more. */
  trajectories: number;
  severally: number;
  repeats: number;
  conflicts: Resolved["conflicts"];
  /**
   * The first label of each trajectory as the reference and the second in the judge's place: what a judge as good as a
   * second person would score.
   */
  secondRater: CalibrationDocument;
  pairwise: { first: string; second: string; n: number; agreement: Rate; kappa: Rate; ac1: Rate }[];
  /** Each rater against the majority of all the others. */
  leaveOneOut: { rater: string; n: number; agreement: Rate; kappa: Rate }[];
  /** Trajectories without a majority. */
  ties: string[];
  disagreements: { trajectoryId: string; outcomes: Record<string, Outcome> }[];
}

export interface CeilingOptions extends IntervalOptions {
  /** Default "last". */
  duplicates?: DuplicateRule;
  /** Default "none". */
  tie?: TieRule;
}

/** Pairs of the first two labels of each trajectory: the first the reference, the second in the judge's place. */
export function pairsOfRaters(labels: readonly RaterLabel[]): Pair[] {
  return [...byTrajectory(labels)].flatMap(([id, [first, second]]): Pair[] => {
    if (first === undefined || second === undefined) return [];
    const { cluster } = first;
    return [
      {
        id,
        human: first.outcome,
        judge: second.outcome,
        ...(cluster === undefined ? {} : { cluster }),
      },
    ];
  });
}

/** How well raters agree with each other on success and failure; unsure and blocked count as no answer. */
export function humanCeiling(labels: readonly RaterLabel[], options: CeilingOptions = {}): HumanCeiling {
  const settings = settingsOf(options);
  const { duplicates = "last", tie = "none" } = options;
  const resolved = resolveDuplicates(labels, duplicates);
  const raters = [...new Set(resolved.labels.map(({ rater }) => rater))];
  const rows = [...byTrajectory(resolved.labels)].map(([trajectoryId, given]) => ({
    trajectoryId,
    cluster: given[0]?.cluster ?? `\0${trajectoryId}`,
    given,
    outcomes: raters.map((rater) => given.find((label) => label.rater === rater)?.outcome ?? null),
  }));
  const compare = (
    first: (row: (typeof rows)[number]) => Outcome | null,
    second: (row: (typeof rows)[number]) => Outcome | null,
  ): LabelAgreement =>
    labelAgreement(
      rows.map((row) => ({ first: first(row), second: second(row), cluster: row.cluster })),
      decisions,
      settings,
    );
  const pairwise = raters.flatMap((second, at) =>
    raters.slice(0, at).map((first, before) => {
      const { n, agreement, kappa, ac1 } = compare(
        ({ outcomes }) => outcomes[before] ?? null,
        ({ outcomes }) => outcomes[at] ?? null,
      );
      return { first, second, n, agreement, kappa, ac1 };
    }),
  );
  const leaveOneOut = raters.map((rater, at) => {
    const { n, agreement, kappa } = compare(
      ({ outcomes }) => outcomes[at] ?? null,
      ({ outcomes }) => majorityOf(outcomes.toSpliced(at, 1), tie),
    );
    return { rater, n, agreement, kappa };
  });
  const decided = rows.map((row) => ({ row, said: row.outcomes.filter(isDecided) }));
  const severally = decided.filter(({ said }) => said.length > 1);
  const items = severally.map(({ row, said }) => ({
    cluster: row.cluster,
    ratings: said.map((outcome) => (outcome === "success" ? 0 : 1)),
  }));
  return {
    raters,
    trajectories: rows.length,
    severally: severally.length,
    repeats: resolved.repeats,
    conflicts: resolved.conflicts,
    ...raterSummary(items, 2, settings),
    secondRater: calibrate(pairsOfRaters(resolved.labels), settings),
    pairwise: pairwise.filter(({ n }) => n > 0),
    leaveOneOut: leaveOneOut.filter(({ n }) => n > 0),
    ties: severally
      .filter(({ said }) => majorityOf(said, "none") === null)
      .map(({ row }) => row.trajectoryId),
    disagreements: severally
      .filter(({ said }) => new Set(said).size > 1)
      .map(({ row }) => ({
        trajectoryId: row.trajectoryId,
        outcomes: Object.fromEntries(row.given.map(({ rater, outcome }) => [rater, outcome])),
      })),
  };
}
