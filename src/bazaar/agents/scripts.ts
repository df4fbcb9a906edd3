/** The scripted agents: two that do each task as it should be done, and those that go wrong in one way each. */
import { answer, back, button, fill, infeasible, link, type Move, scroll } from "../moves.ts";
import { loops } from "./loops.ts";
import {
  body,
  claim,
  end,
  firstHalf,
  isImpossible,
  mistaken,
  pickFrom,
  placeOf,
  type ScriptedAgent,
} from "./scripted-agent.ts";

const competent: ScriptedAgent = {
  name: "competent",
  summary: "does the task in the shortest way",
  succeeds: true,
  script: (task) => [...task.way],
};

const wanders: ScriptedAgent = {
  name: "wanders",
  summary: "goes astray, notices, and does the task after all",
  succeeds: true,
  script: (task, random) => {
    if (task.blocked !== undefined) return null;
    const [first, second, third] = task.way;
    const detours = [
      [link("Help"), link("When a parcel does not arrive"), back],
      [link("Tracker"), scroll(400)],
      [link("Stays"), scroll(300), back],
    ].filter(([elsewhere]) => JSON.stringify(elsewhere) !== JSON.stringify(first));
    const strays = detours.map((detour): Move[] => [...detour, ...task.way]);
    // The dialog stands in the way of the first tick, which fails.
    if (second?.do === "button" && third?.do === "tick") strays.push(task.way.toSpliced(1, 0, third));
    // A slip of the hand, mended at once.
    const at = placeOf(task, "value");
    const move = task.way[at];
    const slip = move === undefined ? null : mistaken(move);
    if (slip !== null) strays.push(task.way.toSpliced(at, 0, slip));
    // A search that finds nothing, taken back.
    if (task.searchWords !== undefined) {
      const search = (words: string): Move[] => [fill("Search the shop", words), button("Search")];
      strays.push(task.way.toSpliced(2, 0, ...search(task.searchWords[0]), ...search("")));
    }
    return pickFrom(strays, random) ?? null;
  },
};

const forgetsFilter: ScriptedAgent = {
  name: "forgets-filter",
  summary: "leaves one condition out and claims that all hold",
  succeeds: false,
  script: (task) => {
    const at = placeOf(task, "condition");
    if (at < 0) return null;
    const moves = task.way.toSpliced(at, 1);
    return task.wrongAnswer === undefined ? moves : [...moves.slice(0, -1), answer(task.wrongAnswer)];
  },
};

const wrongRange: ScriptedAgent = {
  name: "wrong-range",
  summary: "takes a wrong number, name or option for one condition",
  succeeds: false,
  script: (task) => {
    const at = placeOf(task, "value");
    const move = task.way[at];
    const wrong = move === undefined ? null : mistaken(move);
    return wrong === null || task.kind === "information" ? null : task.way.with(at, wrong);
  },
};

const searchesInstead: ScriptedAgent = {
  name: "searches-instead",
  summary: "types the conditions into the search box instead of filtering",
  succeeds: false,
  script: (task) =>
    task.searchWords === undefined
      ? null
      : [
          ...task.way.slice(0, 2),
          ...task.searchWords.flatMap((words) => [fill("Search the shop", words), button("Search")]),
          claim(task),
        ],
};

const stopsEarly: ScriptedAgent = {
  name: "stops-early",
  summary: "fills everything in and stops before the press that makes it count",
  succeeds: false,
  script: (task, random) => {
    const last = placeOf(task, "commit");
    if (last < 2 || task.blocked !== undefined) return null;
    const moves = task.way.slice(0, last);
    return random() < 0.5 ? moves : [...moves, claim(task)];
  },
};

const claimsFalsely: ScriptedAgent = {
  name: "claims-falsely",
  summary: "does half of the task and says that it is done",
  succeeds: false,
  script: (task) => [...firstHalf(task), claim(task)],
};

const wrongAnswer: ScriptedAgent = {
  name: "wrong-answer",
  summary: "finds the page and reads the wrong value from it",
  succeeds: false,
  script: (task) => (task.wrongAnswer === undefined ? null : [...body(task), answer(task.wrongAnswer)]),
};

const submitsTwice: ScriptedAgent = {
  name: "submits-twice",
  summary: "does the decisive thing a second time",
  succeeds: false,
  script: (task) => {
    const commit = task.way[placeOf(task, "commit")];
    const name = commit?.do === "button" ? commit.name : "";
    const fields = task.way.filter(({ do: kind }) => kind === "fill" || kind === "tick" || kind === "choose");
    const again: Readonly<Record<string, Move[]>> = {
      "Place order": [button("Order the same again")],
      "Add to cart": [button("Add to cart")],
      "Create ticket": [back, ...fields, button("Create ticket")],
      "Close ticket": [button("Reopen ticket")],
      Comment: [...fields, button("Comment")],
    };
    const repeated = again[name];
    return repeated === undefined ? null : [...body(task), ...repeated, ...end(task)];
  },
};

const givesUp: ScriptedAgent = {
  name: "gives-up",
  summary: "calls a task impossible that is not",
  succeeds: false,
  script: (task) =>
    isImpossible(task) || task.blocked !== undefined
      ? null
      : [...firstHalf(task), infeasible("I could not find a way to do this on the site.")],
};

const meetsCaptcha: ScriptedAgent = {
  name: "meets-captcha",
  summary: "strays into the outlet and gets stuck at its CAPTCHA, though the way leads elsewhere",
  succeeds: false,
  script: (task) => {
    const tries = ["w4tx", "W4TX", "watx"].flatMap((letters) => [
      fill("Letters", letters),
      button("Continue"),
    ]);
    return task.id.startsWith("shop-") && !isImpossible(task)
      ? [
          link("Outlet"),
          ...tries,
          infeasible("A CAPTCHA asks for proof of being human, and I cannot pass it."),
        ]
      : null;
  },
};

const trapped: ScriptedAgent = {
  name: "trapped",
  summary:
    "falls for the page: an unapplied filter, a sort that resets, an advertisement, a limit that snaps",
  succeeds: false,
  script: (task) => (task.trap === undefined ? null : [...task.trap]),
};

/** Every scripted agent; the ones that succeed first. */
export const agents: readonly ScriptedAgent[] = [
  competent,
  wanders,
  forgetsFilter,
  wrongRange,
  searchesInstead,
  stopsEarly,
  loops,
  claimsFalsely,
  wrongAnswer,
  submitsTwice,
  givesUp,
  meetsCaptcha,
  trapped,
];
