/** OCR by tesseract.js: offline, in a small pool of workers that are replaced before they grow. */
import PQueue from "p-queue";
import { loadSharp } from "../load-sharp.ts";
import type { OcrEngine, OcrWord, Pixels } from "./engine.ts";
import { type Grey, type Island, islandsIn, sheetOf } from "./islands.ts";
import { readByPieces } from "./pieces.ts";
import { startWorker, type TesseractWorker } from "./tesseract-worker.ts";

/** Letters on screens are 10 to 16 px high; the engine was trained on larger ones. */
const enlargement = 3;
/** Pixels of an enlarged piece: large pictures have large letters already. */
const mostPixels = 12_000_000;

interface Pool {
  run<Value>(work: (worker: TesseractWorker) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

/** Hands out at most `size` workers; each serves one piece at a time, and so many before it is replaced. */
function poolOf(size: number, piecesPerWorker: number): Pool {
  const idle: TesseractWorker[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;

  async function take(): Promise<TesseractWorker> {
    while (busy >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    busy += 1;
    try {
      return idle.pop() ?? (await startWorker());
    } catch (error) {
      giveBack(undefined);
      throw error;
    }
  }

  function giveBack(worker: TesseractWorker | undefined): void {
    busy -= 1;
    if (worker?.sound === true && worker.used < piecesPerWorker) idle.push(worker);
    else void worker?.end();
    waiting.shift()?.();
  }

  return {
    async run(work) {
      const worker = await take();
      try {
        return await work(worker);
      } finally {
        giveBack(worker);
      }
    },
    async close() {
      await Promise.all(idle.splice(0).map((worker) => worker.end()));
    },
  };
}

/** What the engine reads in a grey picture. */
async function recognised(worker: TesseractWorker, { data, width, height }: Grey): Promise<OcrWord[]> {
  const open = await loadSharp();
  const scale = Math.max(1, Math.min(enlargement, Math.sqrt(mostPixels / (width * height))));
  const png = await open(data, { raw: { width, height, channels: 1 } })
    .resize(Math.max(3, Math.round(width * scale)), Math.max(3, Math.round(height * scale)), {
      fit: "fill",
      kernel: "lanczos3",
    })
    .toColourspace("b-w")
    .png({ compressionLevel: 1 })
    .toBuffer();
  const { blocks } = await worker.recognize(png);
  const words = (blocks ?? []).flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) => lines.flatMap((line) => line.words)),
  );
  return words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
    text,
    confidence: confidence / 100,
    box: [x0 / scale, y0 / scale, (x1 - x0) / scale, (y1 - y0) / scale],
  }));
}

const isSure = ({ text, confidence }: OcrWord): boolean => confidence > 0.6 && /[\p{L}\p{N}]/u.test(text);

/** Whether the middle of a word's box is on an island. */
function standsOn({ box: [x, y, width, height] }: OcrWord, island: Island): boolean {
  const [across, down] = [x + width / 2 - island.left, y + height / 2 - island.top];
  return across >= 0 && across < island.width && down >= 0 && down < island.height;
}

/** The words of a page: in one pass over the whole, and in one over the buttons and fields that it left empty. */
async function wordsIn(worker: TesseractWorker, { data, width, height }: Pixels): Promise<OcrWord[]> {
  const open = await loadSharp();
  const bytes = await open(data, { raw: { width, height, channels: 3 } })
    .greyscale()
    .raw()
    .toBuffer();
  const page: Grey = { data: bytes, width, height };
  const words = await recognised(worker, page);
  const islands = islandsIn(page).filter(
    (island) => !words.some((word) => isSure(word) && standsOn(word, island)),
  );
  if (islands.length === 0) return words;
  const sheet = sheetOf(page, islands);
  const more = (await recognised(worker, sheet.grey))
    .filter(isSure)
    .flatMap((word) => sheet.onPage(word) ?? []);
  const isReplaced = (word: OcrWord): boolean =>
    islands.some((island) => standsOn(word, island) && more.some((other) => standsOn(other, island)));
  return [...words.filter((word) => !isReplaced(word)), ...more];
}

/**
 * The engine that needs nothing but npm packages.
 *
 * @param workers how many images are read at the same time; each takes about 150 MB
 * @param imagesPerWorker after how many images a worker is replaced, since its memory grows with each
 */
export function tesseract({ workers = 2, imagesPerWorker = 200 } = {}): OcrEngine {
  const pool = poolOf(workers, imagesPerWorker);
  // No more images are decoded than are read: a run may ask for hundreds at once.
  const images = new PQueue({ concurrency: workers });
  return {
    id: `tesseract.js-7/eng-best-int/grey-${enlargement}x/psm-11/islands`,
    read: (bytes) =>
      images.add(() => readByPieces(bytes, (piece) => pool.run((worker) => wordsIn(worker, piece)))),
    close: () => pool.close(),
  };
}
