/** Accessibility trees and HTML within a budget: what the task and the actions speak of stays, with its ids and text. */
import type { TrajectoryView } from "../trajectory/index.ts";
import { contentWords } from "./words.ts";

export interface PrunedTree {
  text: string;
  /** Lines left out. */
  cut: number;
}

const charactersPerToken = 4;
/** Roles that a person acts on or is told something by. */
const telling =
  /\b(?:button|link|textbox|searchbox|combobox|option|checkbox|radio|tab|menuitem|heading|alert|status|dialog|slider|spinbutton|row|cell|gridcell|columnheader|listitem)\b/i;
const stateful = /\b(?:checked|selected|expanded|pressed|focused|invalid|required|value)\b/i;

interface Line {
  text: string;
  depth: number;
  index: number;
}

const depthOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;

/** HTML as one line a tag, indented by depth; scripts, styles and comments are no content. */
function htmlLines(html: string): string {
  const bare = html
    .replace(/<(script|style|noscript|template|svg)\b[\s\S]*?<\/\1\s*>/gi, "")
    .replace(/<!--[\s\S]*?-->/g, "");
  const lines: string[] = [];
  let depth = 0;
  for (const [token] of bare.matchAll(/<\/?[a-z][^<>]*>|[^<]+/gi)) {
    const text = token.replace(/\s+/g, " ").trim();
    if (text === "") continue;
    if (text.startsWith("</")) depth = Math.max(0, depth - 1);
    else {
      lines.push(" ".repeat(depth) + text);
      if (
        /^<[a-z]/i.test(text) &&
        !/\/>$|^<(?:br|img|input|hr|meta|link|source|wbr|area|col|embed)\b/i.test(text)
      )
        depth += 1;
    }
  }
  return lines.join("\n");
}

function touchedBy(view: TrajectoryView): { ids: Set<string>; texts: Set<string> } {
  const ids = new Set<string>();
  const texts = new Set<string>();
  for (const { action } of view.steps) {
    if (action.target?.id !== undefined) ids.add(action.target.id);
    if (action.target?.text !== undefined) texts.add(action.target.text.toLowerCase());
    if (action.value !== undefined && action.value.length > 1) texts.add(action.value.toLowerCase());
  }
  return { ids, texts };
}

function scorer(view: TrajectoryView): (line: string) => number {
  const task = new Set(contentWords(view.task.instruction));
  const { ids, texts } = touchedBy(view);
  return (line) => {
    const lower = line.toLowerCase();
    let score = 0;
    for (const [id] of line.matchAll(/[\w-]+/g)) if (ids.has(id)) score += 4;
    for (const text of texts) if (text !== "" && lower.includes(text)) score += 4;
    for (const word of contentWords(line)) if (task.has(word)) score += 2;
    if (telling.test(line)) score += 1;
    if (stateful.test(line)) score += 1;
    if (/\d/.test(line)) score += 0.5;
    return score;
  };
}

/** A line and those that it stands under, so that what is kept can be understood. */
function withAncestors(lines: readonly Line[], index: number): number[] {
  const chain = [index];
  let depth = lines[index]?.depth ?? 0;
  for (let at = index - 1; at >= 0 && depth > 0; at -= 1) {
    const line = lines[at];
    if (line !== undefined && line.depth < depth) {
      chain.push(at);
      depth = line.depth;
    }
  }
  return chain;
}

/**
 * A tree or HTML cut to about `tokens`: lines are taken by how much they bear on the task and on what the actions
 * touched, each with the lines it stands under, and shown in their order with a mark where some were left out.
 */
export function prunedTree(source: string, view: TrajectoryView, tokens = 3000): PrunedTree {
  const isHtml = /^\s*</.test(source);
  const text = isHtml ? htmlLines(source) : source;
  const budget = tokens * charactersPerToken;
  if (text.length <= budget) return { text, cut: 0 };
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, index): Line => ({ text: line, depth: depthOf(line), index }));
  const score = scorer(view);
  const ranked = lines
    .map((line) => ({ line, score: score(line.text) }))
    .sort((a, b) => b.score - a.score || a.line.index - b.line.index);
  const kept = new Set<number>();
  let left = budget;
  for (const { line } of ranked) {
    const chain = withAncestors(lines, line.index).filter((index) => !kept.has(index));
    const size = chain.reduce((sum, index) => sum + (lines[index]?.text.length ?? 0) + 1, 0);
    if (size > left) continue;
    for (const index of chain) kept.add(index);
    left -= size;
  }
  const shown: string[] = [];
  let before = -1;
  for (const index of [...kept].sort((a, b) => a - b)) {
    if (index > before + 1) shown.push("…");
    shown.push(lines[index]?.text ?? "");
    before = index;
  }
  return { text: shown.join("\n"), cut: lines.length - kept.size };
}
