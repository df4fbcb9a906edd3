/** Records with a fixed set of names. */

/** The same names with other values, in the same order. */
export function mapValues<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  change: (value: From, name: Name, index: number) => To,
): Record<Name, To> {
  const names = Object.keys(record) as Name[];
  const entries = names.map((name, index) => [name, change(record[name], name, index)] as const);
  return Object.fromEntries(entries) as Record<Name, To>;
}
