/** What a call such as `click('1670')` does: BrowserGym, Online-Mind2Web's compact grammar, UI-TARS, pyautogui. */
import type { ActionType } from "../trajectory/index.ts";
import { at, described, type ParsedAction, pointOf, type Target } from "./parsed-action.ts";
import type { Call } from "./python-calls.ts";

type Meaning = (call: Call) => ParsedAction;

const named = (call: Call, ...names: string[]): string | undefined => {
  for (const name of names) if (Object.hasOwn(call.named, name)) return call.named[name];
  return undefined;
};

const arg = (call: Call, position: number, ...names: string[]): string | undefined =>
  named(call, ...names) ?? call.args[position];

/** The element or point that a call names with keywords. */
function namedTarget(call: Call): Target | undefined {
  const spot = named(call, "start_box", "point", "coordinate", "coordinates");
  if (spot !== undefined) return at(pointOf(spot));
  const [x, y] = [named(call, "x"), named(call, "y")];
  if (x !== undefined && y !== undefined) return at(pointOf(`${x}, ${y}`));
  const selector = named(call, "selector");
  if (selector !== undefined) return { selector };
  const id = named(call, "bid", "id", "uid", "element_id", "index");
  return id === undefined || id === "" ? undefined : { id };
}

/** The element that a call names, with a keyword or as its first argument. */
function targetOf(call: Call): Target | undefined {
  const first = call.args[0];
  return namedTarget(call) ?? (first === undefined || first === "" ? undefined : { id: first });
}

/** The point that a call names, with keywords or as its first two arguments. */
const spotOf = (call: Call): Target | undefined =>
  namedTarget(call) ?? at(pointOf(call.args.slice(0, 2).join(", ")));

const onElement =
  (type: ActionType, valueAt?: number, ...valueNames: string[]): Meaning =>
  (call) =>
    described(type, targetOf(call), valueAt === undefined ? undefined : arg(call, valueAt, ...valueNames));

const onPoint =
  (type: ActionType): Meaning =>
  (call) =>
    described(type, spotOf(call));

const withValue =
  (type: ActionType, ...names: string[]): Meaning =>
  (call) =>
    described(type, undefined, arg(call, 0, ...names));

const always =
  (type: ActionType, value?: string): Meaning =>
  () =>
    described(type, undefined, value);

/** `scroll(dx, dy)`, `scroll(direction='down')`, `pyautogui.scroll(-800)`. */
const scroll: Meaning = (call) => {
  const direction = named(call, "direction");
  const amount = named(call, "amount", "pixels");
  const target = namedTarget(call);
  if (direction !== undefined)
    return described("scroll", target, [direction, amount].filter(Boolean).join(" "));
  const [dx, dy] = [named(call, "delta_x", "dx"), named(call, "delta_y", "dy")];
  if (dx !== undefined || dy !== undefined) {
    return described("scroll", target, scrollValue(Number(dx ?? 0), Number(dy ?? 0)));
  }
  const [first, second] = call.args.map(Number);
  if (second !== undefined) return described("scroll", target, scrollValue(first ?? 0, second));
  if (first !== undefined && Number.isFinite(first)) {
    const down = call.name.startsWith("pyautogui") ? -first : first;
    return described("scroll", target, scrollValue(0, down));
  }
  return described("scroll", target, call.args[0]);
};

/** A scroll's distance in words: "down 200", "left 50". */
function scrollValue(dx: number, dy: number): string | undefined {
  if (Number.isNaN(dx) || Number.isNaN(dy)) return undefined;
  const parts = [];
  if (dy !== 0) parts.push(`${dy > 0 ? "down" : "up"} ${Math.abs(dy)}`);
  if (dx !== 0) parts.push(`${dx > 0 ? "right" : "left"} ${Math.abs(dx)}`);
  return parts.length === 0 ? undefined : parts.join(", ");
}

const dragLike =
  (type: "drag" | "swipe"): Meaning =>
  (call) => {
    const numbers = call.args.map(Number);
    return call.args.length >= 4 && numbers.every(Number.isFinite)
      ? described(type, spotOf(call), call.args.slice(2, 4).join(", "))
      : described(type, targetOf(call), arg(call, 1, "to_bid", "end_box", "end_point"));
  };

/** A `stop` that gives a reason gave up on one step; otherwise it hands out the answer. */
const stop: Meaning = (call) => {
  const reason = named(call, "reason");
  return reason === undefined
    ? described("answer", undefined, arg(call, 0, "answer", "text"))
    : described("other", undefined, reason);
};

const say: Meaning = (call) =>
  described("say", undefined, arg(call, 1, "utterance", "text", "message") ?? call.args[0]);

const press: Meaning = (call) =>
  call.args.length > 1
    ? described("press", targetOf(call), call.args.slice(1).join("+"))
    : described("press", undefined, arg(call, 0, "key", "keys", "key_comb"));

const meanings: Record<string, Meaning> = {
  click: onElement("click"),
  dblclick: onElement("click"),
  double_click: onElement("click"),
  left_double: onElement("click"),
  right_click: onElement("click"),
  right_single: onElement("click"),
  left_click: onElement("click"),
  click_at: onPoint("click"),
  mouse_click: onPoint("click"),
  mouse_dblclick: onPoint("click"),
  mouse_down: onPoint("click"),
  mouse_up: onPoint("click"),
  mouse_move: onPoint("hover"),
  mouse_drag_and_drop: dragLike("drag"),
  "pyautogui.click": onPoint("click"),
  "pyautogui.doubleclick": onPoint("click"),
  "pyautogui.rightclick": onPoint("click"),
  "pyautogui.moveto": onPoint("hover"),
  "pyautogui.write": withValue("type", "message"),
  "pyautogui.typewrite": withValue("type", "message"),
  "pyautogui.press": press,
  "pyautogui.hotkey": (call) => described("press", undefined, call.args.join("+")),
  "pyautogui.scroll": scroll,
  "pyautogui.dragto": onPoint("drag"),
  "time.sleep": withValue("wait"),
  check: onElement("click"),
  uncheck: onElement("click"),
  submit: onElement("click"),
  hover: onElement("hover"),
  clear: (call) => described("type", targetOf(call), ""),
  fill: onElement("type", 1, "value", "text"),
  textinput: onElement("type", 1, "text", "value"),
  type_at: (call) => described("type", spotOf(call), arg(call, 2, "text")),
  type: (call) =>
    call.args.length > 1
      ? described("type", targetOf(call), arg(call, 1, "content", "text"))
      : described("type", namedTarget(call), arg(call, 0, "content", "text")),
  keyboard_type: withValue("type", "text"),
  keyboard_insert_text: withValue("type", "text"),
  keyboard_press: withValue("press", "key"),
  keyboard_down: withValue("press", "key"),
  keyboard_up: withValue("press", "key"),
  press,
  press_key: press,
  hotkey: press,
  select_option: onElement("select", 1, "options", "value", "option"),
  select: onElement("select", 1, "options", "value", "option"),
  upload_file: onElement("other", 1, "file"),
  mouse_upload_file: (call) => described("other", spotOf(call), call.args[2]),
  focus: onElement("other"),
  drag_and_drop: dragLike("drag"),
  drag: dragLike("drag"),
  scroll,
  scroll_at: scroll,
  goto: withValue("navigate", "url"),
  navigate: withValue("navigate", "url"),
  open_url: withValue("navigate", "url"),
  load: withValue("navigate", "url"),
  go_back: always("back"),
  back: always("back"),
  go_forward: always("forward"),
  forward: always("forward"),
  refresh: always("navigate", "reload"),
  new_tab: always("tab", "new"),
  tab_close: always("tab", "close"),
  close_tab: always("tab", "close"),
  tab_focus: withValue("tab", "index"),
  tabswitch: withValue("tab", "target"),
  noop: withValue("wait", "wait_ms"),
  wait: withValue("wait", "ms", "time", "seconds"),
  say,
  send_msg_to_user: withValue("answer", "text", "message"),
  answer: withValue("answer", "text", "content"),
  finish: withValue("answer", "content", "answer"),
  finished: withValue("answer", "content", "answer"),
  stop,
  call_user: always("say"),
  report_infeasible: withValue("infeasible", "reason", "reason_text"),
  tap: onPoint("tap"),
  long_press: onPoint("tap"),
  swipe: dragLike("swipe"),
};

/** What a call does; undefined for a name that is not known. */
function callMeaning(call: Call): ParsedAction | undefined {
  const name = call.name.toLowerCase().replace(/^(?:page|browser|self|env)\./, "");
  return Object.hasOwn(meanings, name) ? meanings[name]?.(call) : undefined;
}

/**
 * What several calls in one action do together. An answer ends the run and wins; otherwise the first call that does
 * more than wait or point.
 */
export function callsMeaning(calls: readonly Call[]): ParsedAction | undefined {
  const known = calls.flatMap((call) => callMeaning(call) ?? []);
  const ends = known.find((action) => action.type === "answer" || action.type === "infeasible");
  const acts = known.find(
    (action) => action.type !== "wait" && action.type !== "hover" && action.type !== "other",
  );
  return ends ?? acts ?? known[0];
}
