/** A histogram of the metrics: how many values were observed up to each bound, and their sum. */

/** One count for each bound and one for larger values; `sum` is the sum of all observed values. */
export type Histogram = { counts: number[]; sum: number };

export function newHistogram(bounds: readonly number[]): Histogram {
  return { counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 };
}

/** `bounds`: the bounds that the histogram was made with. */
export function observe(histogram: Histogram, bounds: readonly number[], value: number): void {
  const found = bounds.findIndex((bound) => value <= bound);
  const at = found < 0 ? bounds.length : found;
  histogram.counts[at] = (histogram.counts[at] as number) + 1;
  histogram.sum += value;
}
