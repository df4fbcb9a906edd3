/** The filtered request sequence (WebRetriever 2026, NavEval): what the agent's actions asked of the site, readable and bounded. */
import type { NetworkRequest, TrajectoryView } from "../../trajectory/index.ts";
import { contentWords } from "../words.ts";
import { kindOf, type RequestKind } from "./kind.ts";
import { isOwnSite, type SiteRule } from "./site.ts";
import { type Pair, valuesOf } from "./values.ts";

export interface RequestOptions {
  site?: SiteRule;
  /** Only requests of the steps up to this one. */
  until?: number;
  /** About this many tokens at most, four characters each. Default 4000. */
  tokens?: number;
}

export interface RequestEvidence {
  /** One line a request, numbered in order of time; a sentence of our own when there is none. */
  text: string;
  /** Lines shown, and the requests that they stand for. */
  lines: number;
  kept: number;
  /** Requests left out, by reason: `script`, `other-site`, `budget` …; and fields: `fields`, `blobs`. */
  dropped: Record<string, number>;
}

interface Entry {
  step: number | null;
  /** The step of its last repeat. */
  lastStep: number | null;
  method: string;
  path: string;
  status: number | undefined;
  pairs: readonly Pair[];
  times: number;
}

const charactersPerToken = 4;
const evidenceKinds: readonly RequestKind[] = ["document", "data"];

function pathOf(url: string, entry: string | undefined): string {
  try {
    const parsed = new URL(url);
    const own = entry === undefined ? undefined : new URL(entry).host;
    const path = decodeURI(parsed.pathname);
    return parsed.host === own ? path : `${parsed.host}${path}`;
  } catch {
    return url.split("?")[0] ?? url;
  }
}

function line({ step, lastStep, method, path, status, pairs, times }: Entry, number: number): string {
  const place = step === null ? "" : ` after action ${step + 1}`;
  const state = status === undefined ? "" : ` (${status})`;
  // A judge must not take what came between for the last that was asked.
  const again = lastStep !== null && lastStep !== step ? `, last after action ${lastStep + 1}` : "";
  const count = times > 1 ? ` ×${times}${again}` : "";
  const values = pairs.map(([name, value]) => `${name}=${value}`).join("; ");
  return `${number}.${place} ${method} ${path}${state}${count}${values === "" ? "" : `\n   ${values}`}`;
}

/** Requests with the step that caused them; those of no step first, since pages load before anyone acts. */
function withSteps(
  view: TrajectoryView,
  until: number | undefined,
): { step: number | null; request: NetworkRequest }[] {
  const own = view.steps
    .filter((step) => until === undefined || step.index <= until)
    .flatMap((step) => (step.requests ?? []).map((request) => ({ step: step.index, request })));
  const loose = (view.requests ?? []).map((request) => ({ step: null, request }));
  const all = [...loose, ...own];
  const timed = all.every(({ request }) => request.startedAt !== undefined);
  return timed
    ? all.sort((a, b) => Date.parse(a.request.startedAt ?? "") - Date.parse(b.request.startedAt ?? ""))
    : all;
}

/** How much a line says about the task: shared words, and methods that change something. */
function relevance(entry: Entry, task: ReadonlySet<string>): number {
  const words = contentWords(`${entry.path} ${entry.pairs.map(([, value]) => value).join(" ")}`);
  const shared = new Set(words.filter((word) => task.has(word))).size;
  return shared + (entry.method === "GET" ? 0 : 2);
}

/** Keeps the newest and the most relevant lines within the budget, in their order. */
function withinBudget(entries: readonly Entry[], instruction: string, characters: number): Set<number> {
  const task = new Set(contentWords(instruction));
  const sizes = entries.map((entry, i) => line(entry, i + 1).length + 1);
  const newest = entries.map((_entry, i) => entries.length - 1 - i);
  const worth = entries.map((entry) => relevance(entry, task));
  const relevant = entries.map((_entry, i) => i).sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || b - a);
  const kept = new Set<number>();
  let left = characters;
  // In turn, so that neither the end nor what bears on the task is lost.
  for (let turn = 0; turn < entries.length; turn += 1) {
    for (const index of [newest[turn], relevant[turn]]) {
      const size = index === undefined ? 0 : (sizes[index] ?? 0);
      if (index === undefined || kept.has(index) || size > left) continue;
      kept.add(index);
      left -= size;
    }
  }
  return kept;
}

/**
 * The requests as a judge sees them: pages and data of the task's own site, with their parameters, form fields, JSON
 * bodies and GraphQL variables as `name=value`; repeats shown once with their count. Headers, raw bodies, tracking and
 * session fields are left out, and what was left out is counted by reason.
 */
export function requests(view: TrajectoryView, options: RequestOptions = {}): RequestEvidence {
  const { site = "same-site", until, tokens = 4000 } = options;
  const entry =
    view.task.startUrl ?? view.steps.find((step) => step.observation.url !== undefined)?.observation.url;
  const dropped: Record<string, number> = {};
  const drop = (reason: string, times = 1): void => {
    if (times > 0) dropped[reason] = (dropped[reason] ?? 0) + times;
  };
  const entries: Entry[] = [];
  const known = new Map<string, Entry>();
  for (const { step, request } of withSteps(view, until)) {
    const kind = kindOf(request);
    if (!evidenceKinds.includes(kind)) drop(kind);
    else if (!isOwnSite(request.url, entry, site)) drop("other-site");
    else {
      const { pairs, dropped: fields, blobs } = valuesOf(request);
      drop("fields", fields);
      drop("blobs", blobs);
      const made = {
        step,
        lastStep: step,
        method: request.method.toUpperCase(),
        path: pathOf(request.url, entry),
        status: request.status,
        pairs,
        times: 1,
      };
      const key = JSON.stringify([made.method, made.path, pairs]);
      const before = known.get(key);
      if (before === undefined) {
        known.set(key, made);
        entries.push(made);
      } else {
        before.times += 1;
        before.lastStep = step ?? before.lastStep;
        before.status = request.status ?? before.status;
      }
    }
  }
  const kept = withinBudget(entries, view.task.instruction, tokens * charactersPerToken);
  const shown = entries.filter((_entry, i) => kept.has(i));
  const cut = entries.filter((_entry, i) => !kept.has(i)).reduce((sum, { times }) => sum + times, 0);
  drop("budget", cut);
  return {
    text: shown.length === 0 ? "(no request)" : shown.map((each, i) => line(each, i + 1)).join("\n"),
    lines: shown.length,
    kept: shown.reduce((sum, { times }) => sum + times, 0),
    dropped,
  };
}
