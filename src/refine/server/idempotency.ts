/** Answers that are remembered by the client's Idempotency-Key, so that a request sent twice is carried out once. */
import { createHash } from "node:crypto";
import { Refusal } from "./problem.ts";

/** An answer as it goes out. */
export interface Answer {
  status: number;
  text: string;
  /** Whether the same request may be answered better later, as after a time-out: then it is not remembered. */
  passing: boolean;
}

/** What a key stands for: a body, and its answer. */
interface Known<Given> {
  digest: string;
  answer: Given;
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
  /** Never forgotten: whoever sends one of these again would have it carried out twice. */
  readonly #making = new Map<string, Known<Promise<Answer>>>();
  /** Oldest first. */
  readonly #made = new Map<string, Known<Answer>>();
  #length = 0;

  /**
   * The answer given before under this key, or the one that `make` gives. Answers that are still being made are waited
   * for; a request that fails, or whose answer is a passing one, is forgotten, so that it may be sent again.
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
    const known = this.#making.get(name) ?? this.#made.get(name);
    if (known !== undefined) {
      if (known.digest !== digest()) throw keyReused(key);
      return { ...(await known.answer), replayed: true };
    }
    const making = { digest: digest(), answer: make() };
    this.#making.set(name, making);
    try {
      const answer = await making.answer;
      if (!answer.passing) this.#remember(name, { digest: making.digest, answer });
      return { ...answer, replayed: false };
    } finally {
      this.#making.delete(name);
    }
  }

  #remember(name: string, made: Known<Answer>): void {
    this.#made.set(name, made);
    this.#length += made.answer.text.length;
    for (const [oldest, { answer }] of this.#made) {
      if (this.#made.size <= mostAnswers && this.#length <= mostLength) return;
      this.#made.delete(oldest);
      this.#length -= answer.text.length;
    }
  }
}
