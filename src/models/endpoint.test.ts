import { describe, expect, test } from "vitest";
import { resolveEndpoint } from "./endpoint.ts";
import { parseModelRef } from "./model-ref.ts";

const keys = {
  OPENAI_API_KEY: "sk-openai",
  ANTHROPIC_API_KEY: "sk-anthropic",
  OPENROUTER_API_KEY: "sk-router",
  AZURE_OPENAI_API_KEY: "sk-azure",
};
const keyFor = (ref: string, environment: Record<string, string> = keys) =>
  resolveEndpoint(parseModelRef(ref), environment).key;

describe("resolveEndpoint", () => {
  test.each([
    ["openai:gpt-5", "sk-openai"],
    ["openai:gpt-5@https://api.openai.com/v1", "sk-openai"],
    ["anthropic:claude-sonnet-4-5", "sk-anthropic"],
    ["openrouter:a/b", "sk-router"],
    ["azure:d@https://r.openai.azure.com", "sk-azure"],
  ])("gives %s the key of its provider", (ref, key) => {
    expect(keyFor(ref)).toBe(key);
  });

  test.each([
    "openai:x@http://other.example/v1",
    "openai:x@http://api.openai.com/v1",
    "openai:x@https://api.openai.com.evil.example/v1",
    "openai:x@https://api.openai.com:8443/v1",
    "anthropic:x@https://proxy.example",
    "azure:x@https://r.openai.azure.com.evil.example",
    "azure:x@http://r.openai.azure.com",
    "vllm:x@http://host/v1",
    "ollama:x",
  ])("gives %s no provider's key", (ref) => {
    expect(keyFor(ref)).toBeUndefined();
  });

  test("gives a host of no named provider the key meant for such hosts", () => {
    expect(keyFor("openai:x@http://other.example/v1", { ...keys, TRAJUDGE_API_KEY: "own" })).toBe("own");
  });

  test("follows OPENAI_BASE_URL, and the key with it", () => {
    const environment = { ...keys, OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
    expect(resolveEndpoint(parseModelRef("openai:gpt-5"), environment)).toMatchObject({
      baseUrl: "http://127.0.0.1:9/v1",
      key: "sk-openai",
    });
  });

  test("takes OLLAMA_HOST in Ollama's own spelling", () => {
    const endpoint = resolveEndpoint(parseModelRef("ollama:llava"), { OLLAMA_HOST: "0.0.0.0:11500" });
    expect(endpoint.baseUrl).toBe("http://localhost:11500/v1");
  });

  test.each([
    ["openai:gpt-5", "OPENAI_API_KEY"],
    ["anthropic:claude-sonnet-4-5", "ANTHROPIC_API_KEY"],
    ["openrouter:a/b", "OPENROUTER_API_KEY"],
    ["azure:d@https://r.openai.azure.com", "AZURE_OPENAI_API_KEY"],
  ])("says for %s that %s is missing", (ref, variable) => {
    expect(() => keyFor(ref, {})).toThrow(variable);
  });

  test("says how to name an Azure resource when there is none", () => {
    expect(() => keyFor("azure:d")).toThrow(/azure:DEPLOYMENT@https:.*AZURE_OPENAI_ENDPOINT/);
  });

  test("refuses a key that no header can hold without repeating it", () => {
    const read = () => keyFor("openai:gpt-5", { OPENAI_API_KEY: "sk-a\nb" });
    expect(read).toThrow(/^OPENAI_API_KEY holds/);
  });
});
