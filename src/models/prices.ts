/** What a call costs: list prices as one table, and the sum for one answer. */
import type { ParsedModelRef } from "./model-ref.ts";
import { providers } from "./providers.ts";

/** The day on which the table was last compared with the providers' list prices. */
export const pricesAsOf = "2026-11-29";

interface Price {
  /** USD per million input tokens. */
  readonly input: number;
  /** USD per million input tokens read from the provider's prompt cache. */
  readonly cached: number;
  /** USD per million output tokens, reasoning included. */
  readonly output: number;
}

interface ListPrice extends Price {
  /** A whole request with more input tokens than `above` costs this instead. */
  readonly long?: Price & { readonly above: number };
}

const price = (input: number, cached: number, output: number, long?: ListPrice["long"]): ListPrice => ({
  input,
  cached,
  output,
  ...(long === undefined ? {} : { long }),
});

/** By model name, dots as dashes, without a date or `latest` at the end. */
const prices: Readonly<Record<string, ListPrice>> = {
  "gpt-5-5": price(5, 0.5, 30, { above: 272_000, input: 10, cached: 1, output: 45 }),
  "gpt-5-4": price(2.5, 0.25, 15, { above: 272_000, input: 5, cached: 0.5, output: 22.5 }),
  "gpt-5-4-mini": price(0.75, 0.075, 4.5),
  "gpt-5-4-nano": price(0.2, 0.02, 1.25),
  "gpt-5-2": price(1.75, 0.175, 14),
  "gpt-5-1": price(1.25, 0.125, 10),
  "gpt-5": price(1.25, 0.125, 10),
  "gpt-5-mini": price(0.25, 0.025, 2),
  "gpt-5-nano": price(0.05, 0.005, 0.4),
  "gpt-4-1": price(2, 0.5, 8),
  "gpt-4-1-mini": price(0.4, 0.1, 1.6),
  "gpt-4-1-nano": price(0.1, 0.025, 0.4),
  "gpt-4o": price(2.5, 1.25, 10),
  "gpt-4o-mini": price(0.15, 0.075, 0.6),
  o1: price(15, 7.5, 60),
  o3: price(2, 0.5, 8),
  "o3-mini": price(1.1, 0.55, 4.4),
  "o4-mini": price(1.1, 0.275, 4.4),
  "claude-opus-5-5": price(4, 0.2, 20),
  "claude-opus-5": price(5, 0.5, 25),
  "claude-opus-4-8": price(5, 0.5, 25),
  "claude-opus-4-7": price(5, 0.5, 25),
  "claude-opus-4-6": price(5, 0.5, 25),
  "claude-opus-4-5": price(5, 0.5, 25),
  "claude-opus-4-1": price(15, 1.5, 75),
  "claude-opus-4": price(15, 1.5, 75),
  "claude-sonnet-5-5": price(2, 0.1, 10),
  "claude-sonnet-5": price(2, 0.2, 10),
  "claude-sonnet-4-6": price(3, 0.3, 15),
  "claude-sonnet-4-5": price(3, 0.3, 15),
  "claude-sonnet-4": price(3, 0.3, 15),
  "claude-haiku-5-5": price(0.1, 0.01, 0.5, { above: 100_000, input: 0.5, cached: 0.05, output: 2.5 }),
  "claude-haiku-4-5": price(1, 0.1, 5),
  "claude-3-5-haiku": price(0.8, 0.08, 4),
};

/** The model's name as the tables spell it: no vendor, no date, dots as dashes. */
export function familyName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^.*\//, "")
    .replaceAll(".", "-")
    .replace(/-(?:latest|\d{8}|\d{4}-\d{2}-\d{2})$/, "");
}

/**
 * The cost of one answer in USD: 0 for a server of one's own, null when the price is not known, as for an unknown model
 * and for any model behind an address that is not the provider's own.
 *
 * @param usage `inputTokens` includes `cachedTokens`
 */
export function costOf(
  model: ParsedModelRef,
  official: boolean,
  usage: { inputTokens: number; outputTokens: number; cachedTokens: number },
): number | null {
  if (providers[model.provider].local) return 0;
  const name = familyName(model.name);
  const listed = Object.hasOwn(prices, name) ? prices[name] : undefined;
  if (!official || listed === undefined) return null;
  const rate = listed.long !== undefined && usage.inputTokens > listed.long.above ? listed.long : listed;
  const fresh = Math.max(0, usage.inputTokens - usage.cachedTokens);
  return (
    (fresh * rate.input + usage.cachedTokens * rate.cached + usage.outputTokens * rate.output) / 1_000_000
  );
}
