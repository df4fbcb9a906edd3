/** Cross-fitting: whatever is fitted on some clusters is used only on the others. */

import { randomFrom, shuffle } from "./random.ts";
import { byCluster } from "./scored.ts";

/**
 * Deals clusters into folds at random, so that no cluster is split.
 *
 * @param folds the number of folds; fewer when there are fewer clusters
 * @returns the fold of each item, from 0 up
 */
export function foldsOf(items: readonly { cluster: string }[], folds: number, seed: number): number[] {
  const random = randomFrom(seed);
  const clusters = byCluster(items);
  shuffle(clusters, random);
  const foldOf = new Map(
    clusters.flatMap((members, at) => members.map((member) => [member, at % folds] as const)),
  );
  return items.map((item) => foldOf.get(item) ?? 0);
}

/**
 * Fits on all folds but one and applies to that one, for each fold in turn.
 *
 * @param train may return null when nothing can be fitted; its fold then gets null
 * @returns for each item, what `apply` gave it
 */
export function crossFit<Item extends { cluster: string }, Fitted, Result>(
  items: readonly Item[],
  folds: number,
  seed: number,
  train: (training: Item[]) => Fitted | null,
  apply: (fitted: Fitted, item: Item) => Result,
): { results: (Result | null)[]; fitted: (Fitted | null)[] } {
  const fold = foldsOf(items, folds, seed);
  const fitted = Array.from({ length: folds }, (_, held) => {
    const training = items.filter((_item, at) => fold[at] !== held);
    return training.length === 0 ? null : train(training);
  });
  const results = items.map((item, at) => {
    const model = fitted[fold[at] ?? 0] ?? null;
    return model === null ? null : apply(model, item);
  });
  return { results, fitted };
}
