/** The agent that repeats itself until it may not go on. */
import { back, link, type Move, scroll } from "../moves.ts";
import type { BazaarTask } from "../tasks/task.ts";
import { pickFrom, type ScriptedAgent } from "./scripted-agent.ts";

const dialogButton = "No, thank you";
const isSearch = (move: Move): boolean => move.do === "fill" && move.label.startsWith("Search");

/** How often a loop is at a control, where the task has one to loop at. */
const stuckAtControls = 0.75;

/** The same button again and again, with nothing filled in that would make it useful. */
function pressing(task: BazaarTask): Move[][] {
  const at = task.way.findIndex((move) => move.do === "button" && move.name !== dialogButton);
  const button = task.way[at];
  if (button === undefined || (button.do === "button" && button.name === "Close ticket")) return [];
  const before = task.way
    .slice(0, at)
    .filter((move) => move.do === "link" || move.do === "button" || isSearch(move));
  return [[...before, button, button]];
}

/** One filter on and off again. */
function ticking(task: BazaarTask): Move[][] {
  const at = task.way.findIndex((move) => move.do === "tick" && move.for === "condition");
  const tick = task.way[at];
  return tick === undefined ? [] : [[...task.way.slice(0, at), tick, tick]];
}

/** Into a page and out of it again. */
function toAndFro(task: BazaarTask): Move[][] {
  const [first] = task.way;
  return first?.do === "link" ? [[first, back]] : [[link("Help"), back]];
}

/** Down the page, although nothing more is there. */
function scrolling(task: BazaarTask): Move[][] {
  return [[...task.way.slice(0, 1), scroll(300), scroll(300)]];
}

export const loops: ScriptedAgent = {
  name: "loops",
  summary: "repeats itself until the step limit",
  succeeds: false,
  script: (task, random) => {
    const atControls = [...pressing(task), ...ticking(task)];
    const isStuck = random() < stuckAtControls && atControls.length > 0;
    const moves = pickFrom(isStuck ? atControls : [...toAndFro(task), ...scrolling(task)], random) ?? [];
    const round = moves.slice(-2);
    while (moves.length < task.maxSteps) moves.push(...round.slice(0, task.maxSteps - moves.length));
    return moves;
  },
};
