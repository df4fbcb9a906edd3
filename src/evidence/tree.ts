/** Accessibility trees and HTML within a budget: what the task and the actions speak of stays, with its ids and text. */
import type { TrajectoryView } from "../trajectory/index.ts";
import { htmlLines } from "./html-lines.ts";
import { depthOf } from "./tree-nodes.ts";
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
  readonly text: string;
  /** The index of the line that it stands under; -1 at the top. */
  readonly parent: number;
}

/** Lines longer than this are cut: a text as long as a page would take the whole budget. */
const longestLine = 400;
/** With less room than this no line fits that says anything. */
const shortestLine = 8;
/** `[12]`, `[ref=e5]`, `id="12"`, `bid="a4"`: where trees and HTML name an element. */
const idMark = /\[(?:ref=|id=)?([\w.:-]{1,60})\]|\b(?:id|bid|name|for)="([^"]{1,60})"/g;

const shortened = (line: string): string =>
  line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line;

function touchedBy(view: TrajectoryView): { ids: Set<string>; texts: Set<string> } {
  const ids = new Set<string>();
  const texts = new Set<string>();
  for (const { action } of view.steps) {
    if (action.target?.id !== undefined) ids.add(action.target.id);
    if (action.target?.text?.trim()) texts.add(action.target.text.trim().toLowerCase());
    if (action.value !== undefined && action.value.length > 1) texts.add(action.value.toLowerCase());
  }
  return { ids, texts };
}

/** What a line is worth: what the actions touched most, then what the task speaks of, then what people act on. */
function scorer(view: TrajectoryView): (line: string) => number {
  const task = new Set(contentWords(view.task.instruction));
  const { ids, texts } = touchedBy(view);
  return (line) => {
    const lower = line.toLowerCase();
    let score = 0;
    for (const match of line.matchAll(idMark)) if (ids.has(match[1] ?? match[2] ?? "")) score += 8;
    for (const text of texts) if (lower.includes(text)) score += 4;
    for (const word of new Set(contentWords(line))) if (task.has(word)) score += 2;
    if (telling.test(line)) score += 1;
    if (stateful.test(line)) score += 1;
    if (/\d/.test(line)) score += 0.5;
    return score;
  };
}

/** Lines with the line that each stands under, by indentation. */
function linesOf(texts: readonly string[]): Line[] {
  const open: { index: number; depth: number }[] = [];
  return texts.map((text, index) => {
    const depth = depthOf(text);
    while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth) open.pop();
    const parent = open.at(-1)?.index ?? -1;
    open.push({ index, depth });
    return { text: shortened(text), parent };
  });
}

/** The line and those above it that are not kept yet, so that what is kept can be understood. */
function missingChain(lines: readonly Line[], index: number, kept: ReadonlySet<number>): number[] {
  const chain: number[] = [];
  for (let at = index; at >= 0 && !kept.has(at); at = lines[at]?.parent ?? -1) chain.push(at);
  return chain;
}

/**
 * A tree or HTML cut to about `tokens`: lines are taken by how much they bear on the task and on what the actions
 * touched, each with the lines it stands under, and shown in their order with a mark where some were left out.
 */
export function prunedTree(source: string, view: TrajectoryView, tokens = 3000): PrunedTree {
  const texts = /^\s*</.test(source) ? htmlLines(source) : source.split("\n");
  const all = texts.filter((line) => line.trim() !== "");
  const budget = tokens * charactersPerToken;
  if (all.reduce((sum, line) => sum + line.length + 1, 0) <= budget) return { text: all.join("\n"), cut: 0 };
  const lines = linesOf(all);
  const score = scorer(view);
  const ranked = lines
    .map((line, index) => ({ index, score: score(line.text) }))
    .sort((a, b) => b.score - a.score || a.index - b.index);
  const kept = new Set<number>();
  let left = budget;
  for (const { index } of ranked) {
    if (left < shortestLine) break;
    const chain = missingChain(lines, index, kept);
    const size = chain.reduce((sum, each) => sum + (lines[each]?.text.length ?? 0) + 1, 0);
    if (size > left) continue;
    for (const each of chain) kept.add(each);
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
