/** Counts the group commits of one shard: how long each took and how large it was. */
import { type Histogram, newHistogram, observe } from "./histogram.ts";

/** Upper bounds, seconds: an fsync takes from a quarter of a millisecond to the append's limit. */
export const COMMIT_SECONDS = [
  0.000_25, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5,
] as const;
/** Upper bounds, bytes: from one record to many frames. */
export const COMMIT_BYTES = [
  512, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304,
] as const;

export type CommitMetrics = { frames: number; seconds: Histogram; bytes: Histogram };

export function newCommitMetrics(): CommitMetrics {
  return { frames: 0, seconds: newHistogram(COMMIT_SECONDS), bytes: newHistogram(COMMIT_BYTES) };
}

export function countCommit(
  metrics: CommitMetrics,
  { frames, bytes, ms }: { frames: number; bytes: number; ms: number },
): void {
  metrics.frames += frames;
  observe(metrics.seconds, COMMIT_SECONDS, ms / 1_000);
  observe(metrics.bytes, COMMIT_BYTES, bytes);
}
