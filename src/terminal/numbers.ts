/** Numbers as people read them. */

interface Rate {
  value: number | null;
  low: number | null;
  high: number | null;
}

const grouped = new Intl.NumberFormat("en-US");

/** `12,345`. */
export function count(value: number): string {
  return grouped.format(value);
}

/** `1 run`, `2 runs`. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

/** A share as `83.8 %`, or `–` where it is undefined. */
export function percent(share: number | null, digits = 1): string {
  return share === null ? "–" : `${(share * 100).toFixed(digits)} %`;
}

/** A share's interval as `[81.5, 85.9]`, in percent. */
export function percentInterval({ low, high }: Rate): string {
  return low === null || high === null ? "" : `[${(low * 100).toFixed(1)}, ${(high * 100).toFixed(1)}]`;
}

/** A difference of shares in points as `+3.1` or `−2.0`, or `–` where it is undefined. */
export function points(difference: number | null): string {
  if (difference === null) return "–";
  return `${difference >= 0 ? "+" : "−"}${Math.abs(difference * 100).toFixed(1)}`;
}

/** `0.553`, or `–` where it is undefined. */
export function decimal(value: number | null, digits = 3): string {
  return value === null ? "–" : value.toFixed(digits);
}

/** An interval as `[0.494, 0.610]`. */
export function decimalInterval({ low, high }: Rate, digits = 3): string {
  return low === null || high === null ? "" : `[${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}

/** `$0.0031`, `$12.40`, or `cost unknown`. */
export function dollars(value: number | null): string {
  if (value === null) return "cost unknown";
  return `$${value !== 0 && value < 0.1 ? value.toFixed(4) : value.toFixed(2)}`;
}

/** `8 s`, `3 min 05 s`, `2 h 10 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
  return `${Math.floor(whole / 3600)} h ${String(Math.floor((whole % 3600) / 60)).padStart(2, "0")} min`;
}
