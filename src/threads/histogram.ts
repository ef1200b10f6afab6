/** Counts of what was observed, by upper bound: what a histogram of the metrics is made of. */

/** Counts by bound and one more for the rest, and the sum of what was counted. */
export type Histogram = { counts: number[]; sum: number };

export function newHistogram(bounds: readonly number[]): Histogram {
  return { counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 };
}

/** `bounds` are those that it was made with. */
export function observe(histogram: Histogram, bounds: readonly number[], value: number): void {
  const found = bounds.findIndex((bound) => value <= bound);
  const at = found < 0 ? bounds.length : found;
  histogram.counts[at] = (histogram.counts[at] as number) + 1;
  histogram.sum += value;
}
