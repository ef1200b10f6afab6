/**
 * Prometheus text from the plain numbers of every thread, made anew for each scrape. Names follow
 * the conventions of Prometheus: base units (but days, for people), `_total` for counters. Labels take values from closed
 * sets (operations, codes, threads), never from a request. METRICS.md describes each metric.
 */
import { Counter, Gauge, Registry } from "prom-client";
import { PLATFORM_SHARD } from "../contract/records/platform_realm.ts";
import type { EdgeMetrics } from "../http/note/edge_metrics.ts";
import { DURATION_BUCKETS_MS } from "../http/note/tally.ts";
import { COMMIT_BYTES, COMMIT_SECONDS } from "./commit_meter.ts";
import type { Histogram } from "./histogram.ts";
import { outboxMetrics } from "./outbox_metrics.ts";
import { READ_SECONDS } from "./read_pool.ts";
import type { DiskNumbers, EdgeNumbers, ProcessMetrics, Scraped } from "./scrape.ts";
import type { ShardMetrics } from "./shard_handlers.ts";
import type { ThreadMetrics } from "./thread_meter.ts";

export async function prometheusText(scraped: Scraped): Promise<string> {
  const { shards, edges, threads } = scraped;
  const registry = new Registry();
  requestMetrics(registry, edges);
  mailboxMetrics(registry, edges);
  for (const [name, help, value] of EDGE_GAUGES) {
    gauge(registry, { name, help, label: "edge" }, edges, (one) => [one.edge, value(one)]);
  }
  for (const [name, help, value] of EDGE_COUNTERS) {
    const counter = new Counter({ name, help, labelNames: ["edge"], registers: [registry] });
    for (const edge of edges) counter.inc({ edge: edge.edge }, value(edge));
  }
  for (const [name, help, value] of SHARD_COUNTERS) {
    const counter = new Counter({ name, help, labelNames: ["shard"], registers: [registry] });
    for (const one of shards) counter.inc({ shard: labelOf(one.shard) }, value(one));
  }
  for (const [name, help, value] of SHARD_GAUGES) {
    gauge(registry, { name, help, label: "shard" }, shards, (one) => [
      labelOf(one.shard),
      value(one),
    ]);
  }
  replayMetrics(registry, scraped);
  readMetrics(registry, edges);
  proofMetrics(registry, scraped);
  outboxMetrics(registry, scraped.outbox);
  const answering = threads.filter(({ metrics }) => metrics !== undefined);
  for (const [name, help, value] of THREAD_GAUGES) {
    gauge(registry, { name, help, label: "thread" }, answering, (one) => [
      one.name,
      value(one.metrics as ThreadMetrics),
    ]);
  }
  const up = { name: "service_thread_up", help: "1 while a thread answers.", label: "thread" };
  gauge(registry, up, threads, ({ name, metrics }) => [name, metrics === undefined ? 0 : 1]);
  processMetrics(registry, scraped);
  return (await registry.metrics()) + histograms(shards, edges);
}

type Labelled = { name: string; help: string; label: string };

function gauge<T>(
  registry: Registry,
  { name, help, label }: Labelled,
  rows: readonly T[],
  read: (row: T) => [string | number, number],
): void {
  const metric = new Gauge({ name, help, labelNames: [label], registers: [registry] });
  for (const row of rows) {
    const [labelled, value] = read(row);
    metric.set({ [label]: labelled }, value);
  }
}

function requestMetrics(registry: Registry, edges: readonly EdgeMetrics[]): void {
  const requests = new Counter({
    name: "service_requests_total",
    help: "Requests answered, by operation and HTTP status; 499 is a client that went away.",
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
  const limited = new Counter({
    name: "service_rate_limited_total",
    help: "Requests over a budget, by the budget's subject.",
    labelNames: ["subject"],
    registers: [registry],
  });
  for (const { rateLimited } of edges) {
    for (const [subject, count] of Object.entries(rateLimited)) limited.inc({ subject }, count);
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
    for (const [shard, count] of mailboxes) depth.set({ edge, shard: labelOf(shard) }, count);
  }
}

function replayMetrics(registry: Registry, { replays }: Scraped): void {
  const rows = [...replays];
  const done = { name: "service_replay_frame", help: "Frame that a replay is at.", label: "shard" };
  gauge(registry, done, rows, ([shard, { frame }]) => [labelOf(shard), frame]);
  const head = {
    name: "service_replay_head_frame",
    help: "Frame at which a replay is done.",
    label: "shard",
  };
  gauge(registry, head, rows, ([shard, { of }]) => [labelOf(shard), of]);
}

function readMetrics(registry: Registry, edges: readonly EdgeNumbers[]): void {
  const ended = new Counter({
    name: "service_long_reads_total",
    help: "Reads of the pool that ended, by how.",
    labelNames: ["edge", "outcome"],
    registers: [registry],
  });
  const prepared = new Counter({
    name: "service_preparations_total",
    help: "Preparations of writes that ended, by how.",
    labelNames: ["edge", "outcome"],
    registers: [registry],
  });
  for (const { edge, reads, preparations } of edges) {
    for (const [outcome, count] of Object.entries(reads.ended)) ended.inc({ edge, outcome }, count);
    for (const [outcome, count] of Object.entries(preparations.ended)) {
      prepared.inc({ edge, outcome }, count);
    }
  }
}

function proofMetrics(registry: Registry, { shards, proofs, prover }: Scraped): void {
  const ended = new Counter({
    name: "service_proofs_total",
    help: "Proofs of receipts that were asked for, by how that ended.",
    labelNames: ["outcome"],
    registers: [registry],
  });
  for (const [outcome, count] of Object.entries(proofs.ended)) ended.inc({ outcome }, count);
  const waiting = new Gauge({
    name: "service_proofs_waiting",
    help: "Proofs of receipts that are being made.",
    registers: [registry],
  });
  waiting.set(proofs.waiting);
  const failures = new Counter({
    name: "service_proof_tree_failures_total",
    help: "Times that a proof tree failed to open or to grow, or was damaged and made again.",
    labelNames: ["shard"],
    registers: [registry],
  });
  const trees = prover?.trees ?? [];
  for (const [shard, tree] of trees.entries()) failures.inc({ shard }, tree.failures);
  const opened = trees.flatMap(({ frame }, shard) => (frame === undefined ? [] : { shard, frame }));
  const frame = {
    name: "service_proof_tree_frame",
    help: "Last frame whose records are in the proof tree, once it is open.",
    label: "shard",
  };
  gauge(registry, frame, opened, (tree) => [tree.shard, tree.frame]);
  const lag = {
    name: "service_proof_tree_lag_frames",
    help: "Acknowledged frames that are not in it: it grows when a proof is asked for.",
    label: "shard",
  };
  const head = new Map(shards.map(({ shard, acknowledged }) => [shard, acknowledged]));
  gauge(registry, lag, opened, (tree) => [
    tree.shard,
    Math.max(0, (head.get(tree.shard) ?? 0) - tree.frame),
  ]);
}

function processMetrics(registry: Registry, { process, ready, disk }: Scraped): void {
  for (const [name, help, value] of DISK_GAUGES) {
    new Gauge({ name, help, registers: [registry] }).set(value(disk));
  }
  for (const [name, help, value] of PROCESS_GAUGES) {
    new Gauge({ name, help, registers: [registry] }).set(value(process));
  }
  const cpu = new Counter({
    name: "process_cpu_seconds_total",
    help: "Processor time of the process.",
    registers: [registry],
  });
  cpu.inc(process.cpuSeconds);
  const served = new Gauge({
    name: "service_ready",
    help: "1 while a write would succeed: started, every shard serves, the disk has room.",
    registers: [registry],
  });
  served.set(ready ? 1 : 0);
}

type Rows<T> = readonly [string, string, (one: T) => number][];

const EDGE_GAUGES: Rows<EdgeNumbers> = [
  ["service_requests_under_way", "Requests that are not answered yet.", (edge) => edge.underWay],
  ["service_long_reads_running", "Reads of the pool on a thread.", (edge) => edge.reads.running],
  ["service_long_reads_waiting", "Reads of the pool in its queue.", (edge) => edge.reads.waiting],
  [
    "service_preparations_waiting",
    "Preparations of writes in their queue.",
    (edge) => edge.preparations.waiting,
  ],
];

const EDGE_COUNTERS: Rows<EdgeMetrics> = [
  [
    "service_request_log_entries_total",
    "Requests that the developer log took.",
    (edge) => edge.requestLog.recorded,
  ],
  [
    "service_request_log_dropped_total",
    "Requests that it lost: its writer was behind, or the disk had no room for them.",
    (edge) => edge.requestLog.dropped,
  ],
  [
    "service_connections_refused_total",
    "Connections that were closed because their address had as many as it may.",
    (edge) => edge.connectionsRefused,
  ],
];

const SHARD_COUNTERS: Rows<ShardMetrics> = [
  ["service_commands_total", "Commands that a shard took.", (shard) => shard.commands],
  ["service_replayed_answers_total", "Answers told again by key.", (shard) => shard.replayed],
  ["service_refused_commands_total", "Commands that were refused.", (shard) => shard.refused],
  ["service_log_frames_total", "Frames made durable.", (shard) => shard.commits.frames],
  ["service_log_written_bytes_total", "Bytes made durable.", (shard) => shard.commits.bytes.sum],
  ["service_view_writes_total", "Writes of the state database.", (shard) => shard.viewWrites],
  ["service_view_documents_total", "Documents written to it.", (shard) => shard.viewDocuments],
];

const SHARD_GAUGES: Rows<ShardMetrics> = [
  ["service_acknowledged_sequence", "Newest durable frame.", (shard) => shard.acknowledged],
  ["service_view_sequence", "Frame that reads see.", (shard) => shard.viewed],
  [
    "service_view_lag_frames",
    "Frames that reads are behind.",
    (shard) => Math.max(0, shard.acknowledged - shard.viewed),
  ],
  ["service_log_size_bytes", "File of the log.", (shard) => shard.logFileBytes],
  ["service_state_size_bytes", "File of the state.", (shard) => shard.stateFileBytes],
  ["service_idempotency_keys", "Keys that a shard remembers.", (shard) => shard.keys],
  ["service_shard_serving", "1 while the shard takes writes.", (shard) => (shard.serving ? 1 : 0)],
];

const THREAD_GAUGES: Rows<ThreadMetrics> = [
  [
    "service_event_loop_delay_p99_seconds",
    "Delay of the event loop since the last scrape, 99th percentile.",
    (thread) => thread.delayP99Seconds,
  ],
  [
    "service_event_loop_delay_max_seconds",
    "Longest delay of the event loop since the last scrape.",
    (thread) => thread.delayMaxSeconds,
  ],
  ["service_heap_used_bytes", "Heap in use by a thread.", (thread) => thread.heapUsedBytes],
  [
    "service_external_bytes",
    "Memory outside the heap that a thread's objects hold.",
    (thread) => thread.externalBytes,
  ],
];

const DISK_GAUGES: Rows<DiskNumbers> = [
  ["service_disk_free_bytes", "Free bytes of the data directory's disk.", (one) => one.freeBytes],
  ["service_disk_size_bytes", "Size of that disk.", (one) => one.sizeBytes],
  [
    "service_disk_reserve_bytes",
    "Bytes of it kept for the ledger; writes are refused below a quarter of them.",
    (one) => one.reserveBytes,
  ],
  [
    "service_disk_days_left",
    "Days until writes are refused, if logs and states grow as in the last hour.",
    (one) => one.daysLeft,
  ],
  ["service_request_log_size_bytes", "Files of the developer log.", (one) => one.requestLogBytes],
  [
    "service_request_log_taking",
    "1 while the developer log takes requests.",
    (one) => (one.requestLogTakes ? 1 : 0),
  ],
];

const PROCESS_GAUGES: Rows<ProcessMetrics> = [
  ["process_resident_memory_bytes", "Resident memory.", (one) => one.residentBytes],
  ["process_start_time_seconds", "Start, seconds since 1970.", (one) => one.startSeconds],
  ["process_open_fds", "Open file descriptors.", (one) => one.openDescriptors],
  [
    "process_max_fds",
    "Most file descriptors; +Inf where nothing limits them.",
    (one) => one.descriptorsMax,
  ],
  ["service_open_connections", "Connections of clients.", (one) => one.openConnections],
  [
    "service_takes_connections",
    "1 while connections are taken, 0 while too few descriptors are free.",
    (one) => (one.listens ? 1 : 0),
  ],
];

function labelOf(shard: number): string {
  return shard === PLATFORM_SHARD ? "platform" : String(shard);
}

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

function histograms(shards: readonly ShardMetrics[], edges: readonly EdgeNumbers[]): string {
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
