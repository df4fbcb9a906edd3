/** Answers under a key: made once while anyone waits for them, remembered within bounds, never when they may be mended. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Answer, Answers } from "./idempotency.ts";

const answered = (text: string, passing = false): Answer => ({ status: 200, text, passing });

/** A way to ask under a key, and how often what is behind it was done. */
function asking(answers = new Answers()) {
  const made: string[] = [];
  const ask = (key: string, make: () => Promise<Answer> = async () => answered(key)) =>
    answers.once(
      "rewards",
      key,
      () => "the body",
      () => {
        made.push(key);
        return make();
      },
    );
  const times = (key: string): number => made.filter((name) => name === key).length;
  return { ask, times };
}

function later(): { make: () => Promise<Answer>; finish(answer: Answer): void; fail(): void } {
  let finish: (answer: Answer) => void = () => undefined;
  let fail = (): void => undefined;
  const answer = new Promise<Answer>((resolve, reject) => {
    finish = resolve;
    fail = () => reject(new Error("no"));
  });
  return { make: () => answer, finish, fail };
}

test("an answer that takes long is made once, however many others are finished meanwhile", async () => {
  const { ask, times } = asking();
  const slow = later();
  const first = ask("slow", slow.make);
  for (let i = 0; i < 1100; i += 1) await ask(`quick ${i}`);
  const second = ask("slow", slow.make);
  slow.finish(answered("at last"));
  expect(await Promise.all([first, second])).toMatchObject([{ replayed: false }, { replayed: true }]);
  expect(await ask("slow", slow.make)).toMatchObject({ text: "at last", replayed: true });
  expect(times("slow")).toBe(1);
});

test("the newest 1,000 answers are remembered, and no more than 64 MiB", async () => {
  const { ask, times } = asking();
  for (let i = 0; i < 1001; i += 1) await ask(String(i));
  for (const key of ["1", "1000", "0"]) await ask(key);
  expect(["1", "1000", "0"].map(times)).toEqual([1, 1, 2]);
  const large = "x".repeat(40 * 1024 * 1024);
  for (const key of ["a", "b", "b", "a"]) await ask(key, async () => answered(large));
  expect(["a", "b"].map(times)).toEqual([2, 1]);
});

test("what is forgotten takes no room: small answers are remembered after any number of large ones", async () => {
  const { ask, times } = asking();
  const large = answered("x".repeat(40 * 1024 * 1024));
  const slow = [later(), later()];
  const first = slow.map(({ make }, i) => ask(`slow ${i}`, make));
  for (let i = 0; i < 1100; i += 1) await ask(`quick ${i}`);
  for (const { finish } of slow) finish(large);
  await Promise.all(first);
  for (const key of ["small", "other", "small"]) await ask(key);
  expect(times("small")).toBe(1);
});

test("an answer that the next try may better goes to all who wait for it, and is not remembered", async () => {
  const { ask, times } = asking();
  const slow = later();
  const both = [ask("k", slow.make), ask("k", slow.make)];
  slow.finish(answered("too slow", true));
  expect((await Promise.all(both)).map(({ text }) => text)).toEqual(["too slow", "too slow"]);
  expect(times("k")).toBe(1);
  expect(await ask("k")).toMatchObject({ text: "k", replayed: false });
  expect(await ask("k")).toMatchObject({ text: "k", replayed: true });
});

test("a request that fails, fails for all who wait, and may be sent again", async () => {
  const { ask } = asking();
  const slow = later();
  const both = Promise.allSettled([ask("k", slow.make), ask("k", slow.make)]);
  slow.fail();
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await ask("k")).toMatchObject({ text: "k", replayed: false });
});

test("in any order of begin and end, nobody's answer is made while the same is being made or is remembered", async () => {
  const events = fc.array(
    fc.record({ key: fc.constantFrom("a", "b", "c"), end: fc.constantFrom("good", "passing", "fail") }),
    { maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(events, async (list) => {
      const answers = new Answers();
      const running = new Map<string, ReturnType<typeof later>>();
      const kept = new Set<string>();
      for (const { key, end } of list) {
        const open = running.get(key);
        if (open === undefined) {
          const next = later();
          let begun = false;
          const asked = answers.once(
            "rewards",
            key,
            () => "",
            () => {
              begun = true;
              return next.make();
            },
          );
          expect(begun).toBe(!kept.has(key));
          asked.catch(() => undefined);
          if (begun) running.set(key, next);
          continue;
        }
        running.delete(key);
        if (end === "fail") open.fail();
        else open.finish(answered(key, end === "passing"));
        if (end === "good") kept.add(key);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }),
    { numRuns: 100 },
  );
});
