/** Joins verdicts with labels into pairs, one list for each judge. */
import type { Label, Pair, RunItem, Verdict } from "../trajectory/index.ts";
import { effectiveLabels, type Reference, referenceOf } from "./effective.ts";

export interface JoinReport {
  /** Trajectories with at least one label that counts. */
  labelled: number;
  /** Labelled trajectories that no verdict and no item speaks of. */
  unknown: number;
  /** Trajectories with a verdict and without a label. */
  unlabelled: number;
  /** Trajectories whose raters do not all say the same. */
  conflicts: number;
  /** Conflicts that no majority decides: their reference is null. */
  ties: number;
  /** Verdicts that a later one of the same judge and trajectory replaced. */
  repeated: number;
  superseded: number;
  retracted: number;
  outranked: number;
  revealed: number;
}

/**
 * Pairs each judge's verdict with the reference that the labels give. A trajectory that has a label or an item, but no
 * verdict of a judge, is an unscored pair of that judge; one without a label, or with divided raters, has no reference.
 *
 * @param items the run's items.jsonl: clusters (benchmark and task) and groups (benchmark, agent) come from it
 */
export function joinLabels(
  verdicts: readonly Verdict[],
  labels: readonly Label[],
  items: readonly RunItem[] = [],
): { pairs: Record<string, Pair[]>; report: JoinReport } {
  const { labels: effective, ...counts } = effectiveLabels(labels);
  const references = referencesOf(effective);
  const { byJudge, repeated } = newestVerdicts(verdicts);
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const known = new Set([...itemOf.keys(), ...verdicts.map((verdict) => verdict.trajectoryId)]);
  const pairs = [...byJudge].map(([judge, verdictOf]): [string, Pair[]] => [
    judge,
    [...known].map((id) => pairOf(id, verdictOf.get(id), references.get(id), itemOf.get(id))),
  ]);
  const all = [...references.values()];
  return {
    pairs: Object.fromEntries(pairs),
    report: {
      labelled: references.size,
      unknown: [...references.keys()].filter((id) => !known.has(id)).length,
      unlabelled: new Set(verdicts.map((verdict) => verdict.trajectoryId).filter((id) => !references.has(id)))
        .size,
      conflicts: all.filter((reference) => reference.conflict).length,
      ties: all.filter((reference) => reference.outcome === null).length,
      repeated,
      ...counts,
    },
  };
}

function referencesOf(labels: readonly Label[]): Map<string, Reference> {
  const grouped = new Map<string, Label[]>();
  for (const label of labels) {
    const group = grouped.get(label.trajectoryId);
    if (group === undefined) grouped.set(label.trajectoryId, [label]);
    else group.push(label);
  }
  return new Map([...grouped].map(([id, group]) => [id, referenceOf(group)]));
}

function newestVerdicts(verdicts: readonly Verdict[]) {
  const byJudge = new Map<string, Map<string, Verdict>>();
  let repeated = 0;
  for (const verdict of verdicts) {
    const own = byJudge.get(verdict.judge) ?? new Map<string, Verdict>();
    if (own.has(verdict.trajectoryId)) repeated += 1;
    own.set(verdict.trajectoryId, verdict);
    byJudge.set(verdict.judge, own);
  }
  return { byJudge, repeated };
}

function pairOf(
  id: string,
  verdict: Verdict | undefined,
  reference: Reference | undefined,
  item: RunItem | undefined,
): Pair {
  const steps = stepPairs(verdict, reference);
  const group = {
    ...(item?.benchmark === undefined ? {} : { benchmark: item.benchmark }),
    ...(item?.agent === undefined ? {} : { agent: item.agent }),
  };
  return {
    id,
    human: reference?.outcome ?? null,
    judge: verdict?.outcome ?? null,
    score: verdict?.score ?? null,
    ...(item?.taskId === undefined ? {} : { cluster: JSON.stringify([item.benchmark ?? null, item.taskId]) }),
    ...(Object.keys(group).length === 0 ? {} : { group }),
    ...(reference?.probability === undefined ? {} : { probability: reference.probability }),
    ...(steps.length === 0 ? {} : { steps }),
  };
}

function stepPairs(
  verdict: Verdict | undefined,
  reference: Reference | undefined,
): NonNullable<Pair["steps"]> {
  const judged = new Map(verdict?.steps?.map((step) => [step.index, step.class]));
  if (judged.size === 0 || reference === undefined) return [];
  return [...reference.steps]
    .sort(([a], [b]) => a - b)
    .map(([index, human]) => ({ index, human, judge: judged.get(index) ?? null }));
}
