/** Reflects with a model: the attempt, its verdict and earlier notes in fences, one note back. */
import { randomBytes } from "node:crypto";
import { evidence, evidenceVersion } from "../../evidence/index.ts";
import { answeredTexts, askWith } from "../../judging/ask.ts";
import { fenceWith } from "../../judging/fence.ts";
import { addUsage, noUsage } from "../../judging/index.ts";
import { loadPrompts } from "../../judging/prompt.ts";
import { type ModelClient, type ModelRef, toModel } from "../../models/index.ts";
import { digest, type Usage } from "../../trajectory/index.ts";
import { observationsText } from "./observations.ts";
import type { Reflector } from "./reflector.ts";
import { verdictText } from "./verdict-text.ts";

const promptId = "reflexion/reflect";
const codeVersion = 1;

/** How a model reflects. */
export interface ModelReflectorOptions {
  /** Prompt id → file to use in its place. */
  readonly promptOverrides?: Readonly<Record<string, string>>;
  /** The loop's secret, from which the fences' marks are derived; a random one when absent. */
  readonly secret?: string;
}

/**
 * A reflector over a model. It is asked with prompt reflexion/reflect for one note; what pages, actor and judge wrote is
 * fenced, and secrets are redacted. A model that gives no answer leaves no note.
 *
 * @throws InputError for a model that cannot be made, or an unsound prompt
 */
export function modelReflector(
  model: ModelClient | ModelRef,
  options: ModelReflectorOptions = {},
): Reflector {
  const client = toModel(model);
  const prompts = loadPrompts([promptId], options.promptOverrides);
  const roles = Object.values(prompts).map(({ role }) => role);
  const hashes = Object.entries(prompts).map(([id, { hash }]) => [id, hash]);
  const fence = fenceWith(options.secret ?? randomBytes(32).toString("hex"));
  return {
    name: "model",
    model: client.ref,
    version: digest({ name: "model", code: codeVersion, evidence: evidenceVersion, prompts: hashes }),
    async reflect({ trial, trajectory, evaluation, earlier, signal }) {
      let usage: Usage = noUsage;
      const { askText } = askWith({
        answered: answeredTexts(),
        prompts,
        models: Object.fromEntries(roles.map((role) => [role, client])),
        requires: [],
        stepCount: trajectory.steps.length,
        fence,
        redact: true,
        signal,
        used: (call) => {
          usage = addUsage(usage, call);
        },
      });
      const { text, error } = await askText(promptId, {
        task: evidence.task(trajectory),
        number: trial + 1,
        platform: evidence.platform(trajectory),
        ending: evidence.ending(trajectory),
        actions: evidence.actions(trajectory),
        observations: observationsText(trajectory),
        answer: trajectory.answer ?? "(none)",
        verdict: verdictText(trajectory, evaluation),
        earlier: earlier.length === 0 ? "(none)" : earlier.map((note, i) => `${i + 1}. ${note}`).join("\n\n"),
      });
      return { text, usage, ...(error === undefined ? {} : { error: error.message }) };
    },
  };
}
