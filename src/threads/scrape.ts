/**
 * Asks every thread for its numbers and adds the numbers of the process. A thread that has ended,
 * is starting or does not answer is left out and reported as not answering, so that a scrape works
 * when something is wrong.
 */
import type { EdgeMetrics } from "../http/note/edge_metrics.ts";
import type { RecoveryProgress } from "../shard/recovery.ts";
import { connectionsTo } from "./connection_table.ts";
import type { ConnectionNumbers } from "./connection_watch.ts";
import type { ExporterMetrics } from "./exporter_thread.ts";
import type { OutboxThreadMetrics } from "./outbox_thread.ts";
import type { ProofCounts } from "./prover.ts";
import type { ProverMetrics } from "./prover_thread.ts";
import type { ReadPoolMetrics } from "./read_pool.ts";
import type { Rpc } from "./rpc.ts";
import type { ShardMetrics } from "./shard_handlers.ts";
import type { ThreadMetrics } from "./thread_meter.ts";

/** The time that a thread has to answer, milliseconds. */
const ANSWER_MS = 2_000;

/** The numbers that an edge's thread answers. */
export type EdgeNumbers = EdgeMetrics & {
  reads: ReadPoolMetrics;
  preparations: ReadPoolMetrics;
  thread: ThreadMetrics;
};

export type Scraped = {
  threads: { name: string; metrics: ThreadMetrics | undefined }[];
  shards: ShardMetrics[];
  edges: EdgeNumbers[];
  proofs: ProofCounts;
  /** Undefined before the first proof. */
  prover: ProverMetrics | undefined;
  /** Undefined while the thread of the outbox does not run. */
  outbox: OutboxThreadMetrics | undefined;
  /** The progress of each shard's replay, by shard number. */
  replays: ReadonlyMap<number, RecoveryProgress>;
  ready: boolean;
  disk: DiskNumbers;
  process: ProcessMetrics;
};

/** The disk of the data directory, and the log of requests on it. */
export type DiskNumbers = {
  freeBytes: number;
  sizeBytes: number;
  reserveBytes: number;
  /** Days until writes are refused, at the rate of the last hour; infinite where nothing grows. */
  daysLeft: number;
  requestLogBytes: number;
  requestLogTakes: boolean;
};

export type ProcessMetrics = {
  residentBytes: number;
  cpuSeconds: number;
  startSeconds: number;
  openConnections: number;
} & ConnectionNumbers;

type RpcThread = { name: string; rpc: Rpc };

export async function scrape(from: {
  shards: readonly RpcThread[];
  edges: readonly RpcThread[];
  /** `rpc` is undefined until the first proof starts the prover's thread. */
  prover: { counts: ProofCounts; rpc: Rpc | undefined };
  /** `rpc` is undefined until the first export of a statement starts the exporter's thread; no answer while it makes a file. */
  exporter: { rpc: Rpc | undefined };
  /** `rpc` is undefined while its thread does not run. */
  outbox: { rpc: Rpc | undefined };
  replays: ReadonlyMap<number, RecoveryProgress>;
  ready: boolean;
  disk: DiskNumbers;
  connections: ConnectionNumbers;
  port: number;
  main: () => ThreadMetrics;
}): Promise<Scraped> {
  const provers = runningOf("prover", from.prover);
  const outboxes = runningOf("outbox", from.outbox);
  const exporters = runningOf("exporter", from.exporter);
  const [shards, edges, proving, sending, exporting] = await Promise.all([
    Promise.all(from.shards.map((shard) => answerOf<ShardMetrics>(shard))),
    Promise.all(from.edges.map((edge) => answerOf<EdgeNumbers>(edge))),
    Promise.all(provers.map((prover) => answerOf<ProverMetrics>(prover))),
    Promise.all(outboxes.map((outbox) => answerOf<OutboxThreadMetrics>(outbox))),
    Promise.all(exporters.map((exporter) => answerOf<ExporterMetrics>(exporter))),
  ]);
  const threads = [
    { name: "main", metrics: from.main() as ThreadMetrics | undefined },
    ...from.shards.map(({ name }, at) => ({ name, metrics: shards[at]?.thread })),
    ...from.edges.map(({ name }, at) => ({ name, metrics: edges[at]?.thread })),
    ...provers.map(({ name }, at) => ({ name, metrics: proving[at]?.thread })),
    ...outboxes.map(({ name }, at) => ({ name, metrics: sending[at]?.thread })),
    ...exporters.map(({ name }, at) => ({ name, metrics: exporting[at]?.thread })),
  ];
  return {
    threads,
    shards: shards.filter((one) => one !== undefined),
    edges: edges.filter((one) => one !== undefined),
    proofs: from.prover.counts,
    prover: proving[0],
    outbox: sending[0],
    replays: from.replays,
    ready: from.ready,
    disk: from.disk,
    process: processMetrics(from.port, from.connections),
  };
}

function runningOf(name: string, { rpc }: { rpc: Rpc | undefined }): RpcThread[] {
  return rpc === undefined ? [] : [{ name, rpc }];
}

async function answerOf<T>({ rpc }: RpcThread): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ANSWER_MS);
  });
  try {
    return await Promise.race([rpc.call<T>("metrics"), timeout]);
  } catch {
    // The thread has ended, or replays its log and has no numbers yet.
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function processMetrics(port: number, connections: ConnectionNumbers): ProcessMetrics {
  const { user, system } = process.cpuUsage();
  return {
    residentBytes: residentBytesNow(),
    cpuSeconds: (user + system) / 1e6,
    startSeconds: Math.round(performance.timeOrigin) / 1_000,
    openConnections: connectionsTo(port),
    ...connections,
  };
}

let residentBytes = 0;

/** The memory in use; as it was last, where no descriptor is left to read it with. */
function residentBytesNow(): number {
  try {
    residentBytes = process.memoryUsage.rss();
  } catch {
    // A scrape is wanted most when something runs out.
  }
  return residentBytes;
}
