/** Counts by cluster: what every interval over dependent items is computed from. */

/** Count vectors of clusters. Clusters with the same vector are one pattern, kept once with its number of clusters. */
export interface Patterns {
  /** The length of a vector. */
  width: number;
  /** The number of clusters. */
  clusters: number;
  /** The distinct vectors, laid end to end. */
  vectors: Float64Array;
  /** How many clusters have each vector. */
  multiplicities: Float64Array;
}

/** Collects weighted items in cells, cluster by cluster. */
export class Tally {
  readonly #width: number;
  readonly #named = new Map<string, number>();
  #clusters: Float64Array;
  /** For each weight, how many clusters of one item fall in each cell. */
  readonly #singles = new Map<number, Float64Array>();
  #items = 0;

  constructor(width: number) {
    this.#width = width;
    this.#clusters = new Float64Array(16 * width);
  }

  /** Adds an item. Without a cluster it is a cluster of its own. */
  add(cluster: string | undefined, cell: number, weight = 1): void {
    this.#items++;
    if (cluster === undefined) {
      let cells = this.#singles.get(weight);
      if (cells === undefined) {
        cells = new Float64Array(this.#width);
        this.#singles.set(weight, cells);
      }
      cells[cell] = (cells[cell] ?? 0) + 1;
      return;
    }
    let index = this.#named.get(cluster);
    if (index === undefined) {
      index = this.#named.size;
      this.#named.set(cluster, index);
      this.#reserve(index + 1);
    }
    const at = index * this.#width + cell;
    this.#clusters[at] = (this.#clusters[at] ?? 0) + weight;
  }

  /** The number of items added. */
  get items(): number {
    return this.#items;
  }

  #reserve(clusters: number): void {
    if (clusters * this.#width <= this.#clusters.length) return;
    const larger = new Float64Array(2 * this.#clusters.length);
    larger.set(this.#clusters);
    this.#clusters = larger;
  }

  /** What was collected, equal vectors merged. */
  patterns(): Patterns {
    const width = this.#width;
    const counted = new Map<string, { vector: Float64Array; count: number }>();
    const count = (vector: Float64Array, clusters: number): void => {
      const key = vector.join();
      const known = counted.get(key);
      if (known === undefined) counted.set(key, { vector, count: clusters });
      else known.count += clusters;
    };
    for (const [weight, cells] of this.#singles) {
      for (const [cell, clusters] of cells.entries()) {
        if (clusters === 0) continue;
        const vector = new Float64Array(width);
        vector[cell] = weight;
        count(vector, clusters);
      }
    }
    for (let index = 0; index < this.#named.size; index++) {
      count(this.#clusters.subarray(index * width, (index + 1) * width), 1);
    }
    return mergedPatterns(width, [...counted.values()]);
  }
}

function mergedPatterns(width: number, kinds: readonly { vector: Float64Array; count: number }[]): Patterns {
  const vectors = new Float64Array(width * kinds.length);
  const multiplicities = new Float64Array(kinds.length);
  let clusters = 0;
  for (const [index, { vector, count }] of kinds.entries()) {
    vectors.set(vector, index * width);
    multiplicities[index] = count;
    clusters += count;
  }
  return { width, clusters, vectors, multiplicities };
}

/** The sum of all clusters' vectors. */
export function totalsOf({ width, vectors, multiplicities }: Patterns): Float64Array {
  const totals = new Float64Array(width);
  for (const [index, count] of multiplicities.entries()) addPattern(totals, vectors, index * width, count);
  return totals;
}

/** Adds `times` the vector that begins at `start` to the totals. */
export function addPattern(totals: Float64Array, vectors: Float64Array, start: number, times: number): void {
  for (let at = 0; at < totals.length; at++)
    totals[at] = (totals[at] ?? 0) + times * (vectors[start + at] ?? 0);
}
