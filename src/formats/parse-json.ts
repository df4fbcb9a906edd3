/** Foreign JSON text as a value, or why it is none that can be worked with. */

/** Deeper nesting than any run has; what lies beyond would overflow the stack of whoever walks it. */
const deepest = 200;

export type ParsedJson = { value: unknown } | { fault: string };

export function parseJson(text: string): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { fault: `no valid JSON (${otherEncoding(text) ?? message.replace(/\s+/g, " ")})` };
  }
  return isDeeper(value, deepest) ? { fault: `nested deeper than ${deepest} levels` } : { value };
}

/** UTF-16, read as the UTF-8 that JSON is written in, has a NUL beside every Latin letter. */
function otherEncoding(text: string): string | undefined {
  return /^\ufffd\ufffd|^[^\0]\0[^\0]\0|^\0[^\0]\0/.test(text)
    ? "the file is UTF-16; save it as UTF-8"
    : undefined;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const member of Array.isArray(value) ? value : Object.values(value))
    if (isDeeper(member, levels - 1)) return true;
  return false;
}
