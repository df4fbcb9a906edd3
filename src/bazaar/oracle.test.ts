/** The oracle's rules, on a task small enough to see through: go to /a, then to /b. */
import { expect, test } from "vitest";
import { oracle, type Truth } from "./oracle.ts";
import { type BazaarTask, station } from "./tasks/task.ts";
import { pathOf, type World } from "./tasks/world.ts";

const firstState: World["state"] = {
  signedIn: false,
  dialogClosed: false,
  newsletterEmail: null,
  cart: [],
  orders: [],
  bookings: [],
  issues: [],
  settings: { displayName: "", language: "", timeZone: "", newsletter: false, alerts: false },
};

function at(path: string, said: Partial<Pick<World, "answer" | "gaveUp">> = {}): World {
  return { state: firstState, log: [], page: { path, fields: {} }, answer: null, gaveUp: false, ...said };
}

const task: BazaarTask = {
  id: "small",
  kind: "navigation",
  instruction: "Go to a, then to b.",
  startPath: "/",
  requirements: [],
  reference: { path: ["/", "/a", "/b"] },
  stations: [station("at a", (world) => pathOf(world) === "/a")],
  done: (world) => pathOf(world) === "/b",
  way: [],
  maxSteps: 8,
};

const judged = (given: BazaarTask, ...worlds: World[]): [Truth["outcome"], string] => {
  const { outcome, steps } = oracle(given, worlds);
  return [outcome, steps.map((each) => each[0]).join("")];
};

test("a station is progress, the step that makes the task done a success, and so is the answer that ends it", () => {
  expect(judged(task, at("/"), at("/a"), at("/b"), at("/b", { answer: "there" }))).toEqual([
    "success",
    "pss",
  ]);
});

test("reaching a station again is no progress", () => {
  expect(judged(task, at("/"), at("/a"), at("/"), at("/a"))).toEqual(["failure", "pnn"]);
});

test("a task that was done and undone again has failed; the step that did it was progress, no success", () => {
  expect(judged(task, at("/"), at("/a"), at("/b"), at("/"))).toEqual(["failure", "ppn"]);
});

test("a task that was undone and done again is done by the last step that did it", () => {
  expect(judged(task, at("/"), at("/b"), at("/"), at("/b"))).toEqual(["success", "pns"]);
});

test("what is said counts for nothing where nothing was done", () => {
  expect(judged(task, at("/"), at("/", { answer: "I am at b." }))).toEqual(["failure", "n"]);
});

test("an episode without a step has failed when the task is not done", () => {
  expect(judged(task, at("/"))).toEqual(["failure", ""]);
});

test("a step that undoes a station is no progress, though it reaches another, and the station counts again", () => {
  const [first] = task.stations;
  const losing: BazaarTask = {
    ...task,
    stations: [
      station("at a", first?.reached ?? (() => false), (world) => pathOf(world) === "/c"),
      station("at c", (world) => pathOf(world) === "/c"),
    ],
    done: () => false,
  };
  expect(judged(losing, at("/"), at("/a"), at("/c"), at("/a"))).toEqual(["failure", "pnp"]);
});

test("what blocks everyone makes the run blocked, and saying so is progress", () => {
  const blocked: BazaarTask = {
    ...task,
    done: () => false,
    blocked: ({ page, answer }) => page.path === "/wall" && answer !== "The price is $5.",
  };
  expect(
    judged(blocked, at("/"), at("/wall"), at("/wall"), at("/wall", { answer: "A wall.", gaveUp: true })),
  ).toEqual(["blocked", "pnp"]);
  expect(judged(blocked, at("/"), at("/wall"), at("/wall", { answer: "The price is $5." }))).toEqual([
    "failure",
    "pn",
  ]);
});
