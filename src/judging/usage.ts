/** Adds up what the calls of a judge used. */
import type { ModelUsage } from "../models/index.ts";
import type { Usage } from "../trajectory/index.ts";

export const noUsage: Usage = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  images: 0,
  costUsd: 0,
  latencyMs: 0,
};

/** The sum; its cost is null as soon as one cost is not known. */
export function addUsage(total: Usage, call: ModelUsage & { readonly calls?: number }): Usage {
  return {
    calls: total.calls + (call.calls ?? 1),
    inputTokens: total.inputTokens + call.inputTokens,
    outputTokens: total.outputTokens + call.outputTokens,
    cachedTokens: total.cachedTokens + call.cachedTokens,
    images: total.images + call.images,
    costUsd: total.costUsd === null || call.costUsd === null ? null : total.costUsd + call.costUsd,
    latencyMs: total.latencyMs + call.latencyMs,
  };
}
