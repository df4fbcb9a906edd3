/** Loads sharp with the first image, so that judging from text never needs it. */
import type { Sharp, SharpOptions } from "sharp";
import { InputError, oneLine } from "../trajectory/index.ts";

/** The most pixels an image may announce: a page of 20,000 by 5,000. What announces more is not decoded. */
export const pixelLimit = 100_000_000;

type OpenImage = (bytes: Uint8Array, options?: SharpOptions) => Sharp;

let loading: Promise<OpenImage> | undefined;

async function load(): Promise<OpenImage> {
  try {
    const { default: sharp } = await import("sharp");
    return (bytes, options) =>
      sharp(bytes, { failOn: "truncated", limitInputPixels: pixelLimit, ...options });
  } catch (error) {
    throw new InputError(
      `screenshots need the package sharp, which does not load on this machine (${oneLine(error instanceof Error ? error.message : String(error), 200)}); npm install --include=optional sharp installs it for this platform`,
    );
  }
}

/**
 * Opens images: their first picture only, within the pixel limit, and never half of one.
 *
 * @throws InputError when sharp cannot be loaded
 */
export function loadSharp(): Promise<OpenImage> {
  loading ??= load();
  return loading;
}
