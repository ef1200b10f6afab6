/** A ledger shard or the platform actor in a thread of its own: opens, replays, serves, closes. */
import { randomBytes } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type MessagePort, parentPort } from "node:worker_threads";
import type { Logger } from "pino";
import { openLog } from "../../wal/log.ts";
import { openStateStore } from "../../wal/state_store.ts";
import { StateUnusable } from "../actor/checkpoint.ts";
import { GroupCommit } from "../actor/group_commit.ts";
import { IdempotencyTable } from "../actor/idempotency_table.ts";
import { Journal } from "../actor/journal.ts";
import { Mailbox } from "../actor/mailbox.ts";
import { recover } from "../actor/recovery.ts";
import { systemCommand } from "../actor/system_command.ts";
import { ShardSignals, scopeKeyOf } from "../contract/envelope.ts";
import type { ScopeNames } from "../contract/operation.ts";
import type { ActorRegistry } from "../contract/registry.ts";
import { flushLogger } from "./logger.ts";
import { type Handlers, openRpc } from "./rpc.ts";
import { startRefusedText } from "./start_refused.ts";
import type { ActorThreadData } from "./worker_data.ts";

/** Upper bounds of the commit histogram, milliseconds. */
export const COMMIT_BUCKETS_MS = [0.25, 0.5, 1, 2, 5, 10, 25, 50, 100, 500, 2_500] as const;

/** What one actor tells of itself. */
export type ActorMetrics = {
  shard: number;
  keys: number;
  acknowledged: number;
  viewed: number;
  serving: boolean;
  commands: number;
  replayed: number;
  refused: number;
  viewWrites: number;
  viewDocuments: number;
  commits: number;
  frames: number;
  logBytes: number;
  /** Commits by duration, `COMMIT_BUCKETS_MS` and one more for the rest. */
  commitBuckets: number[];
  commitMs: number;
  eventLoopDelayMs: number;
  heapBytes: number;
};

export type ActorReady = { from: number; frames: number; records: number; ms: number };

export async function runActorThread<S>(
  data: ActorThreadData,
  registry: ActorRegistry<S>,
  logger: Logger,
): Promise<void> {
  const signals = new ShardSignals(data.signals);
  const handlers: Handlers = {};
  const rpc = openRpc(parentPort as MessagePort, handlers);
  const refuseToStart = async (cause: unknown): Promise<void> => {
    const text = startRefusedText(cause, data);
    if (text === undefined) throw cause;
    logger.fatal({ err: cause, shard: data.shard }, "the actor does not start");
    await rpc.call("refused", text);
  };
  const opened = await openStores(data).catch(refuseToStart);
  if (opened === undefined) return;
  const { store, log } = opened;
  const stats = { commits: 0, frames: 0, bytes: 0, ms: 0, buckets: newBuckets() };
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let mailbox: Mailbox<S> | undefined;
  const fail = (error: Error) => {
    logger.fatal({ err: error, shard: data.shard }, "the shard stops: restart to replay its log");
  };
  const commit = new GroupCommit(log, {
    failure: (error) => mailbox?.fail(error),
    committed({ frames, bytes, ms }) {
      stats.commits++;
      stats.frames += frames;
      stats.bytes += bytes;
      stats.ms += ms;
      const bucket = COMMIT_BUCKETS_MS.findIndex((bound) => ms <= bound);
      const at = bucket < 0 ? COMMIT_BUCKETS_MS.length : bucket;
      stats.buckets[at] = (stats.buckets[at] as number) + 1;
    },
  });
  const journal = new Journal<S>({
    shard: data.shard,
    log,
    commit,
    registry,
    nowMs: Date.now,
    idempotency: new IdempotencyTable(randomBytes(4).readInt32LE()),
    docsUrl: data.docsUrl,
    onBug: (what, cause) => logger.error({ err: cause, shard: data.shard }, what),
  });

  const startedMs = performance.now();
  const recovered = await recover(journal, { log, store }, (progress) => {
    logger.info({ shard: data.shard, ...progress }, "replaying");
  }).catch(refuseToStart);
  if (recovered === undefined) return;
  const { stored, ...replayed } = recovered;
  const ready: ActorReady = { ...replayed, ms: Math.round(performance.now() - startedMs) };
  logger.info({ shard: data.shard, ...ready, head: log.head.sequence }, "replayed");
  signals.acknowledged = log.head.sequence;
  signals.viewed = stored;
  const box = new Mailbox<S>({
    journal,
    commit,
    registry,
    store,
    signals,
    nowMs: Date.now,
    onFailure: fail,
  });
  mailbox = box;
  for (const port of data.edgePorts) box.attach(port);
  box.start();

  Object.assign(handlers, {
    openScope: ({ names, createdAtMs }: { names: ScopeNames; createdAtMs: number }) =>
      box.openScope({
        names,
        createdAtMs,
        key: scopeKeyOf(names.productId, names.environment),
      }),
    run: async ({ scope, operation, input }: SystemRun) => {
      const document = journal.scopes.get(scope);
      if (document === undefined) throw new Error(`no scope ${scope}`);
      const outcome = await box.run(systemCommand(operation, input, document, "platform", 0));
      return { status: outcome.status, body: JSON.parse(outcome.body) as unknown };
    },
    dump: (table: string) => dumpOf(registry, journal.state, table),
    metrics: (): ActorMetrics => ({
      shard: data.shard,
      keys: journal.keyCount,
      acknowledged: signals.acknowledged,
      viewed: signals.viewed,
      serving: signals.serving,
      ...box.counters,
      commits: stats.commits,
      frames: stats.frames,
      logBytes: stats.bytes,
      commitBuckets: stats.buckets,
      commitMs: stats.ms,
      eventLoopDelayMs: delay.mean / 1e6,
      heapBytes: process.memoryUsage().heapUsed,
    }),
    close: async () => {
      await box.close();
      await store.close();
      await log.close();
      await flushLogger(logger);
    },
  } satisfies Handlers);
  await rpc.call("ready", ready);
}

/** Throws `LogDamaged` or `StateUnusable` when a file is not what was written. */
async function openStores({ logPath, statePath }: ActorThreadData) {
  const log = await openLog({ path: logPath });
  try {
    return { log, store: openStateStore(statePath) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StateUnusable(reason, { cause });
  }
}

export type SystemRun = { scope: string; operation: string; input: Record<string, unknown> };

function newBuckets(): number[] {
  return new Array<number>(COMMIT_BUCKETS_MS.length + 1).fill(0);
}

/** The documents of one table of the platform actor, which are few. */
function dumpOf<S>(registry: ActorRegistry<S>, state: S, name: string): unknown[] {
  const table = registry.tables(state).find((candidate) => candidate.name === name);
  return table !== undefined && "values" in table
    ? [...(table as unknown as { values(): Iterable<unknown> }).values()]
    : [];
}
