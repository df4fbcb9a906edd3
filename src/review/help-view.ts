/** The page of all keys. */
import { padEnd, truncate } from "../terminal/index.ts";
import { keyTable } from "./keys.ts";
import type { Theme } from "./theme.ts";

/** The help's lines, exactly `rows` of them where they fit. */
export function helpLines({ colors }: Theme, columns: number, rows: number): string[] {
  const where = { list: "list", detail: "run", both: "" } as const;
  const lines = keyTable.map(({ keys, does, view }) =>
    truncate(`${padEnd(keys, 16)} ${padEnd(where[view], 5)} ${does}`, columns),
  );
  const all = [`${colors.bold("Keys")} ${colors.dim("· any key goes back")}`, "", ...lines];
  return [...all.slice(0, rows), ...Array.from({ length: Math.max(0, rows - all.length) }, () => "")];
}
