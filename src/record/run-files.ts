/** The files of a recording: its frames, and its trajectory without secrets. */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { redactTrajectory } from "../evidence/redaction.ts";
import type { Trajectory } from "../trajectory/index.ts";

/** Writes into one folder, which is made when it is not there. */
export class RunFiles {
  readonly #folder: string;
  #frames = 0;
  #lastFrame: { path: string; bytes: Uint8Array } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes a JPEG and gives the path to record; a screen that did not change is written once. */
  async saveFrame(bytes: Uint8Array): Promise<string> {
    if (this.#lastFrame !== undefined && Buffer.compare(this.#lastFrame.bytes, bytes) === 0)
      return this.#lastFrame.path;
    const path = `frames/${this.#frames}.jpg`;
    this.#frames += 1;
    await mkdir(join(this.#folder, "frames"), { recursive: true });
    await writeFile(join(this.#folder, path), bytes);
    this.#lastFrame = { path, bytes };
    return path;
  }

  /**
   * Writes the whole record so far, and never half of it.
   *
   * @param withoutSecrets takes the secrets that are known out of a text
   * @returns the record as it was written
   */
  async saveTrajectory(
    trajectory: Trajectory,
    withoutSecrets: (text: string) => string,
  ): Promise<Trajectory> {
    const clean: Trajectory = JSON.parse(JSON.stringify(trajectory), (_key, member: unknown) =>
      typeof member === "string" ? withoutSecrets(member) : member,
    );
    const { trajectory: redacted } = redactTrajectory(clean);
    const path = join(this.#folder, "trajectory.json");
    await mkdir(this.#folder, { recursive: true });
    await writeFile(`${path}.new`, `${JSON.stringify(redacted, null, 1)}\n`);
    await rename(`${path}.new`, path);
    return redacted;
  }
}
