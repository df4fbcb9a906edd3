/** From an action's text, in any of the grammars that recorded runs use, to the record's type, target and value. */
import type { ActionType } from "../trajectory/index.ts";
import { callsMeaning } from "./action-calls.ts";
import { at, described, type ParsedAction, pointOf, type Target } from "./parsed-action.ts";
import { pythonCalls } from "./python-calls.ts";

/** Longer texts are only looked at up to here: no grammar needs more to name an action. */
const lookedAt = 20_000;

/**
 * Reads an action's text: BrowserGym calls, WebVoyager's and WebArena's bracket form, Online-Mind2Web's arrows, and
 * the plain English of coordinate agents. A text in no known grammar is of type `other`. Never throws.
 */
export function parseActionText(raw: string): ParsedAction {
  const text = raw.length > lookedAt ? raw.slice(0, lookedAt) : raw;
  const trimmed = text.trim();
  return (
    callsMeaning(pythonCalls(trimmed)) ??
    bracketAction(trimmed) ??
    arrowAction(trimmed) ??
    englishAction(trimmed) ??
    described("other")
  );
}

const verbs: Record<string, ActionType> = {
  click: "click",
  "double click": "click",
  "right click": "click",
  check: "click",
  uncheck: "click",
  submit: "click",
  type: "type",
  fill: "type",
  input: "type",
  clear: "type",
  select: "select",
  "select option": "select",
  scroll: "scroll",
  "scroll up": "scroll",
  "scroll down": "scroll",
  "scroll left": "scroll",
  "scroll right": "scroll",
  hover: "hover",
  press: "press",
  "press key": "press",
  "press enter": "press",
  hotkey: "press",
  drag: "drag",
  navigate: "navigate",
  goto: "navigate",
  "go to": "navigate",
  open: "navigate",
  refresh: "navigate",
  reload: "navigate",
  google: "navigate",
  goback: "back",
  "go back": "back",
  back: "back",
  "navigate back": "back",
  goforward: "forward",
  "go forward": "forward",
  "navigate forward": "forward",
  forward: "forward",
  wait: "wait",
  noop: "wait",
  "no operation": "wait",
  answer: "answer",
  stop: "answer",
  terminate: "answer",
  "task complete": "answer",
  "new tab": "tab",
  "close tab": "tab",
  "tab focus": "tab",
  "page focus": "tab",
  "switch tab": "tab",
  tap: "tap",
  swipe: "swipe",
};

const verbOf = (text: string): ActionType | undefined => {
  const key = text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, " ");
  return Object.hasOwn(verbs, key) ? verbs[key] : undefined;
};

/** WebVoyager `Type [2]; text`, `Scroll [WINDOW]; down`, `ANSWER; text`; WebArena `type [2] [text] [1]`, `stop [x]`. */
function bracketAction(text: string): ParsedAction | undefined {
  const head = /^([A-Za-z][A-Za-z_]{1,20}(?: [a-z]{2,7})?)\s*(?:\[([^\]\n]{0,400})\]|(?=;)|:?\s*$)/.exec(
    text.slice(0, 440),
  );
  if (head === null) return undefined;
  const type = verbOf(head[1] ?? "");
  if (type === undefined) return undefined;
  const mark = head[2]?.trim();
  const tail = text.slice(head[0].length).trim();
  if (tail !== "" && !/^[;[]/.test(tail)) return undefined;
  const rest = tail.replace(/^;\s*/, "");
  const second = /^\[([\s\S]*?)\](?:\s*\[[01]\])?$/.exec(rest)?.[1];
  const value = second ?? (rest === "" ? undefined : rest);
  if (type === "answer")
    return described("answer", undefined, mark === undefined || mark === "" ? value : mark);
  if (type === "navigate") {
    const google = /^google$/i.test(head[1] ?? "") ? "https://www.google.com/" : undefined;
    return described("navigate", undefined, mark ?? value ?? google);
  }
  if (type === "press" && value === undefined)
    return described("press", undefined, mark ?? keyInVerb(head[1]));
  if (type === "scroll" && value === undefined)
    return described("scroll", undefined, mark ?? directionIn(text));
  if (type === "tab" || type === "wait") return described(type, undefined, mark ?? value);
  return described(type, mark === undefined || /^window$/i.test(mark) ? undefined : { id: mark }, value);
}

const keyInVerb = (verb: string | undefined): string | undefined =>
  /^press enter$/i.test(verb ?? "") ? "Enter" : undefined;

const directionIn = (text: string): string | undefined =>
  /\b(up|down|left|right)\b/i.exec(text)?.[1]?.toLowerCase();

/** Online-Mind2Web: `<a role="menuitem">x</a> -> CLICK`, `CLICK coords(1, 2) -> words | SUCCESS`, `… -> TYPE: text`. */
function arrowAction(text: string): ParsedAction | undefined {
  const parts = text
    .replace(/\|\s{0,20}(?:SUCCESS|FAILED)$/i, "")
    .trimEnd()
    .split(/\s{1,20}->\s{1,20}/, 4);
  if (parts.length < 2) return undefined;
  for (const [position, part] of parts.entries()) {
    const found = /^([A-Z][A-Z_]*(?: [A-Z]+)?)(?:\s*:\s*([\s\S]*)|\s+([\s\S]*)|)$/.exec(part.trim());
    const type = verbOf(found?.[1] ?? "");
    if (found === null || type === undefined) continue;
    const after = parts.slice(position + 1).join(" -> ");
    const own = found[2] ?? "";
    const target = arrowTarget(
      position > 0 ? parts.slice(0, position).join(" -> ") : (found[3] ?? ""),
      after,
    );
    const value = arrowValue(type, found[1] ?? "", own, after);
    return described(type, type === "answer" ? undefined : target, value);
  }
  const nested = englishAction(parts.at(-1) ?? "");
  return nested === undefined
    ? undefined
    : { ...nested, ...(nested.target ? {} : targetMember(parts[0] ?? "")) };
}

const targetMember = (text: string): { target?: Target } => {
  const target = arrowTarget(text, "");
  return target === undefined ? {} : { target };
};

function arrowValue(type: ActionType, verb: string, own: string, after: string): string | undefined {
  if (type === "answer") return own !== "" ? own : after.replace(/^ANSWER:\s*/, "");
  if (type === "scroll") return directionIn(`${verb} ${own} ${after}`.replaceAll("_", " "));
  if (type === "press") return keyIn(own || after) ?? keyInVerb(verb.replace("_", " "));
  if (type === "type" || type === "select") return own !== "" ? own : quotedIn(after);
  if (type === "navigate") return own !== "" ? own : /\bhttps?:\/\/\S+/.exec(after)?.[0];
  return own === "" ? undefined : own;
}

const quotedIn = (text: string): string | undefined => /(["'])(.{0,2000}?)\1/.exec(text)?.[2];

const keyIn = (text: string): string | undefined =>
  /\b(enter|return|escape|esc|tab|space|backspace|delete|page ?up|page ?down|home|end|arrow ?(?:up|down|left|right)|(?:ctrl|control|cmd|command|alt|shift)\s?\+\s?\w+)\b/i.exec(
    text,
  )?.[1];

/** What stands before the arrow: coordinates, an HTML tag, a selector, or words. */
function arrowTarget(before: string, words: string): Target | undefined {
  const text = before.trim();
  if (text === "" || /^page$/i.test(text)) return undefined;
  const coords = /^coords\s*(\([^)]{1,40}\))/i.exec(text)?.[1];
  if (coords !== undefined) return { ...at(pointOf(coords)), ...(words === "" ? {} : { text: words }) };
  const tag = /^<[a-z][^>]{0,4000}>([^<]{0,500})/i.exec(text);
  if (tag !== null) {
    const label = /\b(?:aria-label|title|placeholder|alt|value|name)="([^"]{1,300})"/i.exec(text)?.[1];
    const inner = tag[1]?.trim();
    const id = /\sid="([^"]{1,200})"/.exec(text)?.[1];
    return {
      selector: text.length > 500 ? `${text.slice(0, 500)}…` : text,
      ...(inner || label ? { text: inner || (label ?? "") } : {}),
      ...(id === undefined ? {} : { id }),
    };
  }
  if (/^(?:\[[\w-]+[~|^$*]?=|[#.][\w-]|[a-z]+[[.#,])/.test(text))
    return { selector: text, ...(words === "" ? {} : { text: words }) };
  const marked = /^\[(\w{1,20})\]\s*(?:tag=\S+\s*)?(?:text=)?([\s\S]*)$/.exec(text);
  return marked?.[1] === undefined ? { text } : { id: marked[1], ...(marked[2] ? { text: marked[2] } : {}) };
}

/** `Click at (600, 475)`, `Type "x"`, `Press ENTER`, `Navigate to URL`, `Scroll down`. */
function englishAction(text: string): ParsedAction | undefined {
  const head = /^[A-Za-z]+(?:[ _-][A-Za-z]+)?/.exec(text.slice(0, 60))?.[0];
  if (head === undefined) return undefined;
  const [first = ""] = head.split(/[ _-]/);
  const type = verbOf(head) ?? verbOf(first);
  if (type === undefined) return undefined;
  const words = text.slice((verbOf(head) === undefined ? first : head).length).replace(/^\s*[:;]?\s*/, "");
  const point = /\bat\s*\(|\bcoord|^\(\s*-?\d/.test(words) ? pointOf(words) : undefined;
  const target = at(point);
  switch (type) {
    case "click":
    case "hover":
    case "tap":
      return described(type, target ?? namedTarget(words));
    case "type":
      return described("type", target ?? into(words), quotedIn(words) ?? (words === "" ? undefined : words));
    case "select":
      return described(
        "select",
        undefined,
        /\[([^\]]{1,200})\]\s*$/.exec(words)?.[1] ?? quotedIn(words) ?? words,
      );
    case "press":
      return described(
        "press",
        undefined,
        words === "" ? keyInVerb(head) : words.replace(/^(?:the )?key\s+/i, ""),
      );
    case "scroll":
      return described("scroll", target, directionIn(text));
    case "drag":
    case "swipe": {
      const to = /\bto\s*(\([^)]{1,40}\))/.exec(words)?.[1];
      return described(type, at(pointOf(words)), to === undefined ? undefined : pointOf(to)?.join(", "));
    }
    case "navigate":
      return described("navigate", undefined, words.replace(/^to\s+/i, "") || undefined);
    case "answer":
      return described("answer", undefined, words.replace(/^->\s*ANSWER:\s*/, "") || undefined);
    case "back":
    case "forward":
      return described(type);
    default:
      return described(type, undefined, words === "" ? undefined : words);
  }
}

function namedTarget(words: string): Target | undefined {
  const text = quotedIn(words) ?? words.replace(/^(?:on|over|the)\s+/i, "").trim();
  return /\w/.test(text) ? { text } : undefined;
}

function into(words: string): Target | undefined {
  const name = /\binto\s+(?:the\s+)?([^\n]{1,200})$/.exec(words)?.[1];
  return name === undefined ? undefined : { text: quotedIn(name) ?? name };
}
