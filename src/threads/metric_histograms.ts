/** The histograms of a scrape as Prometheus text. */
import { PLATFORM_SHARD } from "../contract/records/platform_realm.ts";
import type { EdgeMetrics } from "../http/note/edge_metrics.ts";
import { DURATION_BUCKETS_MS } from "../http/note/tally.ts";
import { COMMIT_BYTES, COMMIT_SECONDS } from "./commit_meter.ts";
import type { Histogram } from "./histogram.ts";
import { READ_SECONDS } from "./read_pool.ts";
import type { EdgeNumbers } from "./scrape.ts";
import type { ShardMetrics } from "./shard_handlers.ts";

/**
 * Prints histograms that the threads have counted; the library's can only observe single values.
 */
function histogram(
  name: string,
  help: string,
  rows: readonly ({ labels: string } & Histogram)[],
  bounds: readonly number[],
): string {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`];
  for (const { labels, counts, sum } of rows) {
    let total = 0;
    for (const [at, bound] of bounds.entries()) {
      total += counts[at] ?? 0;
      lines.push(`${name}_bucket{${labels},le="${bound}"} ${total}`);
    }
    total += counts[bounds.length] ?? 0;
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${total}`);
    lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`);
  }
  return `${lines.join("\n")}\n`;
}

export function histograms(shards: readonly ShardMetrics[], edges: readonly EdgeNumbers[]): string {
  const commits = (part: "seconds" | "bytes") =>
    shards.map(({ shard, commits: all }) => ({
      labels: `shard="${labelOf(shard)}"`,
      ...all[part],
    }));
  const seconds = DURATION_BUCKETS_MS.map((ms) => ms / 1_000);
  return (
    histogram(
      "service_request_duration_seconds",
      "Requests by the time to their answer.",
      requestRows(edges),
      seconds,
    ) +
    histogram(
      "service_commit_duration_seconds",
      "Group commits by duration.",
      commits("seconds"),
      COMMIT_SECONDS,
    ) +
    histogram(
      "service_commit_size_bytes",
      "Group commits by size.",
      commits("bytes"),
      COMMIT_BYTES,
    ) +
    histogram(
      "service_long_read_duration_seconds",
      "Reads of the pool by the time from being asked to being told.",
      edges.map(({ edge, reads }) => ({ labels: `edge="${edge}"`, ...reads.seconds })),
      READ_SECONDS,
    )
  );
}

/** The requests of all edges by operation. */
function requestRows(edges: readonly EdgeMetrics[]): ({ labels: string } & Histogram)[] {
  const byOperation = new Map<string, Histogram>();
  for (const { operation, durations, durationSumMs } of edges.flatMap(({ tallies }) => tallies)) {
    const row = byOperation.get(operation) ?? { counts: durations.map(() => 0), sum: 0 };
    row.counts = row.counts.map((count, at) => count + (durations[at] ?? 0));
    row.sum += durationSumMs / 1_000;
    byOperation.set(operation, row);
  }
  return [...byOperation].map(([operation, row]) => ({
    labels: `operation="${operation}"`,
    ...row,
  }));
}

export function labelOf(shard: number): string {
  return shard === PLATFORM_SHARD ? "platform" : String(shard);
}
