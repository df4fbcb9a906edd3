/** The progress of a Reflexion loop on stderr: tasks done, trials, rate, unscored, cost and time left. */
import type { ReflexionProgress } from "../refine/index.ts";
import { count, counted, dollars, duration } from "../terminal/index.ts";
import type { Console } from "./console.ts";
import { lineDrawer } from "./progress.ts";

/**
 * The line itself.
 *
 * @param before tasks that were finished when this start began: they cost it no time
 */
export function reflexionLine(
  { tasks, finished, trials, fresh, unscored, usage }: ReflexionProgress,
  { before, elapsedMs, showCost }: { before: number; elapsedMs: number; showCost: boolean },
): string {
  const seconds = elapsedMs / 1000;
  const rate = seconds > 0 ? fresh / seconds : 0;
  const done = finished - before;
  const parts = [
    `${count(finished)} of ${counted(tasks, "task")} (${Math.floor((100 * finished) / Math.max(1, tasks))} %)`,
    counted(trials, "trial"),
    `${rate >= 10 ? rate.toFixed(0) : rate.toFixed(2)}/s`,
    `${count(unscored)} unscored`,
  ];
  if (showCost) parts.push(dollars(usage.costUsd));
  if (done > 0) parts.push(`${duration(((tasks - finished) * seconds) / done)} left`);
  return parts.join(" · ");
}

/** Draws progress as `judge` does. */
export function reflexionReporter(
  console: Console,
  { showCost }: { showCost: boolean },
): (progress: ReflexionProgress) => void {
  const draw = lineDrawer(console);
  let before: number | undefined;
  return (progress) => {
    before ??= progress.finished;
    const known = before;
    draw((elapsedMs) => reflexionLine(progress, { before: known, elapsedMs, showCost }));
  };
}
