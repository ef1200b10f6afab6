/**
 * Prometheus text from the plain numbers of every thread, made anew for each scrape. Names follow
 * the conventions of Prometheus: base units (but days, for people), `_total` for counters. Labels take values from closed
 * sets (operations, codes, threads), never from a request. METRICS.md describes each metric.
 */
import { Counter, Gauge, Registry } from "prom-client";
import type { EdgeMetrics } from "../http/note/edge_metrics.ts";
import { histograms, labelOf } from "./metric_histograms.ts";
import {
  DISK_GAUGES,
  EDGE_COUNTERS,
  EDGE_GAUGES,
  PROCESS_GAUGES,
  SHARD_COUNTERS,
  SHARD_GAUGES,
  THREAD_GAUGES,
} from "./metric_rows.ts";
import { outboxMetrics } from "./outbox_metrics.ts";
import type { EdgeNumbers, Scraped } from "./scrape.ts";
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
