/** Writes a trajectory in the native format: a folder with trajectory.json and copies of its images. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, normalize, resolve, sep } from "node:path";
import { z } from "zod";
import {
  check,
  digest,
  InputError,
  imagesOf,
  type Observation,
  shown,
  type Trajectory,
  trajectorySchema,
} from "../trajectory/index.ts";
import { isDataUrl } from "./image-bytes.ts";

/**
 * Writes the folder at once or not at all: everything is written beside it and renamed into place. A folder that
 * already holds a trajectory of the same id is replaced; folders of other runs below it, whose ids go on where this one
 * ends (`a` and `a/b`), stay.
 *
 * Images keep their paths inside the folder; `data:` URLs stay in trajectory.json. `source.path` is not written.
 *
 * @throws InputError when an image's path leaves the folder or an image cannot be read, or when the folder exists and
 *   holds anything else than this trajectory
 */
export async function writeNative(trajectory: Trajectory, folder: string): Promise<void> {
  const target = resolve(folder);
  const record = check(trajectorySchema, withoutPath(trajectory), shown(trajectory.id));
  const paths = new Set(screenshotsOf(record).filter((path) => !isDataUrl(path)));
  for (const path of paths) refuseOutside(path);
  const replaced = await replaceable(target, folder, trajectory.id);

  const building = join(dirname(target), `.trajudge-${randomUUID()}`);
  await mkdir(building, { recursive: true });
  try {
    for (const path of paths) await copyImage(trajectory, path, building);
    await writeSynced(join(building, "trajectory.json"), `${JSON.stringify(record, null, 1)}\n`);
    if (!replaced) await rename(building, target);
    else await swap(building, target);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/**
 * A folder for a run of this id, as path segments: readable, the same for the same id, without anything that a file
 * system could take for more than a name, and different for ids that differ only in what is replaced.
 */
export function runFolder(id: string): string[] {
  return id.split("/").map((part) => {
    const safe = part
      .replace(/[^\p{L}\p{N}._ -]+/gu, "-")
      .replace(/^\.+|[. ]+$/g, "")
      .slice(0, 100);
    return safe === part && safe !== "" ? safe : `${safe}-${digest(part).slice(0, 8)}`;
  });
}

function withoutPath(trajectory: Trajectory): Trajectory {
  const { path: _path, ...source } = trajectory.source ?? {};
  return { ...trajectory, source };
}

function screenshotsOf({ steps, final }: Trajectory): string[] {
  const observations: (Observation | undefined)[] = [...steps.map((step) => step.observation), final];
  return observations.flatMap((observation) => observation?.screenshot ?? []);
}

function refuseOutside(path: string): void {
  const normal = normalize(path);
  const outside = isAbsolute(path) || normal === ".." || normal.startsWith(`..${sep}`);
  if (outside || path.includes("\0") || normal === "." || normal.toLowerCase() === "trajectory.json") {
    throw new InputError(
      `screenshot: ${shown(path)} leaves the trajectory's folder, or is no name for an image`,
    );
  }
}

/** True when the folder holds an older copy of this trajectory or only folders of runs, false when it is free. */
async function replaceable(target: string, folder: string, id: string): Promise<boolean> {
  const names = await readdir(target).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new InputError(
      `${folder}: cannot be written (${error instanceof Error ? error.message : String(error)})`,
    );
  });
  if (names === undefined) return false;
  if (names.length === 0) {
    await rmdir(target);
    return false;
  }
  const held = names.includes("trajectory.json") ? await idIn(join(target, "trajectory.json")) : undefined;
  if (held === id) return true;
  if (!names.includes("trajectory.json") && (await foldersOfRuns(target)).length === names.length)
    return true;
  const what =
    held === undefined
      ? `files that are no trajectory, such as ${shown(names[0])}`
      : `trajectory ${shown(held)}`;
  throw new InputError(`${folder}: already holds ${what}`);
}

async function idIn(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  try {
    return z.object({ id: z.string() }).safeParse(JSON.parse(text)).data?.id;
  } catch {
    return undefined; // not JSON: then it is no trajectory of ours
  }
}

async function copyImage(trajectory: Trajectory, path: string, building: string): Promise<void> {
  const source = imagesOf(trajectory);
  if (source === undefined)
    throw new InputError(`${shown(trajectory.id)}: there is no source for the image ${shown(path)}`);
  const bytes = await source.read(path);
  await mkdir(dirname(join(building, path)), { recursive: true });
  await writeFile(join(building, path), bytes);
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The folders in a folder that hold a run, at whatever depth. */
async function foldersOfRuns(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const holds = await Promise.all(
    entries.map(
      async (entry) =>
        entry.isDirectory() &&
        (await readdir(join(folder, entry.name), { recursive: true })).some(
          (name) => basename(name) === "trajectory.json",
        ),
    ),
  );
  return entries.filter((_entry, i) => holds[i]).map(({ name }) => name);
}

/** Puts the new folder where the old one stands, with the folders of other runs that stood below the old one. */
async function swap(building: string, target: string): Promise<void> {
  const old = `${building}-old`;
  await rename(target, old);
  try {
    await rename(building, target);
  } catch (error) {
    await rename(old, target);
    throw error;
  }
  for (const name of await foldersOfRuns(old)) {
    // The run's own images may use the name: then both cannot stand here, and the older run is not thrown away.
    if (existsSync(join(target, name)))
      throw new InputError(
        `${join(target, name)}: holds images of one run and another run, which is kept in ${old}`,
      );
    await rename(join(old, name), join(target, name));
  }
  await rm(old, { recursive: true, force: true });
}
