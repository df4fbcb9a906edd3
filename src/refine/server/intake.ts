/** From what a client sent to a trajectory that may be judged: bounded, checked, its images looked at and at hand. */
import { imageSize, redactText } from "../../evidence/index.ts";
import { dataUrlBytes, dataUrlFault, trajectoryFromJson } from "../../formats/index.ts";
import {
  InputError,
  type Observation,
  oneLine,
  type Problem,
  shown,
  type Trajectory,
  withImages,
} from "../../trajectory/index.ts";
import type { Limits } from "./limits.ts";
import { Refusal, refusing } from "./problem.ts";

export interface Taken {
  trajectory: Trajectory;
  /** What of it could not be read, such as unknown fields. */
  problems: Problem[];
}

type TakingLimits = Pick<Limits, "steps" | "images" | "imagePixels" | "values" | "textLength">;

const noImages: ReadonlyMap<string, Uint8Array> = new Map();

/** Deeper than any record, and far from where recursion would fail. */
const deepest = 64;

const at = (field: string, path: string): string => (field === "" ? path : `${field}.${path}`);

/**
 * Characters of all texts but screenshots, keys included.
 *
 * @throws Refusal for more values than the limit: each may be wrong, and is then named at a hundred times its own cost
 */
function textLengthOf(value: unknown, field: string, limit: number): number {
  let values = 0;
  const walk = (node: unknown, key: string, depth: number): number => {
    values += 1;
    if (values > limit)
      throw new Refusal("too-large", `may have ${limit} fields and list entries, saw more`, {
        field: field || "body",
      });
    if (typeof node === "string") return key === "screenshot" ? 0 : node.length;
    if (typeof node !== "object" || node === null) return 1;
    if (depth > deepest)
      throw new Refusal("invalid", `is nested more than ${deepest} levels deep`, { field: field || "body" });
    let total = 2;
    if (Array.isArray(node)) for (const member of node) total += walk(member, "", depth + 1);
    else
      for (const [name, member] of Object.entries(node)) total += name.length + walk(member, name, depth + 1);
    return total;
  };
  return walk(value, "", 0);
}

function bound(seen: number, limit: number, what: string, field: string): void {
  if (seen > limit)
    throw new Refusal("too-large", `may have ${limit} ${what}, saw ${seen}`, { field: field || "body" });
}

/** Where an image path of a client may not lead, even if nothing is opened there. */
const leaves = (path: string): boolean =>
  /^[\\/]|^[a-z][a-z\d+.-]*:|\0/i.test(path) || path.split(/[\\/]/).includes("..");

/** The bytes of a screenshot. Nothing is opened: a path means a part of the same request. */
function bytesOf(path: string, images: ReadonlyMap<string, Uint8Array>, field: string): Uint8Array {
  if (/^data:/i.test(path)) {
    const fault = dataUrlFault(path);
    if (fault !== undefined) throw new Refusal("invalid", fault, { field });
    return dataUrlBytes(path);
  }
  if (leaves(path)) throw new Refusal("invalid", `${shown(path)} leaves the request`, { field });
  const bytes = images.get(path);
  if (bytes === undefined)
    throw new Refusal(
      "invalid",
      `${shown(path)} is no part of this request; send the image as a data: URL, or as a part with this name`,
      { field },
    );
  return bytes;
}

async function checkImage(bytes: Uint8Array, field: string, pixels: number): Promise<void> {
  let size: { width: number; height: number };
  try {
    size = await imageSize(bytes);
  } catch (error) {
    if (InputError.isInstance(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal("invalid", oneLine(why, 200), { field });
  }
  const { width, height } = size;
  if (width * height > pixels)
    throw new Refusal("too-large", `may have ${pixels} pixels, saw ${width} × ${height}`, { field });
}

/** The observations that have a screenshot, each with its field's name. */
function screenshots(trajectory: Trajectory, field: string): [path: string, field: string][] {
  const all: [Observation | undefined, string][] = [
    ...trajectory.steps.map(({ observation }, index): [Observation, string] => [
      observation,
      `steps[${index}].observation`,
    ]),
    [trajectory.final, "final"],
  ];
  return all.flatMap(([observation, name]): [string, string][] =>
    observation?.screenshot === undefined ? [] : [[observation.screenshot, at(field, `${name}.screenshot`)]],
  );
}

/** @throws Refusal before a long list is checked entry by entry */
function boundSteps(value: unknown, limits: TakingLimits, field: string): void {
  if (typeof value !== "object" || value === null || !("steps" in value)) return;
  if (Array.isArray(value.steps)) bound(value.steps.length, limits.steps, "steps", at(field, "steps"));
}

/**
 * Takes in one trajectory.
 *
 * @param field what it is called in refusals, such as `trajectories[3]`; `""` when it is the whole body
 * @param images the images that came with it, by the path it uses
 * @throws Refusal that names the field: wrong shape, too much of something, an image that is missing, none, or a bomb
 */
export async function takeTrajectory(
  value: unknown,
  field: string,
  limits: TakingLimits,
  images: ReadonlyMap<string, Uint8Array> = noImages,
): Promise<Taken> {
  bound(
    textLengthOf(value, field, limits.values),
    limits.textLength,
    "characters besides screenshots",
    field,
  );
  boundSteps(value, limits, field);
  const { trajectory, problems: found } = refusing(() => trajectoryFromJson(value, field));
  const problems = found.map(({ where, what }) => ({ where, what: redactText(what).text }));
  const shots = screenshots(trajectory, field);
  if (shots.length === 0) return { trajectory, problems };
  bound(shots.length, limits.images, "screenshots", field);
  const seen = new Set<string>();
  for (const [path, name] of shots) {
    if (seen.has(path)) continue;
    seen.add(path);
    await checkImage(bytesOf(path, images, name), name, limits.imagePixels);
  }
  if (images.size === 0) return { trajectory, problems };
  const source = { read: async (path: string) => bytesOf(path, images, "screenshot") };
  return { trajectory: withImages(trajectory, source), problems };
}
