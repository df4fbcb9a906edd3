/** The flags that say which models a judge asks, and the clients they stand for. */
import type { Command } from "commander";
import { createModel, type ModelClient } from "../models/index.ts";
import { positiveInteger } from "./options.ts";

export interface ModelFlags {
  model?: string;
  captioner?: string;
  reasoner?: string;
  vision?: boolean;
  timeout?: number;
}

/** Adds the flags of ModelFlags to a command. */
export function withModelFlags(command: Command): Command {
  return command
    .option("--model <provider:model>", "the model for every role")
    .option("--captioner <provider:model>", "the model that describes screenshots")
    .option("--reasoner <provider:model>", "the model that decides from text")
    .option("--vision", "the models read images, although their names are not known to")
    .option(
      "--timeout <seconds>",
      "give up a call to a model after this long (default 120)",
      positiveInteger,
    );
}

/** The models by role. `--vision` says that they read images, where their names do not tell. */
export function modelsOf({
  model,
  captioner,
  reasoner,
  vision,
  timeout,
}: ModelFlags): Record<string, ModelClient> {
  const named = { default: model, captioner, reasoner };
  const options = {
    ...(vision === undefined ? {} : { vision }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([role, ref]) =>
      ref === undefined ? [] : [[role, createModel(ref, options)]],
    ),
  );
}
