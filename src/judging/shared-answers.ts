/** Answers that several runs want: asked for once, and given to all who ask while they are known. */
import { BudgetReached, InputError } from "../trajectory/index.ts";
import { untilAborted } from "./until-aborted.ts";

/** Answers kept for being asked again; the oldest goes first. */
const mostKept = 5000;

export class SharedAnswers<Answer> {
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #isWorthKeeping: (answer: Answer) => boolean;

  /** @param isWorthKeeping false for an answer that the next who asks should not get */
  constructor(isWorthKeeping: (answer: Answer) => boolean) {
    this.#isWorthKeeping = isWorthKeeping;
  }

  /**
   * The answer under this key: the one that another run has asked for, or what `ask` gives. Who asked for it may give
   * up, which is no reason for the others to.
   *
   * @throws as `ask`, and the signal's reason
   */
  async get(key: string, ask: () => Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
    for (let known = this.#answers.get(key); known !== undefined; known = this.#answers.get(key)) {
      try {
        return await untilAborted(known, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (InputError.isInstance(error) || BudgetReached.isInstance(error)) throw error;
        this.#forget(key, known);
      }
    }
    const answer = ask();
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > mostKept && oldest !== undefined) this.#answers.delete(oldest);
    answer.then(
      (given) => this.#isWorthKeeping(given) || this.#forget(key, answer),
      () => this.#forget(key, answer),
    );
    return answer;
  }

  #forget(key: string, answer: Promise<Answer>): void {
    if (this.#answers.get(key) === answer) this.#answers.delete(key);
  }
}
