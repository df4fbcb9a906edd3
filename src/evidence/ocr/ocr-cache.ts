/** Remembers what was read in an image, by the image's content: in memory, and in a folder when one is given. */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { redactText } from "../redaction.ts";
import type { OcrEngine, OcrText } from "./engine.ts";

/** Texts kept in memory; the one that was not used for longest goes first. */
const entriesInMemory = 500;

const storedSchema = z.object({
  text: z.string(),
  words: z.array(
    z.object({
      text: z.string(),
      box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
      confidence: z.number(),
    }),
  ),
  confidence: z.number().nullable(),
  unread: z.string().optional(),
});

function withoutUndefined({ unread, ...rest }: z.infer<typeof storedSchema>): OcrText {
  return unread === undefined ? rest : { ...rest, unread };
}

/** What the folder holds for a key; undefined when there is nothing, or nothing that can be read. */
async function stored(path: string): Promise<OcrText | undefined> {
  try {
    const read = storedSchema.safeParse(JSON.parse(await readFile(path, "utf8")));
    return read.success ? withoutUndefined(read.data) : undefined;
  } catch {
    return undefined;
  }
}

async function store(folder: string, path: string, text: OcrText): Promise<void> {
  // A page that shows a secret is read again next time: words with boxes cannot be redacted one by one.
  if (redactText(text.text).count > 0) return;
  await mkdir(folder, { recursive: true });
  const part = `${path}.${randomBytes(6).toString("hex")}.part`;
  await writeFile(part, JSON.stringify(text));
  await rename(part, path);
}

export interface OcrCacheOptions {
  /** Where texts are kept for the next run; nowhere when absent. A text with a secret is never kept there. */
  readonly folder?: string | undefined;
}

/**
 * An engine that reads the same image once. What fails is not remembered.
 *
 * @throws as the engine; a folder that cannot be written is the caller's error
 */
export function cachedOcr(engine: OcrEngine, { folder }: OcrCacheOptions = {}): OcrEngine {
  const known = new Map<string, Promise<OcrText>>();

  async function read(key: string, bytes: Uint8Array): Promise<OcrText> {
    const path = folder === undefined ? undefined : join(folder, `${key}.json`);
    const earlier = path === undefined ? undefined : await stored(path);
    if (earlier !== undefined) return earlier;
    const text = await engine.read(bytes);
    if (folder !== undefined && path !== undefined) await store(folder, path, text);
    return text;
  }

  return {
    id: engine.id,
    close: () => engine.close(),
    read(bytes) {
      const key = createHash("sha256")
        .update(engine.id)
        .update("\0")
        .update(bytes)
        .digest("hex")
        .slice(0, 40);
      const result = known.get(key) ?? read(key, bytes);
      known.delete(key);
      known.set(key, result);
      result.catch(() => known.delete(key));
      if (known.size > entriesInMemory) known.delete(known.keys().next().value ?? "");
      return result;
    },
  };
}
