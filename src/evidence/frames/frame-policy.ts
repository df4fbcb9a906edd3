/** Which of a run's screenshots are shown: the policies by name, and what each chooses. Pure. */
import { z } from "zod";
import { changeBetween, type Grid } from "./grid.ts";

const message =
  "must be last, first+last, changed, all, last:K or key:K (K from 1, for key from 2, to 999), such as key:6";
const upTo = (from: number) => z.templateLiteral([z.literal(from === 1 ? "last:" : "key:"), z.int()]);

/**
 * `last` the last screenshot · `last:K` the last K · `first+last` both ends · `changed` every screen that differs from
 * the one before · `key:K` the K most different ones, the first and the last always among them · `all` every one.
 */
export const framePolicy = z
  .union([z.enum(["last", "first+last", "changed", "all"]), upTo(1), upTo(2)], { error: message })
  .refine(
    (policy) => countOf(policy) >= (policy.startsWith("key:") ? 2 : 1) && countOf(policy) <= 999,
    message,
  );
export type FramePolicy = z.infer<typeof framePolicy>;

/** The K of a policy; 1 where it has none. */
const countOf = (policy: string): number => Number(policy.split(":")[1] ?? 1);

/** The positions that a policy chooses without looking at the pictures; null when it has to look at each. */
export function chosenUnseen(policy: FramePolicy, total: number): number[] | null {
  const every = Array.from({ length: total }, (_unused, index) => index);
  if (policy === "all") return every;
  if (policy === "first+last") return total < 2 ? every : [0, total - 1];
  if (policy === "last" || policy.startsWith("last:")) return every.slice(-countOf(policy));
  return null;
}

/**
 * The `count` positions that show most: the first and the last, then again and again the one that differs most from
 * all that are taken (the later of equals). In order.
 */
export function keyOnes(grids: readonly Grid[], count: number): number[] {
  const total = grids.length;
  if (total <= count) return grids.map((_grid, index) => index);
  const taken = new Set(count === 1 ? [total - 1] : [0, total - 1]);
  const nearest = grids.map(() => Number.POSITIVE_INFINITY);
  const compareWith = (index: number): void => {
    const grid = grids[index];
    for (const [other, candidate] of grids.entries())
      if (grid !== undefined) nearest[other] = Math.min(nearest[other] ?? 0, changeBetween(grid, candidate));
  };
  for (const index of taken) compareWith(index);
  while (taken.size < count) {
    let best = -1;
    let most = -1;
    for (const [index, change] of nearest.entries()) {
      if (taken.has(index) || change < most) continue;
      best = index;
      most = change;
    }
    taken.add(best);
    compareWith(best);
  }
  return [...taken].sort((a, b) => a - b);
}

/** The positions that a policy chooses among screens of which each differs from the one before. */
export function chosenAmong(policy: FramePolicy, changed: readonly Grid[]): number[] {
  if (policy.startsWith("key:")) return keyOnes(changed, countOf(policy));
  return changed.map((_grid, index) => index);
}
