/** The files of a recording: its frames, and its trajectory without secrets. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { redactTrajectory } from "../evidence/redaction.ts";
import { type ImageSource, InputError, type Trajectory, withImages } from "../trajectory/index.ts";

/** Writes into one folder, which is made when it is not there, and reads back the frames that it wrote. */
export class RunFiles implements ImageSource {
  readonly #folder: string;
  readonly #frames = new Set<string>();
  #lastFrame: { path: string; bytes: Uint8Array } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes a JPEG and gives the path to record; a screen that did not change is written once. */
  async saveFrame(bytes: Uint8Array): Promise<string> {
    if (this.#lastFrame !== undefined && Buffer.compare(this.#lastFrame.bytes, bytes) === 0)
      return this.#lastFrame.path;
    const path = `frames/${this.#frames.size}.jpg`;
    this.#frames.add(path);
    await mkdir(join(this.#folder, "frames"), { recursive: true });
    await writeFile(join(this.#folder, path), bytes);
    this.#lastFrame = { path, bytes };
    return path;
  }

  async read(path: string): Promise<Uint8Array> {
    if (!this.#frames.has(path))
      throw new InputError(`${this.#folder}: ${JSON.stringify(path)} is no frame of this recording`);
    return readFile(join(this.#folder, path));
  }

  /**
   * Writes the whole record so far, and never half of it.
   *
   * @param withoutSecrets takes the secrets that are known out of a text
   * @returns the record as it was written, able to open its frames
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
    return withImages(redacted, this);
  }
}
