import { describe, expect, test } from "vitest";
import { imageFault } from "./limits.ts";
import { parseModelRef } from "./model-ref.ts";
import { costOf } from "./prices.ts";
import type { ImagePart } from "./types.ts";
import { readsImages } from "./vision.ts";

const million = { inputTokens: 1_000_000, outputTokens: 1_000_000, cachedTokens: 0 };
const cost = (ref: string, usage = million, official = true) => costOf(parseModelRef(ref), official, usage);

describe("costOf", () => {
  test.each([
    ["openai:gpt-4o", 12.5],
    ["openai:gpt-4o-2024-08-06", 12.5],
    ["anthropic:claude-sonnet-4-5-20250929", 18],
    ["openrouter:anthropic/claude-sonnet-4.5", 18],
    ["ollama:qwen2.5vl", 0],
  ])("prices %s", (ref, usd) => {
    expect(cost(ref)).toBeCloseTo(usd, 6);
  });

  test.each(["openai:gpt-99", "openai:constructor"])("knows no price of %s", (ref) => {
    expect(cost(ref)).toBeNull();
  });

  test("knows no price behind an address that is not the provider's own", () => {
    expect(cost("openai:gpt-4o", million, false)).toBeNull();
  });

  test("counts cached tokens at their own price", () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 0, cachedTokens: 400_000 };
    expect(cost("openai:gpt-4o", usage)).toBeCloseTo(0.6 * 2.5 + 0.4 * 1.25, 6);
  });

  test("counts a long request at the long price", () => {
    expect(cost("anthropic:claude-haiku-5-5")).toBeCloseTo(3, 6);
  });
});

describe("readsImages", () => {
  test.each([
    "openai:gpt-4o",
    "openai:gpt-5-mini",
    "openai:o3",
    "anthropic:claude-haiku-4-5",
    "ollama:qwen2.5vl:7b",
    "vllm:Qwen/Qwen3-VL-8B-Instruct@http://h/v1",
    "ollama:llava",
    "openrouter:google/gemini-2.5-pro",
  ])("%s reads images", (ref) => {
    expect(readsImages(parseModelRef(ref))).toBe(true);
  });

  test.each([
    "openai:gpt-3.5-turbo",
    "openai:gpt-4",
    "openai:o3-mini",
    "ollama:llama3.1",
    "ollama:qwen2.5:7b",
    "ollama:mistral",
    "vllm:my-model@http://h/v1",
  ])("%s is not known to", (ref) => {
    expect(readsImages(parseModelRef(ref))).toBe(false);
  });
});

describe("imageFault", () => {
  const image = (bytes: number): ImagePart => ({
    type: "image",
    bytes: new Uint8Array(bytes),
    mediaType: "image/png",
  });

  test("takes what the provider takes", () => {
    expect(imageFault("anthropic:claude-sonnet-4-5", [image(1000)])).toBeNull();
  });

  test("names too many images", () => {
    expect(imageFault("anthropic:claude-sonnet-4-5", Array(101).fill(image(1)))).toBe(
      "101 screenshots, but anthropic takes 100 in a request",
    );
  });

  test("names an image that is too large", () => {
    expect(imageFault("anthropic:claude-sonnet-4-5", [image(5_000_000)])).toMatch(/4\.8 MB, but anthropic/);
  });

  test("knows no limit of a client with a name of its own", () => {
    expect(imageFault("mine", [image(50_000_000)])).toBeNull();
  });
});
