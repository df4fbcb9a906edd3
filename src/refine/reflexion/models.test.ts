/** A model that acts, a model that judges and a model that reflects, over both wire formats: a note of one trial is in the next. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { agentRewardBench } from "../../../judges/agent-reward-bench.ts";
import type { RecordedRequest } from "../../../test/stubs/http-stub.ts";
import { type Reply, reply, type WireFormat } from "../../../test/stubs/model-stub.ts";
import { serving } from "../../../test/stubs/serving.ts";
import { drawersWorld } from "../../../test/worlds/drawers.ts";
import { prepareJudge } from "../../judging/index.ts";
import { createModel } from "../../models/index.ts";
import { modelActor } from "../live/model-actor.ts";
import { judgeEvaluator } from "./evaluator.ts";
import { modelReflector } from "./model-reflector.ts";
import { reflexion } from "./reflexion.ts";

const serve = serving();
const env = { OPENAI_API_KEY: "sk-test", ANTHROPIC_API_KEY: "sk-ant-test" };
const note = "Open drawer 1 instead: the task asks for it.";

let out = "";
beforeEach(async () => {
  out = join(await mkdtemp(join(tmpdir(), "trajudge-models-")), "loop");
});
afterEach(() => rm(join(out, ".."), { recursive: true, force: true }));

function textOf({ body }: RecordedRequest): string {
  const texts = (value: unknown): string[] =>
    typeof value === "string" ? [value] : Object.values(value instanceof Object ? value : {}).flatMap(texts);
  return texts(body).join("\n");
}

/** Opens the wrong drawer until it was told better, and reads out what it sees. */
function acting(text: string): Reply {
  const seen = /Drawer \d holds ([^.]*)\./.exec(text)?.[1];
  const act = (type: string, element: string | null, value: string | null): Reply =>
    reply.object({ thought: "I look.", action: { type, element, value } });
  if (seen !== undefined) return act("answer", null, `It holds ${seen}.`);
  return act("click", text.includes(note) ? "e1" : "e2", null);
}

/** Says what is so: that the answer names what is in drawer 1. */
function judging(text: string): Reply {
  const isRight = text.includes("It holds a compass.");
  return reply.object({
    reasoning: isRight ? "It opened drawer 1." : "It opened another drawer than the task names.",
    success: isRight ? "success" : "failure",
    side_effect: false,
    optimality: 3,
    looping: false,
  });
}

test.each(["openai", "anthropic"] satisfies WireFormat[])(
  "over the wire of %s a refused trial is reflected on, and the next one is right",
  async (format) => {
    const asked: string[] = [];
    const stub = await serve(format, (request: RecordedRequest): Reply => {
      const text = textOf(request);
      const who = text.includes("Write the note for the next attempt")
        ? "reflector"
        : text.includes("[[begin tree") && text.includes("You can take")
          ? "actor"
          : "judge";
      asked.push(who);
      if (who === "reflector") return reply.text(note);
      return who === "actor" ? acting(text) : judging(text);
    });
    const model = createModel(stub.ref(), { env });
    const { record, trials } = await reflexion({
      environment: drawersWorld({ tasks: 1 }),
      actor: modelActor(model),
      evaluator: judgeEvaluator(
        prepareJudge(agentRewardBench, { models: { default: model }, judgeOptions: { page: "tree" } }),
      ),
      reflector: modelReflector(model),
      out,
      package: "test",
    });
    expect(asked).toEqual(["actor", "actor", "judge", "reflector", "actor", "actor", "judge"]);
    expect(record.status).toBe("complete");
    expect(trials.map(({ outcome, truth, reflection }) => [outcome, truth, reflection])).toEqual([
      ["failure", "failure", note],
      ["success", "success", null],
    ]);
    expect(record.usage.actor.calls).toBe(4);
    expect(record.usage.evaluator.calls).toBe(2);
    expect(record.usage.reflector.calls).toBe(1);
    const reflecting = stub.texts(3);
    expect(reflecting).toContain("It opened another drawer than the task names.");
    expect(reflecting).not.toMatch(/REFERENCE|EXTRA/);
    const lines = await readFile(join(out, "trials.jsonl"), "utf8");
    expect(lines).not.toContain("sk-");
  },
);
