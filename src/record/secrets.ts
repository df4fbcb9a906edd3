/** What was typed into password fields in this recording: known in memory, so that it can be taken out of everything written. */

const mark = "[redacted:password]";
const shortest = 3;

/** Remembers typed secrets and removes them, in every encoding in which a request may carry them. */
export class TypedSecrets {
  readonly #forms = new Set<string>();

  add(secret: string): void {
    // A one- or two-letter secret would blank half of every page; its own field is blanked in any case.
    if (secret.length < shortest) return;
    const json = JSON.stringify(secret).slice(1, -1);
    const form = new URLSearchParams({ s: secret }).toString().slice(2);
    for (const text of [
      secret,
      json,
      form,
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64"),
    ]) {
      this.#forms.add(text);
    }
  }

  /** The text without any secret typed so far. */
  remove(text: string): string {
    let clean = text;
    for (const form of this.#forms) clean = clean.replaceAll(form, mark);
    return clean;
  }

  /** The same for every string inside a JSON value. */
  removeDeep<T>(value: T): T {
    if (this.#forms.size === 0) return value;
    return JSON.parse(JSON.stringify(value), (_key, member: unknown) =>
      typeof member === "string" ? this.remove(member) : member,
    );
  }
}

/** The value to record for a field: never the text of a password field. */
export function recordedValue(value: string, isPassword: boolean): string {
  return isPassword ? mark : value;
}
