import { expect, test } from "vitest";
import { imageTokens } from "./image-tokens.ts";

test.each<[name: string, width: number, height: number, tokens: number | null]>([
  ["gpt-4o", 1024, 1024, 765],
  ["gpt-4o", 2048, 4096, 1105],
  ["gpt-4o-2024-08-06", 512, 512, 255],
  ["gpt-4.1", 1280, 800, 85 + 170 * 6],
  ["gpt-5", 1280, 800, 70 + 140 * 6],
  ["gpt-5.1", 512, 512, 210],
  ["o3", 512, 512, 225],
  ["gpt-4o-mini", 512, 512, 8500],
  ["gpt-4.1-mini", 1024, 1024, Math.ceil(1024 * 1.62)],
  ["gpt-5-mini", 4000, 4000, Math.ceil(1536 * 1.62)],
  ["gpt-5-nano", 320, 320, 246],
  ["o4-mini", 320, 320, 172],
  ["claude-sonnet-4-5", 1000, 1000, 1334],
  ["anthropic/claude-haiku-4.5", 1280, 800, 1366],
  ["claude-sonnet-4-5", 1280, 20_000, 210],
  ["claude-sonnet-4-5", 4000, 4000, 1600],
  ["qwen2.5vl:7b", 1280, 800, null],
])("%s takes an image of %i×%i as %j tokens", (name, width, height, tokens) => {
  expect(imageTokens({ name }, width, height)).toBe(tokens);
});
