/** One tesseract.js worker: started offline, watched, and never able to take the process with it. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Worker as Thread } from "node:worker_threads";
import type { Page, Worker } from "tesseract.js";
import { InputError, oneLine } from "../../trajectory/index.ts";

/** The integer version of the best model: smaller and faster than the float one, and read no less in measurements. */
const model = "4.0.0_best_int";
/** A page that takes longer is given up. */
const patienceMs = 120_000;

export interface TesseractWorker {
  recognize(png: Buffer): Promise<Page>;
  /** Images read so far. */
  readonly used: number;
  /** False after a fault: it must be replaced. */
  readonly sound: boolean;
  end(): Promise<void>;
}

const reasonOf = (error: unknown): string =>
  oneLine(error instanceof Error ? error.message : String(error), 200);

/** The thread behind a worker, which the library's types do not name. */
function threadOf(worker: Worker): Thread | undefined {
  const thread: unknown = Reflect.get(worker, "worker");
  return thread instanceof Thread ? thread : undefined;
}

/**
 * Starts a worker.
 *
 * @throws InputError when tesseract.js or its data do not load
 */
export async function startWorker(): Promise<TesseractWorker> {
  let worker: Worker;
  try {
    const { createWorker, OEM, PSM } = await import("tesseract.js");
    const data = dirname(createRequire(import.meta.url).resolve("@tesseract.js-data/eng/package.json"));
    worker = await createWorker("eng", OEM.LSTM_ONLY, {
      langPath: join(data, model),
      cacheMethod: "none",
      // Without it a bad image is thrown where nobody can catch it; what happened comes with the rejected promise.
      errorHandler: () => undefined,
    });
    await worker.setParameters({
      // Words wherever they stand: on web pages that found a third more than looking for columns.
      tessedit_pageseg_mode: PSM.SPARSE_TEXT,
      user_defined_dpi: "150",
      debug_file: "/dev/null",
    });
  } catch (error) {
    throw new InputError(`OCR needs tesseract.js and @tesseract.js-data/eng: ${reasonOf(error)}`);
  }
  const thread = threadOf(worker);
  let used = 0;
  let sound = true;
  let fail: (error: Error) => void = () => undefined;
  thread?.on("error", (error) => {
    sound = false;
    fail(new Error(`the OCR worker died: ${reasonOf(error)}`));
  });
  // An idle worker must not keep the process alive; one that works must.
  thread?.unref();

  return {
    get used() {
      return used;
    },
    get sound() {
      return sound;
    },
    async recognize(png) {
      used += 1;
      thread?.ref();
      let timer: NodeJS.Timeout | undefined;
      const trouble = new Promise<never>((_resolve, reject) => {
        fail = reject;
        timer = setTimeout(() => {
          sound = false;
          reject(new Error(`OCR gave up after ${patienceMs / 1000} s`));
        }, patienceMs);
      });
      try {
        const { data } = await Promise.race([
          worker.recognize(png, {}, { blocks: true, text: false }),
          trouble,
        ]);
        return data;
      } catch (error) {
        // After a fault inside the engine its memory is in an unknown state.
        sound = false;
        throw new Error(`OCR failed: ${reasonOf(error)}`);
      } finally {
        clearTimeout(timer);
        fail = () => undefined;
        thread?.unref();
      }
    },
    async end() {
      sound = false;
      await worker.terminate();
    },
  };
}
