/** The parts of a Reflexion loop as flags name them: who acts, who evaluates, who reflects. */
import { resolveJudge } from "../../judges/index.ts";
import type { OcrEngine } from "../evidence/index.ts";
import { prepareJudge } from "../judging/index.ts";
import type { ModelClient } from "../models/index.ts";
import {
  type Actor,
  type Evaluator,
  judgeEvaluator,
  modelActor,
  modelReflector,
  oracleEvaluator,
  type Reflector,
  simulatedEvaluator,
  templateReflector,
} from "../refine/index.ts";
import { InputError, type Level } from "../trajectory/index.ts";
import { judgeOptions } from "./judge-options.ts";
import { type ModelFlags, modelsOf } from "./model-flags.ts";
import { assignments } from "./options.ts";
import { rewardOptions } from "./reward-flags.ts";

export const actorNames = ["scripted", "random", "model"] as const;
export const reflectorNames = ["template", "model"] as const;

export interface PartFlags extends ModelFlags {
  actor: (typeof actorNames)[number];
  evaluator: string;
  level: Level;
  reflector: (typeof reflectorNames)[number];
  judgeModel?: string;
  skill: number;
  learning: number;
  seed: number;
  option?: string[];
  reward?: string[];
  prompt?: string[];
}

function modelFor(
  { captioner: _captioner, reasoner: _reasoner, ...flags }: PartFlags,
  purpose: string,
): ModelClient {
  const { default: model } = modelsOf(flags);
  if (model === undefined)
    throw new InputError(`${purpose}: needs a model; name one, such as --model openai:gpt-5`);
  return model;
}

const actorPrompt = "actor/act";

/** The actor, and what of it its name does not tell. */
export async function actorOf(
  flags: PartFlags,
  secret: string,
): Promise<{ actor: Actor; settings: Record<string, unknown> }> {
  const { skill, learning, seed } = flags;
  if (flags.actor === "model") {
    const prompt = assignments("--prompt", flags.prompt)[actorPrompt];
    const model = modelFor(flags, "--actor model");
    return {
      actor: modelActor(model, { secret, ...(prompt === undefined ? {} : { prompt }) }),
      settings: {},
    };
  }
  const { randomActor, scriptedActor } = await import("../bazaar/live/index.ts");
  return flags.actor === "random"
    ? { actor: randomActor({ seed }), settings: { seed } }
    : { actor: scriptedActor({ skill, learning, seed }), settings: { skill, learning, seed } };
}

const simulatedSpec = /^simulated:([^,]+),([^,]+)$/;

/** `oracle`, `simulated:SENSITIVITY,SPECIFICITY`, or a judge. @throws InputError for what is none of them */
export async function evaluatorOf(
  flags: PartFlags,
  secret: string,
  ocr: OcrEngine | undefined,
): Promise<Evaluator> {
  const { evaluator: spec, seed } = flags;
  const rewards = rewardOptions(flags.reward);
  const own = spec === "oracle" || spec.startsWith("simulated");
  if (own && flags.option !== undefined)
    throw new InputError(`--option: ${spec} has no options, saw ${JSON.stringify(flags.option[0])}`);
  if (own && flags.level === "step") throw new InputError(`--level step: ${spec} judges whole trials only`);
  if (spec === "oracle") return oracleEvaluator({ rewards });
  if (spec.startsWith("simulated")) {
    const [, sensitivity = "", specificity = ""] = simulatedSpec.exec(spec) ?? [];
    const rates = { sensitivity: Number(sensitivity), specificity: Number(specificity), seed };
    if (sensitivity.trim() === "" || Number.isNaN(rates.sensitivity) || Number.isNaN(rates.specificity))
      throw new InputError(
        `--evaluator: expected simulated:SENSITIVITY,SPECIFICITY such as simulated:0.8,0.9, saw ${JSON.stringify(spec)}`,
      );
    return simulatedEvaluator(rates, { rewards });
  }
  const judge = await resolveJudge(spec);
  const models = modelsOf({
    ...flags,
    ...(flags.judgeModel === undefined ? {} : { model: flags.judgeModel }),
  });
  const prepared = prepareJudge(judge, {
    level: flags.level,
    models,
    judgeOptions: judgeOptions(judge.id, flags.option ?? []),
    promptOverrides: assignments("--prompt", flags.prompt),
    secret,
    ocr,
  });
  return judgeEvaluator(prepared, rewards);
}

export function reflectorOf(flags: PartFlags, secret: string): Reflector {
  if (flags.reflector === "template") return templateReflector;
  const promptOverrides = assignments("--prompt", flags.prompt);
  return modelReflector(modelFor(flags, "--reflector model"), { promptOverrides, secret });
}
