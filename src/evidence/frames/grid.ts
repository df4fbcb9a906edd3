/** Screens compared as a person would: a small picture of cell averages in place of each, and what differs. */

/** A screen in cells of about eight pixels: the average colour of each. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each cell, row by row. */
  readonly cells: Uint8Array;
}

/** Pixels of the screen that become one cell, in each direction. */
export const cellSize = 8;

/**
 * What an encoder may add to a cell's average, of 255. Measured: encoding a page again as JPEG at quality 75 moves
 * averages by up to 5; one more digit on a page moves one by 12 or more.
 */
const noise = 6;

/** The share of cell values that differ, in [0, 1]: 0 for the same screen, 1 for screens of different size. */
export function changeBetween(a: Grid, b: Grid): number {
  if (a.width !== b.width || a.height !== b.height || a.cells.length !== b.cells.length) return 1;
  let changed = 0;
  for (let index = 0; index < a.cells.length; index += 1)
    if (Math.abs((a.cells[index] ?? 0) - (b.cells[index] ?? 0)) > noise) changed += 1;
  return a.cells.length === 0 ? 0 : changed / a.cells.length;
}
