/** Screenshots in the terminal: half blocks in colour everywhere, real pixels where the terminal can show them. */
import { loadSharp } from "../evidence/load-sharp.ts";

export type PictureMode = "colour" | "shades";

const shades = " ░▒▓█";
export interface PictureSize {
  columns: number;
  rows: number;
}

/** The largest size in cells, two pixels high each, that keeps the picture's shape and fits. */
function fitting(width: number, height: number, { columns, rows }: PictureSize): PictureSize {
  const scale = Math.min(columns / width, (rows * 2) / height);
  return {
    columns: Math.max(1, Math.floor(width * scale)),
    rows: Math.max(1, Math.floor((height * scale) / 2)),
  };
}

/**
 * The picture as lines of text.
 *
 * @param mode `colour`: each cell is an upper half block in the colours of two pixels; `shades`: five densities of one
 * @throws Error when the bytes are no picture that can be read
 */
export async function pictureLines(
  bytes: Uint8Array,
  size: PictureSize,
  mode: PictureMode,
): Promise<string[]> {
  const sharp = await loadSharp();
  const image = sharp(bytes);
  const { width, height } = await image.metadata();
  const { columns, rows } = fitting(width, height, size);
  const flat = image.flatten({ background: "#ffffff" }).removeAlpha().toColourspace("srgb");
  if (mode === "shades") {
    const grey = await flat.resize(columns, rows, { fit: "fill" }).greyscale().raw().toBuffer();
    return Array.from({ length: rows }, (_unused, y) =>
      Array.from({ length: columns }, (_none, x) => {
        const dark = 255 - (grey[y * columns + x] ?? 255);
        return shades[Math.min(shades.length - 1, Math.floor((dark / 256) * shades.length))] ?? " ";
      }).join(""),
    );
  }
  const pixels = await flat
    .resize(columns, rows * 2, { fit: "fill" })
    .raw()
    .toBuffer();
  const colour = (x: number, y: number): string => {
    const at = (y * columns + x) * 3;
    return `${pixels[at] ?? 0};${pixels[at + 1] ?? 0};${pixels[at + 2] ?? 0}`;
  };
  return Array.from({ length: rows }, (_unused, row) => {
    let line = "";
    let before = "";
    for (let x = 0; x < columns; x += 1) {
      const style = `\u001b[38;2;${colour(x, row * 2)};48;2;${colour(x, row * 2 + 1)}m`;
      line += style === before ? "▀" : `${style}▀`;
      before = style;
    }
    return `${line}\u001b[0m`;
  });
}

/** How a terminal shows real pixels. */
export type Graphics = "kitty" | "iterm2" | "sixel";

/**
 * What this terminal says of itself. Inside tmux none is trusted: the escape would have to pass through it.
 *
 * @param env TRAJUDGE_GRAPHICS overrides: kitty, iterm2, sixel or none
 */
export function graphicsOf(env: NodeJS.ProcessEnv): Graphics | undefined {
  const {
    TRAJUDGE_GRAPHICS: forced,
    TERM = "",
    TERM_PROGRAM: program = "",
    KITTY_WINDOW_ID: kitty,
    TMUX: tmux,
  } = env;
  if (forced === "kitty" || forced === "iterm2" || forced === "sixel") return forced;
  if (forced === "none" || tmux !== undefined) return undefined;
  if (kitty !== undefined || TERM === "xterm-kitty" || program === "ghostty") return "kitty";
  if (program === "iTerm.app" || program === "WezTerm") return "iterm2";
  return TERM.includes("sixel") || program === "foot" || TERM.startsWith("foot") ? "sixel" : undefined;
}

const kittyChunk = 4096;

/** An escape sequence that draws a PNG at the cursor, `columns` cells wide at most. */
function kittyText(png: Buffer, columns: number): string {
  const data = png.toString("base64");
  const parts = data.match(new RegExp(`.{1,${kittyChunk}}`, "g")) ?? [];
  return parts
    .map(
      (part, i) =>
        `\u001b_G${i === 0 ? `a=T,f=100,c=${columns},` : ""}m=${i < parts.length - 1 ? 1 : 0};${part}\u001b\\`,
    )
    .join("");
}

function itermText(png: Buffer, columns: number): string {
  return `\u001b]1337;File=inline=1;width=${columns};preserveAspectRatio=1;size=${png.length}:${png.toString("base64")}\u0007`;
}

const sixelLevels = 6;

/** Sixels: bands of six rows, a pass for each of the 216 colours that occurs in the band. */
function sixelText(pixels: Uint8Array, width: number, height: number): string {
  const level = (value: number): number => Math.round((value / 255) * (sixelLevels - 1));
  const colourAt = (x: number, y: number): number => {
    const at = (y * width + x) * 3;
    const [red, green, blue] = [
      level(pixels[at] ?? 0),
      level(pixels[at + 1] ?? 0),
      level(pixels[at + 2] ?? 0),
    ];
    return (red * sixelLevels + green) * sixelLevels + blue;
  };
  const share = (value: number): number => Math.round((100 * value) / (sixelLevels - 1));
  const palette = Array.from({ length: sixelLevels ** 3 }, (_unused, colour) => {
    const [red, green, blue] = [
      Math.floor(colour / sixelLevels ** 2),
      Math.floor(colour / sixelLevels) % sixelLevels,
      colour % sixelLevels,
    ];
    return `#${colour};2;${share(red)};${share(green)};${share(blue)}`;
  });
  let text = `\u001bPq"1;1;${width};${height}${palette.join("")}`;
  for (let top = 0; top < height; top += 6) {
    const masks = new Map<number, Uint8Array>();
    for (let x = 0; x < width; x += 1) {
      for (let bit = 0; bit < 6 && top + bit < height; bit += 1) {
        const colour = colourAt(x, top + bit);
        const mask = masks.get(colour) ?? new Uint8Array(width);
        mask[x] = (mask[x] ?? 0) | (1 << bit);
        masks.set(colour, mask);
      }
    }
    for (const [colour, mask] of masks) {
      text += `#${colour}`;
      for (let x = 0; x < width; ) {
        let run = 1;
        while (x + run < width && mask[x + run] === mask[x]) run += 1;
        const sign = String.fromCharCode(63 + (mask[x] ?? 0));
        text += run > 3 ? `!${run}${sign}` : sign.repeat(run);
        x += run;
      }
      text += "$";
    }
    text += "-";
  }
  return `${text}\u001b\\`;
}

const cell = { width: 8, height: 16 };

/** The picture in real pixels, as the text to write at the cursor. */
export async function graphicsText(
  bytes: Uint8Array,
  { columns, rows }: PictureSize,
  graphics: Graphics,
): Promise<string> {
  const sharp = await loadSharp();
  const fitted = sharp(bytes)
    .flatten({ background: "#ffffff" })
    .resize(columns * cell.width, rows * cell.height, { fit: "inside", withoutEnlargement: true });
  if (graphics === "sixel") {
    const { data, info } = await fitted.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return sixelText(data, info.width, info.height);
  }
  const { data, info } = await fitted.png().toBuffer({ resolveWithObject: true });
  const wide = Math.min(columns, Math.ceil(info.width / cell.width));
  return graphics === "kitty" ? kittyText(data, wide) : itermText(data, wide);
}
