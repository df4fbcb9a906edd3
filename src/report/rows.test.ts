import { expect, test } from "vitest";
import { runItem, runRecord, verdict } from "../../test/fixtures/run-folder.ts";
import type { Label } from "../trajectory/index.ts";
import { rowsOf, shareable } from "./rows.ts";
import { verdictsCsv } from "./verdicts-csv.ts";

const label = (rater: string, outcome: Label["outcome"]): Label => ({
  trajectoryId: "a",
  rater,
  kind: "human",
  outcome,
});
const records = {
  runs: [runRecord(["one", "two"])],
  items: [runItem("a"), runItem("b")],
  verdicts: [
    verdict("a", "one", { outcome: "failure" }),
    verdict("a", "two"),
    verdict("a", "one", { outcome: "success" }),
    verdict("lost", "two"),
  ],
};

test("the newest verdict of a judge counts, and a judge that gave none has none", () => {
  const { judges, rows } = rowsOf(records, []);
  expect(judges).toEqual(["one", "two"]);
  expect(rows.map(({ item, verdicts }) => [item.id, ...verdicts.map((given) => given?.outcome)])).toEqual([
    ["a", "success", "success"],
    ["b", undefined, undefined],
    ["lost", undefined, "success"],
  ]);
});

test("divided raters are named as such", () => {
  const rowOf = (...labels: Label[]) => rowsOf(records, labels).rows[0];
  expect(rowOf(label("ann", "success"))).toMatchObject({ reference: "success", divided: false });
  expect(rowOf(label("ann", "success"), label("bob", "failure"))).toMatchObject({
    reference: null,
    divided: true,
  });
});

test("what is shared holds no secret, in no text of any record", () => {
  const secret = "sk-proj-a1Bc2Dc2Dc2Dc2Dc2Dc2Dc2Dc2Dc2Dc2Dc2Dc2Dc2Dc2D";
  const said = verdict("a", "one", {
    reasoning: `the key is ${secret}`,
    requirements: [{ text: `use ${secret}`, passed: true, evidence: [{ kind: "ocr", quote: secret }] }],
    steps: [{ index: 0, class: "progress", reason: secret }],
    error: { kind: "provider", message: `401 for ${secret}` },
    notes: { seen: secret },
  });
  const { records: shared, labels } = shareable(
    { ...records, items: [runItem("a", { instruction: `sign in with ${secret}` })], verdicts: [said] },
    [{ ...label("ann", "success"), note: `saw ${secret}` }],
  );
  expect(JSON.stringify([shared, labels])).not.toContain(secret);
  expect(shared.verdicts[0]?.trajectoryId).toBe("a");
});

test("a CSV line a verdict, with what people say of the run and unscored as a word", () => {
  const unscored = verdict("b", "one", { outcome: null, score: 0.5, reasoning: "=1+1" });
  const text = verdictsCsv(
    rowsOf({ ...records, verdicts: [verdict("a", "one"), unscored] }, [label("ann", "failure")]),
  );
  const [head = "", first = "", second = ""] = text.split("\r\n");
  expect(head.split(",").slice(0, 3)).toEqual(["trajectory", "task", "instruction"]);
  expect(first).toContain(",success,,failure,1,");
  expect(second).toContain(",unscored,0.5,,0,");
  expect(second).toContain(",'=1+1,");
});
