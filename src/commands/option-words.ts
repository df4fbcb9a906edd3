/** What values an option takes, in words, from its JSON Schema. */
import { z } from "zod";

const node = z.looseObject({
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.unknown().optional(),
  description: z.string().optional(),
});

/** `^(last:)-?\d+$`, as zod writes the template `last:${number}`, as a person would. */
function patternWords(pattern: string): string {
  return pattern
    .replace(/^\^|\$$/g, "")
    .replace(/\(([^()]*)\)/g, "$1")
    .replace("-?\\d+", "K");
}

function values(schema: unknown): string {
  const { enum: choices, anyOf, const: only, type, pattern, minimum, maximum } = node.parse(schema);
  if (choices !== undefined) return choices.map(String).join(" | ");
  if (anyOf !== undefined) return anyOf.map(values).join(" | ");
  if (only !== undefined) return String(only);
  if (pattern !== undefined) return patternWords(pattern);
  const kind = Array.isArray(type) ? type.join(" | ") : (type ?? "any value");
  if (kind === "array") return "a list";
  const from = minimum === undefined ? "" : ` from ${minimum}`;
  const to = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? "" : ` to ${maximum}`;
  return `${kind}${from}${to}`;
}

/**
 * One option in one line: its values, its default and what it is for.
 *
 * @param schema a JSON Schema, as `z.toJSONSchema` gives it
 */
export function optionWords(schema: unknown): string {
  const { default: preset, description } = node.parse(schema);
  const standard =
    preset === undefined ? "" : ` (default ${typeof preset === "string" ? preset : JSON.stringify(preset)})`;
  return `${values(schema)}${standard}${description === undefined ? "" : `: ${description}`}`;
}
