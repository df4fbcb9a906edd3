/** Reads how long a server asks to wait: `retry-after-ms`, or `retry-after` in seconds or as an HTTP date. */

/**
 * The wait in milliseconds, not negative; undefined when the headers name none that can be read.
 *
 * @param now the current time in milliseconds since 1970, for dates
 */
export function retryAfterMs(headers: Headers | undefined, now: number): number | undefined {
  const precise = headers?.get("retry-after-ms")?.trim();
  if (precise && /^\d+(?:\.\d+)?$/.test(precise)) return Number(precise);
  const text = headers?.get("retry-after")?.trim();
  if (!text) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  // Date.parse takes "-5" and other fragments for years; an HTTP date names a weekday or a month.
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
