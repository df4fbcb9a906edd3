/** How a judge is made ready: what a caller may say, and what is none of it. */
import type { OcrEngine } from "../evidence/index.ts";
import type { ModelClient, ModelRef } from "../models/index.ts";
import { InputError, type Level } from "../trajectory/index.ts";
import type { Logger } from "./judge.ts";

/** How a judge is made ready: its models and options, and what is done with the evidence. */
export interface PrepareOptions {
  /** `trajectory` when absent. */
  readonly level?: Level;
  /** The judge's own options. */
  readonly judgeOptions?: Readonly<Record<string, unknown>>;
  /** Role → model; `default` serves every role that is not named. */
  readonly models?: Readonly<Record<string, ModelClient | ModelRef>>;
  /** The run's secret, from which the fences' marks are derived; a random one when absent. */
  readonly secret?: string;
  /** False sends and stores secrets as they were recorded. */
  readonly redact?: boolean;
  /**
   * Reads screenshots for judges that ask a model or look at OCR text (`createOcr`); without one they see the OCR text
   * that came with the run. The caller closes it.
   */
  readonly ocr?: OcrEngine | undefined;
  /** Which of several verdicts on the same trajectory this is, from 0. */
  readonly sample?: number;
  /** Prompt id → file to use in its place. */
  readonly promptOverrides?: Readonly<Record<string, string>>;
  readonly now?: () => Date;
  readonly logger?: Logger;
}

/** {@link PrepareOptions} for a judge that is called once. */
export interface JudgeOptions extends PrepareOptions {
  readonly signal?: AbortSignal;
}

const optionNames: Readonly<Record<keyof JudgeOptions, true>> = {
  level: true,
  judgeOptions: true,
  models: true,
  secret: true,
  redact: true,
  ocr: true,
  sample: true,
  promptOverrides: true,
  now: true,
  logger: true,
  signal: true,
};

/**
 * A misspelt name would be passed over without a word where no compiler looks.
 *
 * @throws InputError that names it, and the ones there are
 */
export function refuseUnknown(options: object): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(optionNames, name));
  if (unknown === undefined) return;
  const hint = unknown === "options" ? "; a judge's own options are judgeOptions" : "";
  throw new InputError(
    `options: ${JSON.stringify(unknown)} is none; there are ${Object.keys(optionNames).join(", ")}${hint}`,
  );
}
