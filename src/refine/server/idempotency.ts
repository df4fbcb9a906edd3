/** Answers that are remembered by the client's Idempotency-Key, so that a request sent twice is carried out once. */
import { createHash } from "node:crypto";
import { Refusal } from "./problem.ts";

/** An answer as it goes out. */
export interface Answer {
  status: number;
  text: string;
}

interface Remembered {
  digest: string;
  answer: Promise<Answer>;
  length: number;
}

const mostAnswers = 1000;
const mostLength = 64 * 1024 * 1024;

/** @throws Refusal (400) for a key that is empty, too long, or holds odd characters */
export function checkedKey(key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Refusal("bad-request", "must be 1 to 255 visible ASCII characters without blanks", {
      field: "Idempotency-Key",
    });
  return key;
}

/** A hash of what a body says. */
export const digestOfBytes = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export const keyReused = (key: string): Refusal =>
  new Refusal("key-reused", `${JSON.stringify(key)} came with another body before`, {
    field: "Idempotency-Key",
  });

/** The newest answers of this process, by key. */
export class Answers {
  readonly #answers = new Map<string, Remembered>();
  #length = 0;

  /**
   * The answer given before under this key, or the one that `make` gives. Answers that are still being made are waited
   * for; a request that fails is forgotten, so that it may be sent again.
   *
   * @throws Refusal (422) when the key came with another body
   */
  async once(
    route: string,
    key: string | undefined,
    digest: () => string,
    make: () => Promise<Answer>,
  ): Promise<Answer & { replayed: boolean }> {
    if (key === undefined) return { ...(await make()), replayed: false };
    const name = `${route} ${key}`;
    const known = this.#answers.get(name);
    if (known !== undefined) {
      if (known.digest !== digest()) throw keyReused(key);
      return { ...(await known.answer), replayed: true };
    }
    const entry: Remembered = { digest: digest(), answer: make(), length: 0 };
    this.#answers.set(name, entry);
    try {
      const answer = await entry.answer;
      entry.length = answer.text.length;
      this.#length += entry.length;
      this.#forgetOldest();
      return { ...answer, replayed: false };
    } catch (error) {
      this.#answers.delete(name);
      throw error;
    }
  }

  #forgetOldest(): void {
    for (const [name, { length }] of this.#answers) {
      if (this.#answers.size <= mostAnswers && this.#length <= mostLength) return;
      this.#answers.delete(name);
      this.#length -= length;
    }
  }
}
