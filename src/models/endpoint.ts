/** From a model reference to an address and the one key that belongs there. */
import { InputError } from "../trajectory/index.ts";
import type { Environment } from "./environment.ts";
import { normalBaseUrl, type ParsedModelRef } from "./model-ref.ts";
import { type Protocol, type Provider, providers } from "./providers.ts";

/** The variable whose key goes to hosts that belong to no named provider. */
const foreignKeyVariable = "TRAJUDGE_API_KEY";

export interface Endpoint {
  readonly protocol: Protocol;
  readonly baseUrl: string;
  readonly origin: string;
  /** Whether this is the provider's own service, or moved there by its variable, and no server of another kind. */
  readonly official: boolean;
  readonly local: boolean;
  readonly keyHeader: Provider["keyHeader"];
  /** The variable that a key for this host is read from. */
  readonly keyVariable: string;
  readonly key: string | undefined;
}

function withScheme(text: string): string {
  return /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
}

/** Where OLLAMA_HOST names an address to listen on, not one to call. */
function callable(text: string): string {
  return withScheme(text).replace(/^(https?:\/\/)0\.0\.0\.0(?=[:/]|$)/i, "$1localhost");
}

/** A key belongs to its provider's own hosts, never to another host, and never crosses a network in clear text. */
function belongs(url: URL, provider: Provider, moved: string | undefined): boolean {
  if (moved !== undefined && url.origin === new URL(moved).origin) return true;
  if (provider.baseUrl !== undefined && url.origin === new URL(provider.baseUrl).origin) return true;
  return (
    url.protocol === "https:" && (provider.keyHosts ?? []).some((suffix) => url.hostname.endsWith(suffix))
  );
}

/**
 * The address that a reference stands for, and its key.
 *
 * @throws InputError when the address or the key is missing, naming the variable
 */
export function resolveEndpoint(model: ParsedModelRef, environment: Environment): Endpoint {
  const provider: Provider = providers[model.provider];
  const variable = provider.baseUrlVariable;
  const set = variable === undefined ? undefined : environment[variable];
  const moved =
    set && variable
      ? normalBaseUrl(model.provider === "ollama" ? callable(set) : set, model.provider, variable)
      : undefined;
  const baseUrl = model.baseUrl ?? moved ?? provider.baseUrl;
  if (baseUrl === undefined)
    throw new InputError(
      `model ${model.ref}: no address; write ${provider.example}${variable ? ` or set ${variable}` : ""}`,
    );
  const url = new URL(baseUrl);
  const own = belongs(url, provider, moved);
  const keyVariable = own && provider.keyVariable ? provider.keyVariable : foreignKeyVariable;
  const key = environment[keyVariable]?.trim() || undefined;
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new InputError(`${keyVariable} holds characters that no key has (a space, a line end, an umlaut)`);
  const paid = own && provider.keyVariable !== undefined && url.protocol === "https:";
  if (key === undefined && paid)
    throw new InputError(
      `model ${model.ref}: no key; set ${keyVariable} in the environment or in .env in the working folder`,
    );
  return {
    protocol: provider.protocol,
    baseUrl,
    origin: url.origin,
    official: own,
    local: provider.local,
    keyHeader: own ? provider.keyHeader : provider.protocol === "anthropic" ? "x-api-key" : "authorization",
    keyVariable,
    key,
  };
}
