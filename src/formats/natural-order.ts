/** Names in the order in which people count: 10 after 2. */
const collator = new Intl.Collator("en", { numeric: true });

/** A comparison for `sort`; names that differ only in leading zeros keep a fixed order. */
export function naturalOrder(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
