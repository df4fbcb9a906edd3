/** What each provider takes by way of images, as data, and the check before a request is sent. */
import { type ParsedModelRef, parseModelRef } from "./model-ref.ts";
import type { ProviderId } from "./providers.ts";
import type { ImagePart, ModelRef } from "./types.ts";

export interface ImageLimits {
  /** Images in one request. */
  readonly count: number;
  /** Bytes of one image file, before base64. */
  readonly bytes: number;
  /** Bytes of all images of a request, before base64. */
  readonly totalBytes: number;
  /** Pixels of the longer side. */
  readonly side: number;
  /** Pixels of the longer side when a request holds more than `manyFrom` images. */
  readonly sideOfMany: number;
  readonly manyFrom: number;
}

const megabyte = 1024 * 1024;
/** Providers count bytes as they travel; base64 makes four of three. */
const plainBytes = (encoded: number): number => Math.floor((encoded / 4) * 3);

const anthropic: ImageLimits = {
  count: 100,
  bytes: plainBytes(5 * megabyte),
  totalBytes: plainBytes(30 * megabyte),
  side: 8000,
  sideOfMany: 2000,
  manyFrom: 20,
};
const openai: ImageLimits = {
  count: 500,
  bytes: plainBytes(20 * megabyte),
  totalBytes: plainBytes(48 * megabyte),
  side: 16_000,
  sideOfMany: 16_000,
  manyFrom: 500,
};
const azure: ImageLimits = { ...openai, count: 50, manyFrom: 50 };

const table: Readonly<Record<ProviderId, ImageLimits>> = {
  openai,
  anthropic,
  azure,
  openrouter: openai,
  ollama: openai,
  vllm: openai,
  llamacpp: openai,
};

/** The limits that hold for a model; those of its maker when it is reached through OpenRouter. */
export function imageLimits(model: ParsedModelRef): ImageLimits {
  if (model.provider === "openrouter" && model.name.startsWith("anthropic/")) return anthropic;
  return table[model.provider];
}

const megabytes = (bytes: number): string => `${(bytes / megabyte).toFixed(1)} MB`;

/** A client of the user's own may have any name: then no limit is known. */
function parsed(ref: ModelRef): ParsedModelRef | null {
  try {
    return parseModelRef(ref);
  } catch {
    return null;
  }
}

/** The limits that hold for a model by its reference; null when they are not known. */
export function imageLimitsOf(ref: ModelRef): ImageLimits | null {
  const model = parsed(ref);
  return model === null ? null : imageLimits(model);
}

/** Why a provider would refuse these images, in words; null when it would take them, or its limits are not known. */
export function imageFault(ref: ModelRef, images: readonly ImagePart[]): string | null {
  const model = parsed(ref);
  if (model === null) return null;
  const limits = imageLimits(model);
  if (images.length > limits.count)
    return `${images.length} screenshots, but ${model.provider} takes ${limits.count} in a request`;
  const largest = images.reduce((most, image) => Math.max(most, image.bytes.length), 0);
  if (largest > limits.bytes)
    return `a screenshot of ${megabytes(largest)}, but ${model.provider} takes ${megabytes(limits.bytes)} an image`;
  const total = images.reduce((sum, image) => sum + image.bytes.length, 0);
  if (total > limits.totalBytes)
    return `screenshots of ${megabytes(total)} together, but ${model.provider} takes ${megabytes(limits.totalBytes)} in a request`;
  return null;
}
