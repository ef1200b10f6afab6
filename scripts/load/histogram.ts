/**
 * Latencies in whole microseconds: an HDR histogram of three significant digits, and counts by
 * powers of two, which the report prints as bars.
 */
import { build } from "hdr-histogram-js";

/** The largest value, microseconds: 35 minutes. A larger value counts as this one. */
export const VALUE_MAX = 2 ** 31 - 1;
/** A percentile is at most this share above the value that it stands for. */
export const PRECISION = 1 / 1_000;
const SIGNIFICANT_DIGITS = 3;
/** Number of counts: one for the value 0, then one for each power of two that values reach. */
const POWERS = 32;

export type Histogram = {
  record(us: number): void;
  /** The value that `percent` of the values do not exceed; 0 when empty. */
  percentile(percent: number): number;
  /** The number of values, exactly. */
  count(): number;
  /** The largest value, exactly; 0 when empty. */
  max(): number;
  mean(): number;
  /** The number of values from `from` on and below `below`; both are powers of two, or 0. */
  countBetween(from: number, below: number): number;
  reset(): void;
};

export function newHistogram(): Histogram {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: VALUE_MAX,
    numberOfSignificantValueDigits: SIGNIFICANT_DIGITS,
    bitBucketSize: 64,
  });
  const powers = new Float64Array(POWERS);
  let largest = 0;
  return {
    record(us) {
      const value = us < 0 ? 0 : us > VALUE_MAX ? VALUE_MAX : Math.floor(us);
      histogram.recordValue(value);
      const power = powerOf(value);
      powers[power] = (powers[power] as number) + 1;
      if (value > largest) largest = value;
    },
    percentile: (percent) => Math.min(histogram.getValueAtPercentile(percent), largest),
    count: () => histogram.totalCount,
    max: () => largest,
    mean: () => histogram.mean,
    countBetween(from, below) {
      let found = 0;
      const end = below > VALUE_MAX ? POWERS : powerOf(below);
      for (let power = powerOf(from); power < end; power++) found += powers[power] as number;
      return found;
    },
    reset() {
      histogram.reset();
      powers.fill(0);
      largest = 0;
    },
  };
}

/** The number of a value's count: 0 for 0, 1 for 1, 2 for 2 and 3, 3 for 4 to 7 … */
function powerOf(value: number): number {
  return 32 - Math.clz32(value);
}
