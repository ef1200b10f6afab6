/** What an edge counts of one operation. */

/** Upper bounds of the counted durations, milliseconds; one more count is for longer durations. */
export const DURATION_BUCKETS_MS = [0.5, 1, 2, 5, 10, 25, 50, 100, 250, 1_000, 5_000] as const;

export type Tally = {
  /** Responses by status. */
  byStatus: Map<number, number>;
  /** Refusals by code. */
  byCode: Map<string, number>;
  /** A count for each upper bound in `DURATION_BUCKETS_MS`, and one for longer durations. */
  durations: Float64Array;
  durationSumMs: number;
};

export function newTally(): Tally {
  return {
    byStatus: new Map(),
    byCode: new Map(),
    durations: new Float64Array(DURATION_BUCKETS_MS.length + 1),
    durationSumMs: 0,
  };
}

export function count(tally: Tally, status: number, code: string | undefined, ms: number): void {
  tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
  if (code !== undefined) tally.byCode.set(code, (tally.byCode.get(code) ?? 0) + 1);
  let bucket = 0;
  while (bucket < DURATION_BUCKETS_MS.length && ms > (DURATION_BUCKETS_MS[bucket] as number)) {
    bucket++;
  }
  tally.durations[bucket] = (tally.durations[bucket] as number) + 1;
  tally.durationSumMs += ms;
}
