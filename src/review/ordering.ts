/** Which rows are listed, and in which order. */
import type { Outcome } from "../trajectory/index.ts";
import type { ReviewRow } from "./data.ts";

/** Filters that need no words. */
export const presets = [
  "all",
  "unlabelled",
  "labelled",
  "disagree",
  "unscored",
  "fp",
  "fn",
  "raters-differ",
] as const;
export type Preset = (typeof presets)[number];

export const orders = ["order", "uncertainty", "disagreement", "plan"] as const;
export type Order = (typeof orders)[number];

/** The rater's answer that counts as the reference while reviewing: the newest. */
export function labelOf(row: ReviewRow, rater: string): Outcome | undefined {
  const own = row.labels.get(rater);
  return (own?.revealed ?? own?.blind)?.outcome;
}

function outcomesOf(row: ReviewRow): (Outcome | null)[] {
  return [...row.marks.values()].map(({ outcome }) => outcome);
}

/** Decided judges do not all say the same. */
export function judgesDisagree(row: ReviewRow): boolean {
  return new Set(outcomesOf(row).filter((outcome) => outcome !== null)).size > 1;
}

/** Raters who labelled this run do not all say the same. */
export function ratersDiffer(row: ReviewRow): boolean {
  return new Set([...row.labels.keys()].map((rater) => labelOf(row, rater))).size > 1;
}

function passes(row: ReviewRow, preset: Preset, rater: string): boolean {
  const label = labelOf(row, rater);
  switch (preset) {
    case "all":
      return true;
    case "unlabelled":
      return label === undefined;
    case "labelled":
      return label !== undefined;
    case "disagree":
      return judgesDisagree(row);
    case "unscored":
      return outcomesOf(row).includes(null);
    case "fp":
      return label === "failure" && outcomesOf(row).includes("success");
    case "fn":
      return label === "success" && outcomesOf(row).includes("failure");
    case "raters-differ":
      return ratersDiffer(row);
  }
}

/** How near the judges' scores are to a half; runs without a score are the least certain. */
function uncertainty(row: ReviewRow): number {
  const scores = [...row.marks.values()].flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return 1;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return 1 - 2 * Math.abs(mean - 0.5);
}

/** How divided the judges are: the share of the smaller side. */
function division(row: ReviewRow): number {
  const decided = outcomesOf(row).filter((outcome) => outcome === "success" || outcome === "failure");
  if (decided.length === 0) return 0;
  const successes = decided.filter((outcome) => outcome === "success").length;
  return Math.min(successes, decided.length - successes) / decided.length;
}

/** `outcome:failure agent:careful lamps` — fields, and words that the id or the task must hold. */
function matches(row: ReviewRow, words: readonly string[]): boolean {
  const { id, instruction, agent = "", benchmark = "" } = row.item;
  const text = `${id} ${instruction}`.toLowerCase();
  return words.every((word) => {
    const [, field, value = ""] = /^(outcome|agent|benchmark):(.*)$/.exec(word) ?? [];
    if (field === "outcome")
      return outcomesOf(row).some((outcome) => (outcome ?? "unscored").startsWith(value));
    if (field === "agent") return agent.toLowerCase().includes(value);
    if (field === "benchmark") return benchmark.toLowerCase().includes(value);
    return text.includes(word);
  });
}

export interface Listing {
  preset: Preset;
  order: Order;
  search: string;
}

/** The rows to list. Equal ones keep their order in the run. */
export function listed(
  rows: readonly ReviewRow[],
  { preset, order, search }: Listing,
  rater: string,
): ReviewRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const kept = rows.filter((row) => passes(row, preset, rater) && matches(row, words));
  switch (order) {
    case "order":
      return kept;
    case "uncertainty":
      return kept.sort((a, b) => uncertainty(b) - uncertainty(a));
    case "disagreement":
      return kept.sort((a, b) => division(b) - division(a));
    case "plan":
      return kept
        .filter((row) => row.plan !== undefined)
        .sort((a, b) => (a.plan?.position ?? 0) - (b.plan?.position ?? 0));
  }
}
