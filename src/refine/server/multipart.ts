/** One trajectory as multipart/form-data: a part `trajectory` with its JSON, and its images by the paths it uses. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Busboy } from "@fastify/busboy";
import { oneLine, shown } from "../../trajectory/index.ts";
import { parseJsonText } from "./body.ts";
import type { Limits } from "./limits.ts";
import { Refusal } from "./problem.ts";

/** What the parts hold. */
export interface Parts {
  /** The part `trajectory`, parsed. */
  trajectory: unknown;
  /** Path as the trajectory uses it → bytes. */
  images: Map<string, Uint8Array>;
  /** A hash of names and contents: the same parts with another boundary have the same. */
  digest: string;
}

const jsonPart = "trajectory";
const longestName = 1000;

const unreadable = (error: unknown): Refusal =>
  new Refusal(
    "bad-request",
    `body: no multipart/form-data that can be read: ${oneLine(error instanceof Error ? error.message : String(error), 200)}`,
  );

const tooMany = (most: number): Refusal =>
  new Refusal("too-large", `the body may have ${most} image parts beside ${jsonPart}`);

/** The parts of a body by name, in their order. */
function partsOf(headers: IncomingHttpHeaders, body: Buffer, limits: Limits): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    const parts = new Map<string, Buffer>();
    const add = (name: string | undefined, bytes: Buffer): void => {
      if (name === undefined || name === "") reject(new Refusal("invalid", "a part has no name"));
      else if (parts.has(name)) reject(new Refusal("invalid", `there are two parts ${shown(name)}`));
      else parts.set(name, bytes);
    };
    const most = limits.images + 1;
    const parser = new Busboy({
      headers: { ...headers, "content-type": headers["content-type"] ?? "" },
      limits: {
        parts: most + 1,
        files: most,
        fields: 2,
        fieldNameSize: longestName,
        fieldSize: limits.bodyBytes,
        fileSize: limits.bodyBytes,
        headerPairs: 20,
        headerSize: 8192,
      },
    });
    parser.on("file", (name, stream) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => add(name, Buffer.concat(chunks)));
      stream.on("error", (error: unknown) => reject(unreadable(error)));
    });
    parser.on("field", (name, value) => add(name, Buffer.from(value)));
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
      parser.on(limit, () => reject(tooMany(limits.images)));
    parser.on("error", (error: unknown) => reject(unreadable(error)));
    parser.on("finish", () => resolve(parts));
    parser.end(body);
  });
}

function digestOf(parts: ReadonlyMap<string, Buffer>): string {
  const hash = createHash("sha256");
  for (const [name, bytes] of [...parts].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${Buffer.byteLength(name)} ${bytes.length}\n${name}`).update(bytes);
  return hash.digest("hex");
}

/** @throws Refusal for a body that is no multipart/form-data, has no part `trajectory`, or too many parts */
export async function readParts(headers: IncomingHttpHeaders, body: Buffer, limits: Limits): Promise<Parts> {
  let parts: Map<string, Buffer>;
  try {
    parts = await partsOf(headers, body, limits);
  } catch (error) {
    throw error instanceof Refusal ? error : unreadable(error);
  }
  const digest = digestOf(parts);
  const json = parts.get(jsonPart);
  if (json === undefined) throw new Refusal("invalid", `there is no part ${jsonPart}`, { field: jsonPart });
  parts.delete(jsonPart);
  return { trajectory: parseJsonText(json, jsonPart), images: parts, digest };
}
