/** JSON as models write it: in a fence, between sentences, with Python's literals, cut short. */
import { jsonrepair } from "jsonrepair";

/** An object in a text, and the place where it stands. */
export interface FoundObject {
  readonly start: number;
  readonly end: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A text with more openings than this is no answer; repairs are dear. */
const maxObjects = 50;
const maxRepairs = 5;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function attempt(read: () => unknown): Record<string, unknown> | undefined {
  try {
    const value = read();
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const parse = (text: string): Record<string, unknown> | undefined => attempt(() => JSON.parse(text));
const repair = (text: string): Record<string, unknown> | undefined =>
  attempt(() => JSON.parse(jsonrepair(text)));
const withoutFence = (text: string): string => text.replace(/\s*`{3,}\s*$/, "");

/**
 * The object that a piece of text from `{` on is meant to be. A trailing fence is taken off first, since a repair would
 * read it as one more key.
 */
export function readObject(text: string): Record<string, unknown> | undefined {
  const bare = withoutFence(text);
  return parse(bare) ?? repair(bare);
}

/** Where the bracket at `start` closes; undefined when it does not. */
function closing(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let place = start; place < text.length; place += 1) {
    const char = text[place];
    if (quoted) {
      if (char === "\\") place += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
  }
  return undefined;
}

/** An opening of an object, or of a list of objects. */
const opening = /\{|\[(?=\s*\{)/g;

/**
 * The objects of a text that stand in no other object, in their order; a list of objects counts as one without members,
 * since what it holds is data. Never throws.
 */
export function findObjects(text: string): FoundObject[] {
  const found: FoundObject[] = [];
  let from = 0;
  let repairs = 0;
  for (let count = 0; count < maxObjects; count += 1) {
    opening.lastIndex = from;
    const start = opening.exec(text)?.index;
    if (start === undefined) break;
    const end = closing(text, start);
    const piece = withoutFence(text.slice(start, end));
    let value: FoundObject["value"] | undefined;
    if (text[start] === "[") value = end === undefined ? undefined : {};
    else value = parse(piece);
    if (value === undefined && text[start] === "{" && repairs < maxRepairs) {
      repairs += 1;
      value = repair(piece);
    }
    if (value !== undefined) found.push({ start, end: end ?? text.length, value });
    from = value === undefined ? start + 1 : (end ?? text.length);
  }
  return found;
}
