/** Loads a judge of the user's own: the default export of a file or of a package. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createJiti } from "jiti";
import { z } from "zod";
import { defineJudge, type Judge } from "../src/judging/index.ts";
import { digest, InputError, issueLines } from "../src/trajectory/index.ts";

const isFunction = (value: unknown): boolean => typeof value === "function";
const judgeShape = z.looseObject({
  id: z.string(),
  summary: z.string(),
  levels: z.array(z.enum(["trajectory", "step"])).min(1),
  options: z.custom((value) => value instanceof Object && "safeParse" in value, "must be a zod schema"),
  judge: z.custom(isFunction, "must be a function"),
  judgeStep: z.custom(isFunction, "must be a function").optional(),
});

function isJudge(value: unknown): value is Judge {
  return judgeShape.safeParse(value).success;
}

/** What every judge imports, for folders in which neither is installed: this package and its zod. */
function ownPackages(): [name: string, path: string][] {
  const source = import.meta.url.endsWith(".ts") ? "../src/index.ts" : "../src/index.js";
  return [
    ["trajudge", fileURLToPath(new URL(source, import.meta.url))],
    ["zod", fileURLToPath(import.meta.resolve("zod"))],
  ];
}

/** Reads TypeScript too; it keeps no cache on disk, where it would be written into the user's folders. */
const loaderFrom = (folder: string) =>
  createJiti(pathToFileURL(resolve(folder, "judge.js")).href, { fsCache: false });

/** The same, which finds here what the folder lacks. */
function judgeLoader(folder: string) {
  const missing = ownPackages().filter(([name]) => !isInstalled(name, folder));
  return createJiti(pathToFileURL(resolve(folder, "judge.js")).href, {
    fsCache: false,
    alias: Object.fromEntries(missing),
  });
}

/** Whether a package of this name can be found from a folder. */
export function isInstalled(name: string, folder: string): boolean {
  return loaderFrom(folder).esmResolve(name, { try: true }) !== undefined;
}

/** Whether a judge's name means a file. */
export function isFileSpec(spec: string): boolean {
  return /^\.{0,2}[/\\]/.test(spec) || /\.(?:[cm]?[jt]s|tsx)$/.test(spec);
}

/**
 * The judge that a file or a package exports by default. The content of the file is part of the judge's version.
 *
 * @param spec a path, or a package's name
 * @throws InputError when it cannot be loaded, or its default export is no judge
 */
export async function loadJudge(spec: string, folder: string = process.cwd()): Promise<Judge> {
  const file = isFileSpec(spec) ? resolve(folder, spec) : undefined;
  let exported: unknown;
  try {
    exported = await judgeLoader(file === undefined ? folder : dirname(file)).import(file ?? spec, {
      default: true,
    });
  } catch (error) {
    if (InputError.isInstance(error)) throw error;
    const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    throw new InputError(`judge ${spec}: cannot be loaded: ${message}`, { cause: error });
  }
  if (!isJudge(exported)) {
    const read = judgeShape.safeParse(exported);
    const line = read.success ? "" : issueLines(read.error, exported)[0];
    throw new InputError(`judge ${spec}: its default export is no judge: ${line}`);
  }
  const judge = defineJudge(exported);
  if (file === undefined) return judge;
  return { ...judge, files: { ...judge.files, module: digest(readFileSync(file, "utf8")) } };
}
