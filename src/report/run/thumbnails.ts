/** Screenshots made small: in a folder beside the page, or inside it; the same picture only once. */
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { shrinkImage } from "../../evidence/index.ts";

export interface Thumbnail {
  /** What the page finds it by: the name of a file beside it without its ending, or a key inside it. */
  name: string;
  width: number;
  height: number;
}

/** Where thumbnails go: nowhere, inside the page, or in a folder that the page names by `url`. */
export type ThumbnailPlace =
  | { kind: "none" }
  | { kind: "inside" }
  | { kind: "beside"; folder: string; url: string };

/** Wide enough to read a button, narrow enough to send; a full page is cut to what fits. */
const bounds = { width: 640, height: 1280, quality: 60 };

/** Makes thumbnails, each picture once. */
export class Thumbnails {
  readonly #place: ThumbnailPlace;
  readonly #made = new Map<string, Promise<Thumbnail | undefined>>();
  /** With the place "inside": the pictures as data: URLs by their names. */
  readonly inside = new Map<string, string>();
  /** Pictures that could not be shown, and how often; the reason is the key. */
  readonly faults = new Map<string, number>();

  constructor(place: ThumbnailPlace) {
    this.#place = place;
  }

  /** How many different pictures there are. */
  get size(): number {
    return this.#made.size;
  }

  /** The thumbnail of an image; undefined when it cannot be shown or none are wanted. */
  async of(read: () => Promise<Uint8Array>): Promise<Thumbnail | undefined> {
    if (this.#place.kind === "none") return undefined;
    let bytes: Uint8Array;
    try {
      bytes = await read();
    } catch (error) {
      return this.#fault(error);
    }
    const name = createHash("sha256").update(bytes).digest("hex").slice(0, 24);
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const making = this.#make(name, bytes).catch((error: unknown) => this.#fault(error));
    this.#made.set(name, making);
    return making;
  }

  #fault(error: unknown): undefined {
    const reason = error instanceof Error ? error.message : String(error);
    this.faults.set(reason, (this.faults.get(reason) ?? 0) + 1);
    return undefined;
  }

  async #make(name: string, bytes: Uint8Array): Promise<Thumbnail> {
    const { data, width, height } = await shrinkImage(bytes, bounds);
    if (this.#place.kind === "inside") {
      this.inside.set(name, `data:image/webp;base64,${Buffer.from(data).toString("base64")}`);
    } else if (this.#place.kind === "beside") {
      await mkdir(this.#place.folder, { recursive: true });
      await writeFile(join(this.#place.folder, `${name}.webp`), data);
    }
    return { name, width, height };
  }
}
