/** Where the reviewer is: a state, and what each key makes of it. Pure; what touches files is returned as a wish. */
import type { Outcome, StepClass } from "../trajectory/index.ts";
import { type Listing, orders, presets } from "./ordering.ts";

export type PictureMode = "beside" | "large" | "none";

export interface ReviewState extends Listing {
  view: "list" | "detail";
  /** The id under the cursor; null in an empty list. */
  current: string | null;
  step: number;
  /** The judge whose reasons are shown. */
  judge: number;
  requirement: number;
  scroll: number;
  picture: PictureMode;
  help: boolean;
  /** A line that is being typed, for a search or a note. */
  typing: { what: "search" | "note"; text: string } | null;
  message: string;
}

/** What a key asks for beyond the screen. */
export type Wish =
  | { kind: "label"; outcome: Outcome }
  | { kind: "class"; step: number; class: StepClass }
  | { kind: "note"; text: string }
  | { kind: "undo" }
  | { kind: "open-picture" }
  | { kind: "show-pixels" }
  | { kind: "quit" };

/** What of the data a key's meaning depends on. */
export interface Surroundings {
  /** The listed ids, in order. */
  ids: readonly string[];
  /** Steps and requirements of the current run, and judges in all. */
  steps: number;
  requirements: readonly { step: number | null }[];
  judges: number;
  /** Rows on a page of the list. */
  page: number;
  /** The next id without a label after the current one. */
  nextUnlabelled: () => string | null;
}

export interface Key {
  name: string;
  ctrl?: boolean;
}

export const firstState: ReviewState = {
  view: "list",
  current: null,
  step: 0,
  judge: 0,
  requirement: -1,
  scroll: 0,
  picture: "beside",
  help: false,
  typing: null,
  message: "",
  preset: "all",
  order: "order",
  search: "",
};

const outcomeKeys: Readonly<Record<string, Outcome>> = {
  s: "success",
  f: "failure",
  u: "unsure",
  b: "blocked",
};
const classKeys: Readonly<Record<string, StepClass>> = {
  "1": "success",
  "2": "progress",
  "3": "no-progress",
};

const after = <T>(list: readonly T[], item: T): T => list[(list.indexOf(item) + 1) % list.length] ?? item;
/** A position in a list: at least 0, even where the list is empty. */
function clamp(value: number, most: number): number {
  if (value > most) return Math.max(0, most);
  return Math.max(0, value);
}

function opened(state: ReviewState, current: string): ReviewState {
  return { ...state, view: "detail", current, step: 0, scroll: 0, requirement: -1, message: "" };
}

function moveList(state: ReviewState, { ids }: Surroundings, by: number): ReviewState {
  const at = state.current === null ? 0 : ids.indexOf(state.current);
  const next = ids[clamp(Math.max(0, at) + by, ids.length - 1)];
  return { ...state, current: next ?? null, message: "" };
}

/** Keys that both views know. */
function shared(
  state: ReviewState,
  { name }: Key,
  around: Surroundings,
): { state: ReviewState; wish?: Wish } | undefined {
  const outcome = outcomeKeys[name];
  if (outcome !== undefined && state.current !== null) return { state, wish: { kind: "label", outcome } };
  switch (name) {
    case "?":
      return { state: { ...state, help: true } };
    case "m":
      return { state: { ...state, typing: { what: "note", text: "" } } };
    case "z":
      return { state, wish: { kind: "undo" } };
    case "n": {
      const nextUnlabelled = around.nextUnlabelled();
      if (nextUnlabelled === null)
        return { state: { ...state, message: "Every listed run has your label." } };
      return {
        state:
          state.view === "detail"
            ? opened(state, nextUnlabelled)
            : { ...state, current: nextUnlabelled, message: "" },
      };
    }
    default:
      return undefined;
  }
}

function inList(
  state: ReviewState,
  { name }: Key,
  around: Surroundings,
): { state: ReviewState; wish?: Wish } {
  const moves: Readonly<Record<string, number>> = {
    down: 1,
    j: 1,
    up: -1,
    k: -1,
    pagedown: around.page,
    pageup: -around.page,
    G: around.ids.length,
    g: -around.ids.length,
  };
  const by = moves[name];
  if (by !== undefined) return { state: moveList(state, around, by) };
  switch (name) {
    case "return":
      return { state: state.current === null ? state : opened(state, state.current) };
    case "q":
      return { state, wish: { kind: "quit" } };
    case "v":
      return { state: { ...state, preset: after(presets, state.preset), message: "" } };
    case "t":
      return { state: { ...state, order: after(orders, state.order), message: "" } };
    case "/":
      return { state: { ...state, typing: { what: "search", text: state.search } } };
    case "escape":
      return { state: { ...state, search: "", preset: "all", message: "" } };
    default:
      return { state };
  }
}

function toEvidence(state: ReviewState, { requirements }: Surroundings): ReviewState {
  if (requirements.length === 0) return { ...state, message: "This judge lists no requirements." };
  const requirement = (state.requirement + 1) % requirements.length;
  const step = requirements[requirement]?.step;
  return { ...state, requirement, ...(step === null || step === undefined ? {} : { step }) };
}

function inDetail(
  state: ReviewState,
  { name }: Key,
  around: Surroundings,
): { state: ReviewState; wish?: Wish } {
  const last = Math.max(0, around.steps - 1);
  const stepTo = (step: number): ReviewState => ({ ...state, step: clamp(step, last), message: "" });
  const stepClass = classKeys[name];
  if (stepClass !== undefined)
    return { state: stepTo(state.step + 1), wish: { kind: "class", step: state.step, class: stepClass } };
  switch (name) {
    case "escape":
    case "q":
      return { state: { ...state, view: "list", message: "" } };
    case "down":
    case "j":
      return { state: stepTo(state.step + 1) };
    case "up":
    case "k":
      return { state: stepTo(state.step - 1) };
    case "pagedown":
      return { state: stepTo(state.step + 5) };
    case "pageup":
      return { state: stepTo(state.step - 5) };
    case "g":
      return { state: stepTo(0) };
    case "G":
      return { state: stepTo(last) };
    case "J":
      return { state: { ...state, scroll: state.scroll + 3 } };
    case "K":
      return { state: { ...state, scroll: Math.max(0, state.scroll - 3) } };
    case "tab":
      return {
        state: {
          ...state,
          judge: around.judges === 0 ? 0 : (state.judge + 1) % around.judges,
          scroll: 0,
          requirement: -1,
        },
      };
    case "e":
      return { state: toEvidence(state, around) };
    case "p":
      return { state: { ...state, picture: after(["beside", "large", "none"] as const, state.picture) } };
    case "i":
      return { state, wish: { kind: "show-pixels" } };
    case "o":
      return { state, wish: { kind: "open-picture" } };
    default:
      return { state };
  }
}

/** A key while a line is typed: letters are text, and nothing else happens. */
function whileTyping(
  state: ReviewState,
  { name, ctrl }: Key,
  typing: NonNullable<ReviewState["typing"]>,
): { state: ReviewState; wish?: Wish } {
  const to = (text: string): ReviewState => ({ ...state, typing: { ...typing, text } });
  if (name === "escape") return { state: { ...state, typing: null } };
  if (name === "backspace" || name === "delete") return { state: to([...typing.text].slice(0, -1).join("")) };
  if (name === "return") {
    const done = { ...state, typing: null };
    if (typing.what === "search") return { state: { ...done, search: typing.text } };
    return typing.text.trim() === ""
      ? { state: done }
      : { state: done, wish: { kind: "note", text: typing.text.trim() } };
  }
  if (
    ctrl === true ||
    (name.length > 1 &&
      /^[a-z]+$/.test(name) &&
      ["up", "down", "tab", "pageup", "pagedown", "left", "right"].includes(name))
  )
    return { state };
  return { state: to(typing.text + name) };
}

/** What a key does. */
export function press(
  state: ReviewState,
  key: Key,
  around: Surroundings,
): { state: ReviewState; wish?: Wish } {
  if (state.typing !== null) return whileTyping(state, key, state.typing);
  if (state.help) return { state: { ...state, help: false } };
  return shared(state, key, around) ?? (state.view === "list" ? inList : inDetail)(state, key, around);
}
