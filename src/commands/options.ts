/** Flags that several commands share, and how their values are read. */
import { InvalidArgumentError } from "commander";
import { InputError } from "../trajectory/index.ts";

/** Adds a value to those given before, for flags that may be repeated. */
export function collect(value: string, earlier: string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

/** A whole number of at least 1. */
export function positiveInteger(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError("Give a whole number of at least 1.");
  return number;
}

/** An amount of at least 0. */
export function amount(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number) || number < 0) {
    throw new InvalidArgumentError("Give a number of at least 0.");
  }
  return number;
}

/** A list separated by commas; blanks around the items do not count. */
export function list(value: string): string[] {
  return value.split(",").map((item) => item.trim());
}

/** `F=V` pairs as a record. */
export function assignments(flag: string, values: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    values.map((text) => {
      const at = text.indexOf("=");
      if (at < 1) throw new InputError(`${flag}: expected NAME=VALUE, saw ${JSON.stringify(text)}`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
