import { expect, test, vi } from "vitest";
import { kettleRun } from "../../test/fixtures/trajectories.ts";
import { InputError, viewOf } from "../trajectory/index.ts";
import { evidence } from "./index.ts";

/** As on a machine for which sharp has no binary. */
vi.mock("sharp", () => {
  throw new Error("Could not load the sharp module using the plan9-mips runtime");
});

test("what needs no image works without sharp", () => {
  expect(evidence.actions(viewOf(kettleRun()))).toContain("1. type");
});

test("the first image says what is missing and what to do", async () => {
  const first = evidence.frames(viewOf(kettleRun()), "last");
  await expect(first).rejects.toThrow(InputError);
  await expect(first).rejects.toThrow(/need the package sharp.*npm install/);
});
