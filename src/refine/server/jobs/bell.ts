/** Wakes all who wait, and then lets others wait again. */
export class Bell {
  #next: Promise<void>;
  #resolve: () => void = () => undefined;

  constructor() {
    this.#next = this.#renew();
  }

  #renew(): Promise<void> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Resolves when it rings next. */
  get next(): Promise<void> {
    return this.#next;
  }

  ring(): void {
    const resolve = this.#resolve;
    this.#next = this.#renew();
    resolve();
  }
}
