/** What every key does, in the list, in a run, and while a line is typed. */
import { describe, expect, test } from "vitest";
import { firstState, press, type ReviewState, type Surroundings } from "./state.ts";

const ids = ["a", "b", "c", "d"];
const around: Surroundings = {
  ids,
  steps: 10,
  requirements: [{ step: 4 }, { step: null }],
  judges: 3,
  page: 2,
  nextUnlabelled: () => "c",
};
const list: ReviewState = { ...firstState, current: "b" };
const run: ReviewState = { ...list, view: "detail", step: 5 };

const state = (from: ReviewState, key: string, more: Partial<Surroundings> = {}) =>
  press(from, { name: key }, { ...around, ...more }).state;
const wish = (from: ReviewState, key: string) => press(from, { name: key }, around).wish;

describe("in the list", () => {
  test.each([
    ["down", "c"],
    ["j", "c"],
    ["up", "a"],
    ["k", "a"],
    ["pagedown", "d"],
    ["pageup", "a"],
    ["G", "d"],
    ["g", "a"],
    ["n", "c"],
  ])("%s goes to %s", (key, current) => {
    expect(state(list, key).current).toBe(current);
  });

  test("enter opens, q ends, / searches, esc clears", () => {
    expect(state(list, "return")).toMatchObject({ view: "detail", current: "b", step: 0 });
    expect(wish(list, "q")).toEqual({ kind: "quit" });
    expect(state(list, "/").typing).toEqual({ what: "search", text: "" });
    expect(state({ ...list, search: "x", preset: "fp" }, "escape")).toMatchObject({
      search: "",
      preset: "all",
    });
  });

  test("v and t go round their filters and orders", () => {
    let at = list;
    const seen = new Set<string>();
    for (let i = 0; i < 8; i += 1) {
      at = state(at, "v");
      seen.add(at.preset);
    }
    expect(seen.size).toBe(8);
    expect(at.preset).toBe("all");
    expect(["t", "t", "t", "t"].reduce((from, key) => state(from, key), list).order).toBe("order");
  });

  test("an empty list survives every key", () => {
    for (const key of ["down", "up", "G", "g", "return", "s", "n", "pagedown"]) {
      const empty = press(
        { ...list, current: null },
        { name: key },
        { ...around, ids: [], nextUnlabelled: () => null },
      );
      expect(empty.state.current).toBeNull();
      expect(empty.wish).toBeUndefined();
    }
  });
});

describe("in a run", () => {
  test.each([
    ["down", 6],
    ["k", 4],
    ["pagedown", 9],
    ["pageup", 0],
    ["G", 9],
    ["g", 0],
  ])("%s goes to step %i", (key, step) => {
    expect(state(run, key).step).toBe(step);
  });

  test("classes go with the step and move on to the next", () => {
    for (const [key, stepClass] of [
      ["1", "success"],
      ["2", "progress"],
      ["3", "no-progress"],
    ] as const) {
      expect(wish(run, key)).toEqual({ kind: "class", step: 5, class: stepClass });
      expect(state(run, key).step).toBe(6);
    }
  });

  test("tab shows the next judge, e the next requirement and its evidence, J and K scroll, p changes the picture", () => {
    expect(state({ ...run, judge: 2 }, "tab").judge).toBe(0);
    expect(state(run, "e")).toMatchObject({ requirement: 0, step: 4 });
    expect(state({ ...run, requirement: 0 }, "e")).toMatchObject({ requirement: 1, step: 5 });
    expect(state(run, "e", { requirements: [] }).message).toContain("no requirements");
    expect(state(state(run, "J"), "K").scroll).toBe(0);
    expect(
      ["p", "p", "p"].map(
        (_key, i) =>
          Array.from({ length: i + 1 }).reduce<ReviewState>((from) => state(from, "p"), run).picture,
      ),
    ).toEqual(["large", "none", "beside"]);
  });

  test("i and o ask for the picture; esc and q go back to the list", () => {
    expect(wish(run, "i")).toEqual({ kind: "show-pixels" });
    expect(wish(run, "o")).toEqual({ kind: "open-picture" });
    expect(state(run, "escape").view).toBe("list");
    expect(state(run, "q").view).toBe("list");
  });
});

describe("in both", () => {
  test.each([
    ["s", "success"],
    ["f", "failure"],
    ["u", "unsure"],
    ["b", "blocked"],
  ])("%s labels %s", (key, outcome) => {
    expect(wish(list, key)).toEqual({ kind: "label", outcome });
    expect(wish(run, key)).toEqual({ kind: "label", outcome });
  });

  test("z takes back, m notes, ? helps and any key leaves the help", () => {
    expect(wish(run, "z")).toEqual({ kind: "undo" });
    expect(state(run, "m").typing).toEqual({ what: "note", text: "" });
    expect(state(list, "?").help).toBe(true);
    expect(press({ ...list, help: true }, { name: "s" }, around)).toEqual({
      state: { ...list, help: false },
    });
  });

  test("n says so when every run has a label", () => {
    expect(state(list, "n", { nextUnlabelled: () => null }).message).toContain("Every listed run");
  });
});

describe("while a line is typed", () => {
  const typing = (text: string, what: "search" | "note" = "note"): ReviewState => ({
    ...list,
    typing: { what, text },
  });

  test("letters are text and label nothing", () => {
    expect(press(typing("a"), { name: "s" }, around)).toEqual({ state: typing("as") });
    expect(state(typing("日本"), "backspace").typing?.text).toBe("日");
    expect(state(typing("x"), "up").typing?.text).toBe("x");
  });

  test("enter gives the note or the search, esc nothing", () => {
    expect(press(typing(" clear "), { name: "return" }, around).wish).toEqual({
      kind: "note",
      text: "clear",
    });
    expect(press(typing("  "), { name: "return" }, around).wish).toBeUndefined();
    expect(state(typing("lamps", "search"), "return")).toMatchObject({ search: "lamps", typing: null });
    expect(state(typing("x"), "escape").typing).toBeNull();
  });
});
