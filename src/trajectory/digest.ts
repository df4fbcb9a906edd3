/** Content hashes: the same content gives the same hash, whatever the order of its keys. */
import { createHash } from "node:crypto";
import { imagesOf } from "./images.ts";
import type { Trajectory } from "./trajectory.ts";

/** JSON with sorted keys and without undefined members. */
export function canonicalJson(value: unknown): string {
  return canonical(value) ?? "null";
}

type Members = Readonly<Record<string, unknown>>;
const hasMembers = (value: object): value is Members => !Array.isArray(value) && !("toJSON" in value);

/** Nothing of it is escaped in JSON. */
const verbatim = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/;
const quoted = (text: string): string => (verbatim.test(text) ? `"${text}"` : JSON.stringify(text));

/** As JSON.stringify would write it with sorted keys; undefined for what it leaves out. Written out, for speed. */
function canonical(value: unknown): string | undefined {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((member) => canonical(member) ?? "null").join(",")}]`;
  if (!hasMembers(value)) return JSON.stringify(value);
  let text = "";
  for (const name of Object.keys(value).sort()) {
    const written = canonical(value[name]);
    if (written !== undefined) text += `${text === "" ? "" : ","}${quoted(name)}:${written}`;
  }
  return `{${text}}`;
}

/** The first 32 hex digits (128 bits) of the SHA-256 of a text or of a value's canonical JSON. */
export function digest(value: unknown): string {
  const text = typeof value === "string" ? value : canonicalJson(value);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/**
 * The hash of a trajectory's content: its record without `source.path` and `problems`, and the bytes of its images,
 * so that a run moved to another folder keeps its hash and one with another screenshot does not.
 */
export async function trajectoryDigest(trajectory: Trajectory): Promise<string> {
  const { problems: _problems, source, ...content } = trajectory;
  const { path: _path, ...origin } = source ?? {};
  const hash = createHash("sha256").update(canonicalJson({ ...content, source: origin }));
  const reader = imagesOf(trajectory);
  for (const path of framePaths(trajectory)) {
    if (path.startsWith("data:") || reader === undefined) continue;
    try {
      hash.update(await reader.read(path));
    } catch (error) {
      hash.update(`unreadable: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return hash.digest("hex").slice(0, 32);
}

/** The paths of a trajectory's screenshots in the order in which they were seen, the final one last. */
export function framePaths(trajectory: Pick<Trajectory, "steps" | "final">): string[] {
  const observations = [...trajectory.steps.map((step) => step.observation), trajectory.final];
  return observations.flatMap((observation) => observation?.screenshot ?? []);
}
