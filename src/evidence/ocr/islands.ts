/**
 * Buttons and fields: small areas of one colour with text on them. Tesseract takes a button for a picture and drops its
 * text, so they are looked for here and read from a sheet of their own, dark on white.
 */
import type { OcrWord } from "./engine.ts";

/** Brightness, a byte a pixel. */
export interface Grey {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface Island {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The brightness of its ground. */
  readonly ground: number;
}

/** Islands are looked for in cells of so many pixels. */
const cellSize = 4;
/** Pixels of a cell, of 16, that must be near its middle brightness for it to be ground. */
const groundPixels = 15;
/** How far brightness may vary on one ground. */
const tolerance = 6;
const smallest = { width: 24, height: 12, cells: 12 };
const largest = { width: 900, height: 80 };
/** Brightness by which ink differs from the ground, and the share of an island that ink covers. */
const inkContrast = 40;
const inkShare = [0.01, 0.5] as const;
const mostIslands = 80;

/** The brightness of each cell that is ground; -1 for one that holds an edge or a letter. */
function groundCells({ data, width }: Grey, columns: number, rows: number): Int16Array {
  const cells = new Int16Array(columns * rows);
  const values = new Uint8Array(cellSize * cellSize);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      for (let y = 0; y < cellSize; y += 1)
        for (let x = 0; x < cellSize; x += 1)
          values[y * cellSize + x] = data[(row * cellSize + y) * width + column * cellSize + x] ?? 0;
      values.sort();
      const middle = values[values.length / 2] ?? 0;
      const near = values.reduce(
        (count, value) => count + (Math.abs(value - middle) <= tolerance ? 1 : 0),
        0,
      );
      cells[row * columns + column] = near >= groundPixels ? middle : -1;
    }
  return cells;
}

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
  cells: number;
}

/** The cells of one ground that touch each other, from a first one; marks them in `seen`. */
function areaFrom(start: number, cells: Int16Array, columns: number, seen: Uint8Array): Area {
  const ground = cells[start] ?? 0;
  const area: Area = { left: columns, top: cells.length, right: 0, bottom: 0, cells: 0 };
  const open = [start];
  seen[start] = 1;
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    const column = cell % columns;
    const row = (cell - column) / columns;
    area.left = Math.min(area.left, column);
    area.right = Math.max(area.right, column + 1);
    area.top = Math.min(area.top, row);
    area.bottom = Math.max(area.bottom, row + 1);
    area.cells += 1;
    const neighbours = [cell - columns, cell + columns];
    if (column > 0) neighbours.push(cell - 1);
    if (column < columns - 1) neighbours.push(cell + 1);
    for (const other of neighbours) {
      const value = cells[other];
      if (value === undefined || value < 0 || seen[other] === 1 || Math.abs(value - ground) > tolerance)
        continue;
      seen[other] = 1;
      open.push(other);
    }
  }
  return area;
}

function hasInk({ data, width }: Grey, island: Island): boolean {
  let ink = 0;
  for (let y = island.top; y < island.top + island.height; y += 1)
    for (let x = island.left; x < island.left + island.width; x += 1)
      if (Math.abs((data[y * width + x] ?? 0) - island.ground) > inkContrast) ink += 1;
  const share = ink / (island.width * island.height);
  return share >= inkShare[0] && share <= inkShare[1];
}

/** The small areas of one colour that hold some ink, from top to bottom. */
export function islandsIn(page: Grey): Island[] {
  const columns = Math.floor(page.width / cellSize);
  const rows = Math.floor(page.height / cellSize);
  const cells = groundCells(page, columns, rows);
  const seen = new Uint8Array(cells.length);
  const islands: Island[] = [];
  for (let start = 0; start < cells.length && islands.length < mostIslands; start += 1) {
    if (seen[start] === 1 || (cells[start] ?? -1) < 0) continue;
    const area = areaFrom(start, cells, columns, seen);
    const island: Island = {
      left: area.left * cellSize,
      top: area.top * cellSize,
      width: (area.right - area.left) * cellSize,
      height: (area.bottom - area.top) * cellSize,
      ground: cells[start] ?? 0,
    };
    const isSmall = island.width <= largest.width && island.height <= largest.height;
    const isLarge =
      island.width >= smallest.width && island.height >= smallest.height && area.cells >= smallest.cells;
    if (isSmall && isLarge && hasInk(page, island)) islands.push(island);
  }
  return islands;
}

const sheetWidth = 1000;
const margin = 16;

export interface Sheet {
  readonly grey: Grey;
  /** A word on the sheet as it stands on the page; undefined when it is on no island. */
  onPage(word: OcrWord): OcrWord | undefined;
}

/** Islands on a white sheet, each as dark ink on white whatever its colours were. */
export function sheetOf(page: Grey, islands: readonly Island[]): Sheet {
  const places: { x: number; y: number; island: Island }[] = [];
  let [x, y, shelf] = [margin, margin, 0];
  for (const island of islands) {
    if (x > margin && x + island.width + margin > sheetWidth) [x, y, shelf] = [margin, y + shelf + margin, 0];
    places.push({ x, y, island });
    x += island.width + 2 * margin;
    shelf = Math.max(shelf, island.height);
  }
  const width = sheetWidth;
  const height = y + shelf + margin;
  const data = Buffer.alloc(width * height, 255);
  for (const { x: left, y: top, island } of places) {
    const contrast = (row: number, column: number): number =>
      Math.abs((page.data[(island.top + row) * page.width + island.left + column] ?? 0) - island.ground);
    let most = 1;
    for (let row = 0; row < island.height; row += 1)
      for (let column = 0; column < island.width; column += 1) most = Math.max(most, contrast(row, column));
    for (let row = 0; row < island.height; row += 1)
      for (let column = 0; column < island.width; column += 1)
        data[(top + row) * width + left + column] = 255 - Math.round((contrast(row, column) * 255) / most);
  }
  return {
    grey: { data, width, height },
    onPage(word) {
      const [wordX, wordY, wordWidth, wordHeight] = word.box;
      const [middleX, middleY] = [wordX + wordWidth / 2, wordY + wordHeight / 2];
      const place = places.find(
        ({ x: left, y: top, island }) =>
          middleX >= left && middleX < left + island.width && middleY >= top && middleY < top + island.height,
      );
      if (place === undefined) return undefined;
      const { island } = place;
      return {
        ...word,
        box: [wordX - place.x + island.left, wordY - place.y + island.top, wordWidth, wordHeight],
      };
    },
  };
}
