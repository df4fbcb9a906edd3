/** The page of real judges against real people: the published figures stand on it. */
import { describe, expect, test } from "vitest";
import { agentEPairs, arbPairs, realdata } from "../../../test/realdata.ts";
import { type Analysis, analyse } from "../../analysis/index.ts";
import type { Pair } from "../../trajectory/index.ts";
import { calibrationHtml } from "./calibration-html.ts";

const report = {
  labelled: 0,
  unknown: 0,
  unlabelled: 0,
  conflicts: 0,
  ties: 0,
  repeated: 0,
  superseded: 0,
  retracted: 0,
  outranked: 0,
  revealed: 0,
};

function pageOf(judges: Record<string, Pair[]>): { analysis: Analysis; text: string } {
  const analysis = analyse(
    { judges, labels: [], report, problems: [] },
    { by: ["benchmark", "agent"], correct: true, gateOn: "interval", selection: "representative" },
  );
  return {
    analysis,
    text: calibrationHtml(analysis, { source: "people", package: "test", at: new Date(0) }),
  };
}

describe.skipIf(realdata === undefined)("the page of real judges (needs TRAJUDGE_REALDATA)", () => {
  test("states agreement and κ of the judges of webjudge-arb", () => {
    const { text, analysis } = pageOf(arbPairs());
    const rows = [...text.matchAll(/<tr><th scope="row" class="">([^<]*)<\/th>(.*?)<\/tr>/gs)].map(
      ([, name, cells = ""]) => [
        name,
        ...[...cells.matchAll(/<td[^>]*>([^<]*)/g)].map(([, cell]) => cell ?? ""),
      ],
    );
    const side = (judge: string) => rows.find(([name, n]) => name === judge && n !== "")?.slice(1, 5);
    expect(analysis.judges.map(({ judge }) => judge)).toEqual(Object.keys(arbPairs()));
    expect(side("webjudge_7B")).toEqual([
      "547",
      expect.any(String),
      expect.stringMatching(/^85\.6 %/),
      expect.stringMatching(/^0\.605/),
    ]);
    expect(side("webjudge_o4_mini")).toEqual([
      "307",
      expect.any(String),
      expect.stringMatching(/^82\.1 %/),
      expect.stringMatching(/^0\.535/),
    ]);
    expect(side("webjudge_gpt4o")).toEqual([
      "57",
      expect.any(String),
      expect.stringMatching(/^94\.7 %/),
      expect.stringMatching(/^0\.825/),
    ]);
    expect(side("rule-based")).toEqual([
      "563",
      expect.any(String),
      expect.stringMatching(/^86\.3 %/),
      expect.stringMatching(/^0\.624/),
    ]);
  });

  test("says in words that a judge which always says yes is worthless", () => {
    expect(pageOf({ "Agent-E": agentEPairs("text_main_chat_eval_gpt4o") }).text).toContain(
      "The judge always says &quot;success&quot;, so it is worthless as a judge",
    );
  });
});
