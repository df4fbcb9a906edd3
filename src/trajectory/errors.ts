/** The three kinds of error a user can meet, each with the exit code it stands for. */
import type { Usage } from "./verdict.ts";

const marker = Symbol.for("trajudge.error");

abstract class TrajudgeError extends Error {
  abstract readonly exitCode: number;
  readonly [marker]: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this[marker] = new.target.name;
  }
}

function carries(error: unknown, name: string): boolean {
  return error instanceof Error && (error as { [marker]?: unknown })[marker] === name;
}

/** Bad input or wrong use: the message says where, what, and the value seen. Exit code 2. */
export class InputError extends TrajudgeError {
  readonly exitCode = 2;

  /** True for an InputError of any copy of the package. */
  static isInstance(error: unknown): error is InputError {
    return carries(error, "InputError");
  }
}

/** A model gave no usable answer. The trajectory is left unscored. Exit code 1. */
export class ModelError extends TrajudgeError {
  readonly exitCode = 1;
  readonly kind: ModelErrorKind;
  readonly rawText: string | undefined;
  /** What the calls used that led to no answer, where whoever asked has summed it up. */
  readonly usage: Usage | undefined;

  constructor(
    kind: ModelErrorKind,
    message: string,
    options: ErrorOptions & { rawText?: string; usage?: Usage } = {},
  ) {
    super(message, options);
    this.kind = kind;
    this.rawText = options.rawText;
    this.usage = options.usage;
  }

  /** True for a ModelError of any copy of the package. */
  static isInstance(error: unknown): error is ModelError {
    return carries(error, "ModelError");
  }
}

const lasting: readonly string[] = ["rate-limited", "provider", "timeout"] satisfies ModelErrorKind[];

/** True for an error of the provider, which the next question would meet too; else this one answer was of no use. */
export function isLasting(kind: string): kind is ModelErrorKind {
  return lasting.includes(kind);
}

/** A budget was used up between two items; the run can be resumed. Exit code 3. */
export class BudgetReached extends TrajudgeError {
  readonly exitCode = 3;

  /** True for a BudgetReached of any copy of the package. */
  static isInstance(error: unknown): error is BudgetReached {
    return carries(error, "BudgetReached");
  }
}

export type ModelErrorKind =
  | "unreadable-answer"
  | "empty-answer"
  | "truncated-answer"
  | "refused"
  | "rate-limited"
  | "provider"
  | "timeout"
  | "context-length";
