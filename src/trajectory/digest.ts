/** Content hashes: the same content gives the same hash, whatever the order of its keys. */
import { createHash } from "node:crypto";
import { imagesOf } from "./images.ts";
import type { Trajectory } from "./trajectory.ts";

/** JSON with sorted keys and without undefined members. */
export function canonicalJson(value: unknown): string {
  return canonical(value) ?? "null";
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** As JSON.stringify would write it with sorted keys; undefined for what it leaves out. Written out, for speed. */
function canonical(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || "toJSON" in value) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((member) => canonical(member) ?? "null").join(",")}]`;
  const members = Object.entries(value).sort(([a], [b]) => byName(a, b));
  let text = "";
  for (const [name, member] of members) {
    const written = canonical(member);
    if (written !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${written}`;
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
