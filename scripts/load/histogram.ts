/**
 * Latencies in whole microseconds, counted in log-linear buckets as HDR histograms do: 128 buckets
 * for each power of two, so that a figure is at most 1/128 above the true one, in 26 KB whatever
 * the count.
 */

const SUB_BITS = 7;
const SUB_BUCKETS = 1 << SUB_BITS;
/** Largest value kept apart, microseconds: 35 minutes. Larger ones count as this. */
export const VALUE_MAX = 2 ** 31 - 1;
const BUCKETS = (31 - SUB_BITS) * SUB_BUCKETS + SUB_BUCKETS;

export type Histogram = {
  record(us: number): void;
  /** The value that `percent` of the values do not exceed: its bucket's upper end; 0 when empty. */
  percentile(percent: number): number;
  /** Every value counted, exactly. */
  count(): number;
  /** The largest value, exactly; 0 when empty. */
  max(): number;
  mean(): number;
  /** Values from `from` on and below `below`; both powers of two, or 0. */
  countBetween(from: number, below: number): number;
  reset(): void;
};

export function newHistogram(): Histogram {
  const counts = new Float64Array(BUCKETS);
  let total = 0;
  let largest = 0;
  let sum = 0;
  return {
    record(us) {
      const value = us < 0 ? 0 : us > VALUE_MAX ? VALUE_MAX : Math.floor(us);
      const bucket = bucketOf(value);
      counts[bucket] = (counts[bucket] as number) + 1;
      total++;
      sum += value;
      if (value > largest) largest = value;
    },
    percentile(percent) {
      const rank = Math.max(1, Math.ceil((percent / 100) * total));
      let seen = 0;
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        seen += counts[bucket] as number;
        if (seen >= rank) return Math.min(upperEndOf(bucket), largest);
      }
      return largest;
    },
    count: () => total,
    max: () => largest,
    mean: () => (total === 0 ? 0 : sum / total),
    countBetween(from, below) {
      let found = 0;
      const end = below > VALUE_MAX ? BUCKETS : bucketOf(below);
      for (let bucket = bucketOf(from); bucket < end; bucket++) found += counts[bucket] as number;
      return found;
    },
    reset() {
      counts.fill(0);
      total = 0;
      largest = 0;
      sum = 0;
    },
  };
}

/** Values below 256 have a bucket each; above, the highest 8 bits of a value choose it. */
function bucketOf(value: number): number {
  const shift = Math.max(0, 31 - Math.clz32(value) - SUB_BITS);
  return shift * SUB_BUCKETS + (value >>> shift);
}

function upperEndOf(bucket: number): number {
  const shift = Math.max(0, (bucket >> SUB_BITS) - 1);
  return (bucket - shift * SUB_BUCKETS + 1) * 2 ** shift - 1;
}
