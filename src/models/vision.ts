/** Which models read images, by name: a server that drops images in silence would let a judge guess. */
import type { ParsedModelRef } from "./model-ref.ts";
import { familyName } from "./prices.ts";

/** Names that would match {@link seeing} but read text only. */
const blind =
  /^(?:o1-(?:mini|preview)|o3-mini|gpt-4-(?:0314|0613|32k)|.*-(?:embedding|tts|audio|whisper)).*$/;

const seeing = [
  /^gpt-(?:4o|4-1|4-5|4-turbo|4-vision|[5-9])/,
  /^(?:chatgpt-4o|computer-use|o[134])/,
  /^claude-(?:3|opus|sonnet|haiku|fable)/,
  /gemini|gemma-?[34]|llama-?4|llama-?3-2-vision|pixtral|mistral-(?:small|medium)-?3|grok-(?:4|2-vision)/,
  /llava|bakllava|moondream|minicpm-(?:v|o)|internvl|cogvlm|molmo|idefics|phi-(?:3-5-vision|4-multimodal)|glm-4-\d?v|ui-tars|smolvlm/,
  /(?:^|[^a-z])(?:vl|vlm|vision|omni)(?:[^a-z]|$)|[\d]-?vl/,
];

/**
 * Whether a model is known to read images. An unknown name is taken to read text only, since a text model may drop
 * images without a word; `ModelOptions.vision` overrides it.
 */
export function readsImages(model: ParsedModelRef): boolean {
  const name = familyName(model.name);
  return !blind.test(name) && seeing.some((pattern) => pattern.test(name));
}
