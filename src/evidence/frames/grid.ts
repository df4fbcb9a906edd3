/** Screens compared as a person would: averages of small cells in place of pixels, and what differs. */

/** A screen in cells: the average colour of each. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** Red, green and blue of each cell, row by row. */
  readonly cells: Uint8Array;
}

/** Pixels of the screen that become one cell of a fine grid, in each direction. */
export const cellSize = 2;
/** Cells of the fine grid that become one of the coarse grid, in each direction. */
const coarseCells = 4;

/**
 * What an encoder may add to a cell's average, of 255. Measured on two-pixel cells: another digit on a page moves some
 * cell by 97 or more, in pale grey half as much; encoding a page again as JPEG or WebP at quality 90 moves none by more
 * than 32. What an encoder adds to worse pictures counts as change: a screen too many costs less than a word too few.
 */
const fineNoise = 32;
/** The same for cells of eight pixels, where letters weigh little and a faint colour, as of a selected row, all. */
const coarseNoise = 6;

/** The screen in larger cells. */
export function coarse({ width, height, columns, rows, cells }: Grid): Grid {
  const across = Math.ceil(columns / coarseCells);
  const down = Math.ceil(rows / coarseCells);
  const sums = new Uint32Array(across * down * 3);
  const counts = new Uint32Array(across * down);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const cell = Math.floor(row / coarseCells) * across + Math.floor(column / coarseCells);
      counts[cell] = (counts[cell] ?? 0) + 1;
      for (let channel = 0; channel < 3; channel += 1)
        sums[cell * 3 + channel] =
          (sums[cell * 3 + channel] ?? 0) + (cells[(row * columns + column) * 3 + channel] ?? 0);
    }
  const averages = Uint8Array.from(sums, (sum, index) =>
    Math.round(sum / (counts[Math.floor(index / 3)] ?? 1)),
  );
  return { width, height, columns: across, rows: down, cells: averages };
}

const comparable = (a: Grid, b: Grid): boolean =>
  a.width === b.width && a.height === b.height && a.cells.length === b.cells.length;

/** A screen in fine and in coarse cells. */
export interface Looks {
  readonly fine: Grid;
  readonly grid: Grid;
}

/** Whether two screens look the same: no letter differs, and no area has another colour. */
export function looksSame(a: Looks, b: Looks): boolean {
  if (!comparable(a.fine, b.fine) || changeBetween(a.grid, b.grid) > 0) return false;
  return a.fine.cells.every((value, index) => Math.abs(value - (b.fine.cells[index] ?? 0)) <= fineNoise);
}

/** The share of two coarse grids that differs, in [0, 1]; 1 for screens of different size. */
export function changeBetween(a: Grid, b: Grid): number {
  if (!comparable(a, b)) return 1;
  let changed = 0;
  for (let index = 0; index < a.cells.length; index += 1)
    if (Math.abs((a.cells[index] ?? 0) - (b.cells[index] ?? 0)) > coarseNoise) changed += 1;
  return a.cells.length === 0 ? 0 : changed / a.cells.length;
}
