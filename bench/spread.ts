/** Median, lowest and highest of a few turns, and how they are written. */

export type Spread = { median: number; low: number; high: number };

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const lower = sorted[Math.floor(middle)] ?? Number.NaN;
  const upper = sorted[Math.ceil(middle)] ?? Number.NaN;
  return {
    median: (lower + upper) / 2,
    low: sorted[0] ?? Number.NaN,
    high: sorted.at(-1) ?? Number.NaN,
  };
}

/** A text such as `0.44 (0.37 to 0.48)`; a single turn has no spread. */
export function spreadText({ median, low, high }: Spread, digits: number): string {
  const text = (value: number) =>
    value.toLocaleString("en-US", {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  return low === high ? text(median) : `${text(median)} (${text(low)} to ${text(high)})`;
}
