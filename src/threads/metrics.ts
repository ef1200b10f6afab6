/** Prometheus text from the plain numbers of every thread. Made anew for each scrape. */
import { Counter, Gauge, Registry } from "prom-client";
import { DURATION_BUCKETS_MS } from "../http/compiled_operation.ts";
import type { EdgeMetrics } from "../http/edge_metrics.ts";
import { type ActorMetrics, COMMIT_BUCKETS_MS } from "./actor_thread.ts";
import { PLATFORM_SHARD } from "./worker_data.ts";

export async function prometheusText(
  actors: readonly ActorMetrics[],
  edges: readonly EdgeMetrics[],
): Promise<string> {
  const registry = new Registry();
  requestMetrics(registry, edges);
  for (const [name, help, value] of EDGE_GAUGES) {
    const gauge = new Gauge({ name, help, labelNames: ["edge"], registers: [registry] });
    for (const edge of edges) gauge.set({ edge: edge.edge }, value(edge));
  }
  mailboxMetrics(registry, edges);
  for (const [name, help, value] of ACTOR_COUNTERS) {
    const counter = new Counter({ name, help, labelNames: ["shard"], registers: [registry] });
    for (const actor of actors) counter.inc({ shard: labelOf(actor) }, value(actor));
  }
  for (const [name, help, value] of ACTOR_GAUGES) {
    const gauge = new Gauge({ name, help, labelNames: ["shard"], registers: [registry] });
    for (const actor of actors) gauge.set({ shard: labelOf(actor) }, value(actor));
  }
  const process = new Gauge({
    name: "service_process_resident_bytes",
    help: "Resident memory of the process.",
    registers: [registry],
  });
  process.set(globalThis.process.memoryUsage.rss());
  return (await registry.metrics()) + commitHistogram(actors) + requestHistogram(edges);
}

function requestMetrics(registry: Registry, edges: readonly EdgeMetrics[]): void {
  const requests = new Counter({
    name: "service_requests_total",
    help: "Requests answered, by operation and HTTP status.",
    labelNames: ["operation", "status"],
    registers: [registry],
  });
  const refusals = new Counter({
    name: "service_refusals_total",
    help: "Refusals, by operation and error code.",
    labelNames: ["operation", "code"],
    registers: [registry],
  });
  for (const { operation, byStatus, byCode } of edges.flatMap(({ tallies }) => tallies)) {
    for (const [status, count] of byStatus) requests.inc({ operation, status }, count);
    for (const [code, count] of byCode) refusals.inc({ operation, code }, count);
  }
}

function mailboxMetrics(registry: Registry, edges: readonly EdgeMetrics[]): void {
  const depth = new Gauge({
    name: "service_mailbox_depth",
    help: "Requests of an edge that are with a shard.",
    labelNames: ["edge", "shard"],
    registers: [registry],
  });
  for (const { edge, mailboxes } of edges) {
    for (const [shard, count] of mailboxes.entries()) depth.set({ edge, shard }, count);
  }
}

const EDGE_GAUGES: [string, string, (edge: EdgeMetrics) => number][] = [
  ["service_requests_under_way", "Requests that are not answered yet.", (edge) => edge.underWay],
  ["service_edge_heap_bytes", "Heap in use by an edge.", (edge) => edge.heapBytes],
  [
    "service_edge_event_loop_delay_ms",
    "Mean delay of an edge's event loop.",
    (edge) => edge.eventLoopDelayMs,
  ],
];

const ACTOR_COUNTERS: [string, string, (actor: ActorMetrics) => number][] = [
  ["service_commands_total", "Commands that an actor took.", (actor) => actor.commands],
  ["service_replays_total", "Replies told again by idempotency key.", (actor) => actor.replayed],
  ["service_refused_commands_total", "Commands that were refused.", (actor) => actor.refused],
  ["service_log_frames_total", "Frames made durable since the start.", (actor) => actor.frames],
  ["service_log_bytes_total", "Bytes made durable since the start.", (actor) => actor.logBytes],
  ["service_view_writes_total", "Writes of the state environment.", (actor) => actor.viewWrites],
  ["service_view_documents_total", "Documents written to it.", (actor) => actor.viewDocuments],
];

const ACTOR_GAUGES: [string, string, (actor: ActorMetrics) => number][] = [
  ["service_acknowledged_sequence", "Newest durable frame.", (actor) => actor.acknowledged],
  ["service_view_sequence", "Frame that reads see.", (actor) => actor.viewed],
  [
    "service_view_lag_frames",
    "Frames that reads are behind.",
    (actor) => actor.acknowledged - actor.viewed,
  ],
  ["service_idempotency_keys", "Keys that an actor remembers.", (actor) => actor.keys],
  ["service_shard_serving", "1 while the actor serves.", (actor) => (actor.serving ? 1 : 0)],
  ["service_actor_heap_bytes", "Heap in use by an actor.", (actor) => actor.heapBytes],
  [
    "service_actor_event_loop_delay_ms",
    "Mean delay of an actor's event loop.",
    (actor) => actor.eventLoopDelayMs,
  ],
];

function labelOf({ shard }: ActorMetrics): string {
  return shard === PLATFORM_SHARD ? "platform" : String(shard);
}

/** The library's histograms observe; ours were counted where they happened, so only print them. */
function histogram(
  name: string,
  help: string,
  rows: { labels: string; counts: number[]; sum: number }[],
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

function commitHistogram(actors: readonly ActorMetrics[]): string {
  const rows = actors.map((actor) => ({
    labels: `shard="${labelOf(actor)}"`,
    counts: actor.commitBuckets,
    sum: actor.commitMs,
  }));
  return histogram("service_commit_ms", "Group commits by duration.", rows, COMMIT_BUCKETS_MS);
}

function requestHistogram(edges: readonly EdgeMetrics[]): string {
  const byOperation = new Map<string, { counts: number[]; sum: number }>();
  for (const { operation, durations, durationSumMs } of edges.flatMap(({ tallies }) => tallies)) {
    const row = byOperation.get(operation) ?? { counts: durations.map(() => 0), sum: 0 };
    row.counts = row.counts.map((count, at) => count + (durations[at] ?? 0));
    row.sum += durationSumMs;
    byOperation.set(operation, row);
  }
  const rows = [...byOperation].map(([operation, row]) => ({
    labels: `operation="${operation}"`,
    ...row,
  }));
  return histogram("service_request_ms", "Requests by duration.", rows, DURATION_BUCKETS_MS);
}
