/** Reads model references: `provider:name`, with `@address` for a server of one's own. */
import { InputError, oneLine } from "../trajectory/index.ts";
import { isProviderId, type ProviderId, providers } from "./providers.ts";
import type { ModelRef } from "./types.ts";

export interface ParsedModelRef {
  readonly ref: ModelRef;
  readonly provider: ProviderId;
  /** The name that the provider knows the model by. */
  readonly name: string;
  /** The address in the reference, without a trailing slash; undefined when it names none. */
  readonly baseUrl: string | undefined;
}

const forms = Object.values(providers)
  .map((provider) => provider.example)
  .join(", ");

function bad(text: string, why: string): InputError {
  return new InputError(`model ${JSON.stringify(oneLine(text, 80))}: ${why}; the forms are ${forms}`);
}

/**
 * An address as it is used: with the provider's path when it names only a host, without a trailing slash.
 *
 * @param where what names the address, for the error: the reference or a variable
 * @throws InputError when it is no http address, or carries what would be stored and printed with it (a password, a
 *   query)
 */
export function normalBaseUrl(text: string, provider: ProviderId, where: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "")
    throw new InputError(`${where}: the address must begin with http:// or https:// and name a host`);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new InputError(
      `${where}: the address must hold no user, password, query or fragment; keys come from the environment`,
    );
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path === "" ? providers[provider].path : path}`;
}

/**
 * Reads a model reference.
 *
 * @throws InputError that says which forms there are
 */
export function parseModelRef(text: string): ParsedModelRef {
  const colon = text.indexOf(":");
  const provider = text.slice(0, colon);
  if (colon < 1 || !isProviderId(provider))
    throw bad(text, colon < 1 ? "names no provider" : "unknown provider");
  const rest = text.slice(colon + 1);
  const at = rest.search(/@[a-z]+:\/\//i);
  const name = at === -1 ? rest : rest.slice(0, at);
  if (name === "" || /[\s\p{Cc}]/u.test(name)) throw bad(text, "names no model");
  if (at !== -1) {
    // The reference is not repeated here: a password in an address would be printed with it.
    const baseUrl = normalBaseUrl(rest.slice(at + 1), provider, `model ${provider}:${name}`);
    return { ref: `${provider}:${name}@${baseUrl}`, provider, name, baseUrl };
  }
  return { ref: `${provider}:${name}`, provider, name, baseUrl: undefined };
}
