/** Nodes of an accessibility tree as it is written out by BrowserGym, WebArena and Playwright: by id and by place. */

export interface TreeNode {
  /** `button`, `link`, `textbox` …; empty where the line names none. */
  readonly role: string;
  /** What a person reads on it: its own name, or the first text below it. */
  readonly name: string;
}

const quotedText = /'((?:[^'\\\n]|\\.){0,400})'|"((?:[^"\\\n]|\\.){0,400})"/;
const roleBefore = /([A-Za-z][\w-]{1,40})\s*$/;

/** How far a line is indented; a list's dash counts as indent. */
export const depthOf = (line: string): number => /^[\s-]*/.exec(line)?.[0].length ?? 0;

/** The text after the last colon of `- link [ref=e5]: Home`, as Playwright writes a node with text only. */
function textAfterColon(line: string): string {
  return /\]?:\s+["']?([^"'\n]{1,400}?)["']?\s*$/.exec(line)?.[1]?.trim() ?? "";
}

function own(line: string): TreeNode {
  const quoted = quotedText.exec(line);
  const name = (quoted?.[1] ?? quoted?.[2] ?? "").replace(/\\(.)/g, "$1").trim();
  const before = quoted === null ? line.replace(/\[[^\]]*\]|:.*$/g, " ") : line.slice(0, quoted.index);
  return {
    role: roleBefore.exec(before.replace(/\[[^\]]*\]\s*$/, ""))?.[1] ?? "",
    name: name === "" ? textAfterColon(line) : name,
  };
}

/** The node of a line; without a name of its own it has that of the first node below it that has one. */
function nodeOf(lines: readonly string[], index: number): TreeNode {
  const line = lines[index] ?? "";
  const node = own(line);
  if (node.name !== "") return node;
  const depth = depthOf(line);
  for (let below = index + 1; below < lines.length; below += 1) {
    const next = lines[below] ?? "";
    if (next.trim() === "") continue;
    if (depthOf(next) <= depth) break;
    const { name } = own(next);
    if (name !== "") return { role: node.role, name };
  }
  return node;
}

/** What a page can write anything into: names, values, and the text after a node's colon. Boxes are quoted too. */
const pageText = /'(?:[^'\\\n]|\\.)*'|"(?!\(?-?[\d.]+(?:,\s*-?[\d.]+){3}\)?")(?:[^"\\\n]|\\.)*"|:\s[^\n]*$/g;

/** The line without the page's own words, so that none of them is taken for an id or a box. */
const bare = (line: string): string => line.replace(pageText, " ");

/** The node with this id: `[id]` before its role, or `[ref=id]` or `[id=id]` after its name. */
export function nodeById(tree: string, id: string): TreeNode | undefined {
  if (id === "" || !tree.includes(`${id}]`)) return undefined;
  const lines = tree.split("\n");
  const isIt = (line: string): boolean => {
    if (line.replace(/^[\s-]*/, "").startsWith(`[${id}]`)) return true;
    if (!line.includes(`=${id}]`)) return false;
    const words = bare(line);
    return words.includes(`[ref=${id}]`) || words.includes(`[id=${id}]`);
  };
  const index = lines.findIndex(isIt);
  return index === -1 ? undefined : nodeOf(lines, index);
}

const boxAttribute = /\bbox="?\(?\s*(-?[\d.]+),\s*(-?[\d.]+),\s*(-?[\d.]+),\s*(-?[\d.]+)/;

/** The smallest node with a name and a box around the point, where the tree states boxes. */
export function nodeAtPoint(tree: string, [x, y]: readonly [number, number]): TreeNode | undefined {
  if (!tree.includes("box=")) return undefined;
  const lines = tree.split("\n");
  let best: { node: TreeNode; area: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const [, left, top, width, height] = boxAttribute.exec(bare(line))?.map(Number) ?? [];
    if (left === undefined || top === undefined || width === undefined || height === undefined) continue;
    const isInside = x >= left && x <= left + width && y >= top && y <= top + height;
    if (!isInside || (best !== undefined && width * height >= best.area)) continue;
    const node = nodeOf(lines, index);
    if (node.name !== "") best = { node, area: width * height };
  }
  return best?.node;
}
