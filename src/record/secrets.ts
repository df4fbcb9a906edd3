/** What was typed into password fields in this recording: known in memory, so that it can be taken out of everything written. */

export const passwordMark = "[redacted:password]";
/** A shorter secret would blank half of every page; its own field is blanked in any case. */
const shortest = 3;
const shortestPiece = 6;

/** The base64 text that a secret gives inside longer data: it depends on the place, so there are three of it. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const ofSecretAlone = text.slice(
      Math.ceil((shift * 8) / 6),
      Math.floor(((shift + bytes.length) * 8) / 6),
    );
    const urlSafe = ofSecretAlone.replaceAll("+", "-").replaceAll("/", "_");
    return ofSecretAlone.length < shortestPiece ? [] : [ofSecretAlone, urlSafe];
  });
}

/** A secret in every encoding in which a request or a page may carry it. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret);
  return [
    secret,
    json,
    json.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    new URLSearchParams({ s: secret }).toString().slice(2),
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    Buffer.from(secret).toString("base64"),
    ...base64Forms(secret),
    ...base64Forms(json),
  ];
}

/** Remembers secrets and removes them from text. */
export class TypedSecrets {
  readonly #whole = new Set<string>();
  /** What stands in a password field and may still grow, letter by letter. */
  #growing: string | undefined;

  /** A secret that is known as a whole. */
  add(secret: string): void {
    if (secret.length >= shortest) this.#whole.add(secret);
  }

  /** What a password field holds now: it replaces what it held before, when that was only its beginning. */
  addGrowing(secret: string): void {
    if (secret.length < shortest || this.#whole.has(secret)) return;
    if (this.#growing !== undefined && !secret.startsWith(this.#growing)) this.#whole.add(this.#growing);
    this.#growing = secret;
  }

  /** A function that takes every secret so far out of a text. */
  remover(): (text: string) => string {
    const secrets = [...this.#whole, ...(this.#growing === undefined ? [] : [this.#growing])];
    const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
    return (text) => {
      let clean = text;
      for (const form of forms) clean = clean.replaceAll(form, passwordMark);
      return clean;
    };
  }
}
