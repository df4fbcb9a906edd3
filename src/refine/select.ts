/** Best of n: the run to keep of several attempts at one task. */
import type { Outcome, RunItem, Verdict } from "../trajectory/index.ts";

export interface Selected {
  benchmark: string | null;
  taskId: string;
  /** The chosen run. */
  trajectoryId: string;
  outcome: Outcome | null;
  score: number | null;
  /** Attempts at this task, the chosen one included. */
  attempts: number;
  /** How it was chosen: the only success, the best score, the fewest steps, or the first of equals. */
  by: "outcome" | "score" | "steps" | "order" | "only";
}

const rank: Record<Outcome | "unscored", number> = {
  success: 4,
  unsure: 3,
  unscored: 2,
  blocked: 1,
  failure: 0,
};

interface Attempt {
  item: RunItem;
  outcome: Outcome | null;
  score: number | null;
}

/** Better first: outcome, then score (a missing one last), then fewer steps. */
const criteria: readonly [Selected["by"], (attempt: Attempt) => number][] = [
  ["outcome", ({ outcome }) => rank[outcome ?? "unscored"]],
  ["score", ({ score }) => score ?? -1],
  ["steps", ({ item }) => -item.steps],
];

function best(attempts: readonly Attempt[]): { attempt: Attempt; by: Selected["by"] } | undefined {
  let left = [...attempts];
  if (left.length === 1 && left[0] !== undefined) return { attempt: left[0], by: "only" };
  for (const [by, worth] of criteria) {
    const most = Math.max(...left.map(worth));
    const kept = left.filter((attempt) => worth(attempt) === most);
    if (kept.length === 1 && kept[0] !== undefined) return { attempt: kept[0], by };
    left = kept;
  }
  return left[0] === undefined ? undefined : { attempt: left[0], by: "order" };
}

/**
 * Chooses one run for each task (benchmark and task id): the best outcome (success, unsure, unscored, blocked,
 * failure), then the highest score, then the fewest steps, then the first read. Runs without a task id stand for
 * themselves.
 *
 * @param verdicts those of one judge; the newest of a run counts
 */
export function selectBest(items: readonly RunItem[], verdicts: readonly Verdict[]): Selected[] {
  const verdictOf = new Map(verdicts.map((verdict) => [verdict.trajectoryId, verdict]));
  const newest = new Map(items.map((item) => [item.id, item]));
  const tasks = new Map<string, Attempt[]>();
  for (const item of newest.values()) {
    const verdict = verdictOf.get(item.id);
    const task = JSON.stringify([item.benchmark ?? null, item.taskId ?? item.id]);
    const attempts = tasks.get(task) ?? [];
    attempts.push({ item, outcome: verdict?.outcome ?? null, score: verdict?.score ?? null });
    tasks.set(task, attempts);
  }
  return [...tasks.values()].flatMap((attempts) => {
    const found = best(attempts);
    if (found === undefined) return [];
    const { item, outcome, score } = found.attempt;
    return [
      {
        benchmark: item.benchmark ?? null,
        taskId: item.taskId ?? item.id,
        trajectoryId: item.id,
        outcome,
        score,
        attempts: attempts.length,
        by: found.by,
      },
    ];
  });
}
