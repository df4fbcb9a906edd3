/** The random actor: every action that a page offers, each as likely as the others. */
import { expect, test } from "vitest";
import type { LiveElement } from "../../refine/live/environment.ts";
import { randomActor } from "./random-actor.ts";

const box = [10, 10, 50, 20] as const;
const elements: LiveElement[] = [
  { ref: "e2", role: "link", text: "Shop", box },
  { ref: "e3", role: "textbox", text: "Name", box },
  { ref: "e4", role: "combobox", text: "Sort by", options: ["Price", "Rating"], box },
  { ref: "e5", role: "checkbox", text: "green", box },
  { ref: "e6", role: "button", text: "Hidden", box: [10, 10, 0, 0] },
];
const observation = { url: "http://127.0.0.1/", title: "Shop", accessibilityTree: "", elements };
const task = { id: "t", instruction: "Lamps", startUrl: "http://127.0.0.1/", maxSteps: 5000 };
const entry = { url: "/", action: { type: "wait" } } as const;

/** The actions at the first steps of a trial. */
async function drawn(count: number, seed: number): Promise<string[]> {
  const actor = randomActor({ seed });
  const history = Array.from({ length: count }, () => entry);
  const decisions = history.map((_, step) =>
    actor.decide({ task, trial: 0, reflections: [], history: history.slice(0, step), observation }),
  );
  return (await Promise.all(decisions)).map(({ action }) => JSON.stringify(action));
}

test("takes what can be reached, each action about equally often", async () => {
  const n = 900;
  const counts = new Map<string, number>();
  for (const action of await drawn(n, 1)) counts.set(action, (counts.get(action) ?? 0) + 1);
  const offered = [
    { type: "click", element: "e2" },
    { type: "type", element: "e3", text: "Lamps" },
    { type: "select", element: "e4", option: "Price" },
    { type: "select", element: "e4", option: "Rating" },
    { type: "click", element: "e5" },
    { type: "press", key: "Enter" },
    { type: "scroll", by: 400 },
    { type: "scroll", by: -400 },
    { type: "back" },
  ].map((action) => JSON.stringify(action));
  expect([...counts.keys()].sort()).toEqual(offered.sort());
  // Five standard errors of a count around n/9.
  const within = 5 * Math.sqrt((n / 9) * (8 / 9));
  for (const [action, count] of counts)
    expect([action, Math.abs(count - n / 9) < within]).toEqual([action, true]);
});

test("another seed is another version", () => {
  expect(randomActor().version).toBe(randomActor({ seed: 1 }).version);
  expect(randomActor({ seed: 2 }).version).not.toBe(randomActor().version);
});

test("takes the same for the same seed, and other actions for another", async () => {
  const one = await drawn(30, 1);
  expect(await drawn(30, 1)).toEqual(one);
  expect(await drawn(30, 2)).not.toEqual(one);
});
