/** Preference pairs: two runs of one task of which the judge calls one a success and the other a failure. */
import type { RunItem, Verdict } from "../trajectory/index.ts";

export interface Preference {
  benchmark: string | null;
  taskId: string;
  instruction: string;
  /** The successful run, and the failed one. */
  chosen: string;
  rejected: string;
  /** The scores' difference; null when either has none. */
  margin: number | null;
}

export interface PreferenceOptions {
  /** Pairs of one task, at most; the widest margins first. Default 10. */
  perTask?: number;
}

/** Pairs for direct preference optimisation. Undecided and unscored runs are in no pair. */
export function preferencesOf(
  items: readonly RunItem[],
  verdicts: readonly Verdict[],
  { perTask = 10 }: PreferenceOptions = {},
): Preference[] {
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const newest = new Map(verdicts.map((verdict) => [verdict.trajectoryId, verdict]));
  const tasks = new Map<string, { item: RunItem; verdict: Verdict }[]>();
  for (const verdict of newest.values()) {
    const item = itemOf.get(verdict.trajectoryId);
    if (item === undefined || item.taskId === undefined) continue;
    const task = JSON.stringify([item.benchmark ?? null, item.taskId]);
    tasks.set(task, [...(tasks.get(task) ?? []), { item, verdict }]);
  }
  return [...tasks.values()].flatMap((runs) => {
    const successes = runs.filter(({ verdict }) => verdict.outcome === "success");
    const failures = runs.filter(({ verdict }) => verdict.outcome === "failure");
    const pairs = successes.flatMap((good) =>
      failures.map((bad): Preference => {
        const scored = good.verdict.score !== null && bad.verdict.score !== null;
        return {
          benchmark: good.item.benchmark ?? null,
          taskId: good.item.taskId ?? good.item.id,
          instruction: good.item.instruction,
          chosen: good.item.id,
          rejected: bad.item.id,
          margin: scored ? (good.verdict.score ?? 0) - (bad.verdict.score ?? 0) : null,
        };
      }),
    );
    return pairs.sort((a, b) => (b.margin ?? 0) - (a.margin ?? 0)).slice(0, perTask);
  });
}
