/** Gates: does a judge keep the bounds that it must? */
import { InputError } from "../src/trajectory/errors.ts";
import type { CalibrationDocument } from "./document.ts";

/** What a gate tests: the unfavourable end of the interval, or the value alone. */
export type GateOn = "interval" | "value";

interface GateCheck {
  /** The rate's name, such as `kappa` or `steps.kappaLinear`. */
  rate: string;
  operator: ">=" | "<=";
  bound: number;
  /** The number tested; null where the rate or its interval is undefined, which fails. */
  tested: number | null;
  /** Which number that is. */
  end: "low" | "high" | "value";
  passed: boolean;
  /** One line that says what was tested and how it came out. */
  message: string;
}

export interface GateResult {
  passed: boolean;
  on: GateOn;
  checks: GateCheck[];
}

interface RateLike {
  value: number | null;
  low: number | null;
  high: number | null;
}

function isRate(value: unknown): value is RateLike {
  return typeof value === "object" && value !== null && "value" in value && "low" in value && "high" in value;
}

/** All rates of a document by name; those of its parts with the part's name before a dot. */
function ratesIn(document: CalibrationDocument): Map<string, RateLike> {
  const rates = new Map<string, RateLike>();
  const collect = (part: object, prefix: string): void => {
    for (const [name, value] of Object.entries(part)) if (isRate(value)) rates.set(prefix + name, value);
  };
  collect(document, "");
  collect(document.steps ?? {}, "steps.");
  collect(document.confidence ?? {}, "confidence.");
  const { coverage } = document;
  rates.set("coverage", { value: coverage, low: coverage, high: coverage });
  return rates;
}

function parse(condition: string): { rate: string; operator: ">=" | "<="; bound: number } {
  const parts = /^\s*([A-Za-z0-9.]+)\s*(>=|<=)\s*(-?[\d.]+(?:e-?\d+)?)\s*$/i.exec(condition);
  const [, rate, operator, bound] = parts ?? [];
  const number = Number(bound);
  if (rate === undefined || bound === undefined || Number.isNaN(number)) {
    throw new InputError(
      `gate: each condition must read like kappa>=0.6 or fpr<=0.08, saw ${JSON.stringify(condition)}`,
    );
  }
  return { rate, operator: operator === "<=" ? "<=" : ">=", bound: number };
}

function shown(value: number): string {
  return value.toFixed(4).replace(/\.?0+$/, "");
}

/**
 * Tests a document against conditions joined by commas. `>=` tests the lower end of the interval and `<=` the upper
 * one, so that a judge passes only when its bound is shown and not merely met by luck.
 *
 * @param expression such as `fpr<=0.08,kappa>=0.6`; names as in the document, `steps.` and `confidence.` for its parts
 * @throws InputError for a condition that cannot be read or a rate that the document does not have
 */
export function gate(document: CalibrationDocument, expression: string, on: GateOn = "interval"): GateResult {
  const rates = ratesIn(document);
  const checks = expression.split(",").map((condition): GateCheck => {
    const { rate, operator, bound } = parse(condition);
    const found = rates.get(rate);
    if (found === undefined) {
      throw new InputError(
        `gate: unknown rate ${JSON.stringify(rate)}, known: ${[...rates.keys()].join(", ")}`,
      );
    }
    const end = on === "value" ? "value" : operator === ">=" ? "low" : "high";
    const tested = found[end];
    const passed = tested !== null && (operator === ">=" ? tested >= bound : tested <= bound);
    const what = end === "value" ? rate : `${end === "low" ? "lower" : "upper"} end of ${rate}`;
    const seen =
      tested === null
        ? `${what} is undefined${reasonOf(document, rate)}`
        : `${what} is ${shown(tested)}${end === "value" || found.value === null ? "" : ` (value ${shown(found.value)})`}`;
    return {
      rate,
      operator,
      bound,
      tested,
      end,
      passed,
      message: `${rate}${operator}${shown(bound)} ${passed ? "passed" : "failed"}: ${seen}`,
    };
  });
  return { passed: checks.every(({ passed }) => passed), on, checks };
}

function reasonOf(document: CalibrationDocument, rate: string): string {
  const reason = document.undefined[rate] ?? document.undefined[`${rate}.interval`];
  return reason === undefined ? "" : ` (${reason})`;
}
