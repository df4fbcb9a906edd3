/** The progress of a batch on stderr: done, rate, unscored, cost and time left. */
import type { BatchProgress } from "../batch/index.ts";
import { count, dollars, duration, truncate } from "../terminal/index.ts";
import type { Console } from "./console.ts";

const redrawMs = 100;
const lineEveryMs = 10_000;

/** The line itself; `total` is the number of verdicts wanted, when it is known. */
export function progressLine(
  progress: BatchProgress,
  { total, elapsedMs, showCost }: { total: number | undefined; elapsedMs: number; showCost: boolean },
): string {
  const wanted = progress.readAll ? progress.wanted : total;
  const rate = elapsedMs > 0 ? (progress.fresh / elapsedMs) * 1000 : 0;
  const parts = [
    wanted === undefined
      ? `${count(progress.done)} judged`
      : `${count(progress.done)} of ${count(wanted)} judged (${Math.floor((100 * progress.done) / Math.max(1, wanted))} %)`,
    `${rate >= 10 ? rate.toFixed(0) : rate.toFixed(1)}/s`,
    `${count(progress.unscored)} unscored`,
  ];
  if (showCost) parts.push(dollars(progress.usage.costUsd));
  if (wanted !== undefined && rate > 0) parts.push(`${duration((wanted - progress.done) / rate)} left`);
  return parts.join(" · ");
}

/** Draws a line about once a `redrawMs`: redrawn in place on a terminal, a line every ten seconds elsewhere. */
export function lineDrawer(console: Console): (lineAt: (elapsedMs: number) => string) => void {
  const started = Date.now();
  let last = console.live ? 0 : started;
  return (lineAt) => {
    const now = Date.now();
    if (now - last < (console.live ? redrawMs : lineEveryMs)) return;
    last = now;
    const line = lineAt(now - started);
    if (console.live) console.status(truncate(line, console.columns - 1));
    else console.err(line);
  };
}

/** Draws the progress of a batch. */
export function progressReporter(
  console: Console,
  { total, showCost }: { total: () => number | undefined; showCost: boolean },
): (progress: BatchProgress) => void {
  const draw = lineDrawer(console);
  return (progress) => draw((elapsedMs) => progressLine(progress, { total: total(), elapsedMs, showCost }));
}
