/** Tells when two runs of one input have one id, without keeping a path for each of ten thousand runs. */
import { InputError, shown } from "../trajectory/index.ts";

export class SeenIds {
  readonly #files: string[] = [];
  readonly #fileOf = new Map<string, number>();

  /** @throws InputError naming both files when the id was seen before */
  add(id: string, file: string): void {
    const other = this.#fileOf.get(id);
    if (other !== undefined) {
      throw new InputError(`${file}: id ${shown(id)} is also the id of a run in ${this.#files[other]}`);
    }
    if (this.#files.at(-1) !== file) this.#files.push(file);
    this.#fileOf.set(id, this.#files.length - 1);
  }
}
