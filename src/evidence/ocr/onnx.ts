/** Runs ONNX models with whichever runtime is installed: optional, loaded when it is needed. */
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { z } from "zod";
import { InputError, oneLine } from "../../trajectory/index.ts";

/** Numbers with their shape. */
export interface Values {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** A model with one input and one output. */
export interface Model {
  run(input: Values): Promise<Values>;
}

export interface OnnxRuntime {
  readonly name: string;
  load(bytes: Uint8Array): Promise<Model>;
}

interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, unknown>): Promise<Record<string, unknown>>;
}

interface Runtime {
  readonly InferenceSession: { create(model: Uint8Array, options: object): Promise<Session> };
  readonly Tensor: new (type: "float32", data: Float32Array, dims: readonly number[]) => object;
  readonly env: { readonly wasm?: { numThreads?: number } };
}

const runtimeSchema = z.custom<Runtime>(
  (module) =>
    typeof module === "object" &&
    module !== null &&
    "InferenceSession" in module &&
    "Tensor" in module &&
    "env" in module,
);
const valuesSchema = z.object({ data: z.instanceof(Float32Array), dims: z.array(z.number()).readonly() });

/** The native runtime first; the other is about three times slower and needs no binary. */
const runtimes = ["onnxruntime-node", "onnxruntime-web"];
const mostThreads = 4;

/** Whether a package is there; one that is there and does not load is a fault to report. */
function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * The runtime that is installed.
 *
 * @throws InputError that says what to install
 */
export async function onnxRuntime(): Promise<OnnxRuntime> {
  const name = runtimes.find(isInstalled);
  if (name === undefined)
    throw new InputError(
      "PP-OCR needs an ONNX runtime: npm install onnxruntime-node (with ONNXRUNTIME_NODE_INSTALL=skip it downloads no GPU libraries), or onnxruntime-web, which is slower",
    );
  let runtime: Runtime;
  try {
    runtime = runtimeSchema.parse(await import(name));
  } catch (error) {
    throw new InputError(
      `PP-OCR: ${name} does not load: ${oneLine(error instanceof Error ? error.message : String(error), 200)}`,
    );
  }
  const threads = Math.min(mostThreads, availableParallelism());
  if (runtime.env.wasm !== undefined) runtime.env.wasm.numThreads = threads;
  return {
    name,
    async load(bytes) {
      const session = await runtime.InferenceSession.create(bytes, {
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
        // Threads that spin while they wait take the cores from everything else on a small machine.
        extra: { session: { intra_op: { allow_spinning: "0" } } },
      });
      const [input = "", output = ""] = [session.inputNames[0], session.outputNames[0]];
      return {
        async run({ data, dims }) {
          const results = await session.run({ [input]: new runtime.Tensor("float32", data, dims) });
          return valuesSchema.parse(results[output]);
        },
      };
    },
  };
}
