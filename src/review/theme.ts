/** Signs and colours of the review: each outcome has both, so that nothing depends on colour alone. */
import pico from "picocolors";
import type { Outcome, StepClass } from "../trajectory/index.ts";

export type Colors = ReturnType<typeof pico.createColors>;

export interface Theme {
  colors: Colors;
  /** Whether pictures may be in colour. */
  colour: boolean;
}

/** The theme of a terminal; without colour when NO_COLOR is set. */
export function themeOf(env: NodeJS.ProcessEnv): Theme {
  const colour = env["NO_COLOR"] === undefined && env["TERM"] !== "dumb";
  return { colors: pico.createColors(colour), colour };
}

const signs: Record<Outcome | "unscored", string> = {
  success: "✓",
  failure: "✗",
  unsure: "?",
  blocked: "■",
  unscored: "–",
};

/** `✓ success`, `– unscored`. */
export function outcomeSign(outcome: Outcome | null): string {
  return signs[outcome ?? "unscored"];
}

/** Colours a text by an outcome. */
export function byOutcome(outcome: Outcome | null, { colors }: Theme): (text: string) => string {
  switch (outcome) {
    case "success":
      return colors.green;
    case "failure":
      return colors.red;
    case "unsure":
      return colors.yellow;
    case "blocked":
      return colors.magenta;
    case null:
      return colors.dim;
  }
}

/** One cell of the step strip. */
export function classCell(stepClass: StepClass | null, { colors }: Theme): string {
  switch (stepClass) {
    case "success":
      return colors.green("█");
    case "progress":
      return colors.cyan("▆");
    case "no-progress":
      return colors.red("▂");
    case null:
      return colors.dim("·");
  }
}
