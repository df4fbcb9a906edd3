import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../trajectory/index.ts";
import { parseModelRef } from "./model-ref.ts";

describe("parseModelRef", () => {
  test.each([
    ["openai:gpt-5", "openai", "gpt-5", undefined],
    ["anthropic:claude-sonnet-4-5", "anthropic", "claude-sonnet-4-5", undefined],
    ["ollama:qwen2.5vl", "ollama", "qwen2.5vl", undefined],
    ["ollama:qwen2.5vl:7b", "ollama", "qwen2.5vl:7b", undefined],
    ["openrouter:openai/gpt-4o", "openrouter", "openai/gpt-4o", undefined],
    ["vllm:Qwen/Qwen2-VL@http://host:8000/v1", "vllm", "Qwen/Qwen2-VL", "http://host:8000/v1"],
    ["vllm:a@http://host:8000", "vllm", "a", "http://host:8000/v1"],
    ["openai:a@https://host/api/v2/", "openai", "a", "https://host/api/v2"],
    ["azure:my-gpt@https://r.openai.azure.com", "azure", "my-gpt", "https://r.openai.azure.com/openai/v1"],
    ["llamacpp:m@http://127.0.0.1:8080", "llamacpp", "m", "http://127.0.0.1:8080/v1"],
    ["anthropic:c@http://127.0.0.1:9", "anthropic", "c", "http://127.0.0.1:9"],
  ])("reads %s", (ref, provider, name, baseUrl) => {
    expect(parseModelRef(ref)).toMatchObject({ provider, name, baseUrl });
  });

  test.each(["gpt-5", "", ":gpt", "google:gemini", "openai:", "openai:a b", "constructor:x"])(
    "refuses %j and says which forms there are",
    (ref) => {
      expect(() => parseModelRef(ref)).toThrow(/the forms are openai:gpt-5 or .*ollama:qwen2\.5vl/);
    },
  );

  test("refuses an address that would carry a password into stored references, without repeating it", () => {
    const read = () => parseModelRef("openai:m@http://user:hunter2@host/v1");
    expect(read).toThrow(InputError);
    expect(read).not.toThrow(/hunter2/);
  });

  test("refuses an address with a query, where keys are sometimes put", () => {
    expect(() => parseModelRef("openai:m@http://host/v1?api-key=abc")).toThrow(/no user, password, query/);
  });

  test("throws nothing but an InputError, whatever it is given", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `openai:a@http://${text}`),
        ),
        (text) => {
          try {
            parseModelRef(text);
          } catch (error) {
            expect(InputError.isInstance(error)).toBe(true);
          }
        },
      ),
    );
  });
});
