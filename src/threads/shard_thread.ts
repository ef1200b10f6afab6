/** A ledger shard or the platform shard in a thread of its own: opens, replays, serves, closes. */
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type MessagePort, parentPort } from "node:worker_threads";
import type { Logger } from "pino";
import { openLog } from "../../wal/log.ts";
import { openStateStore } from "../../wal/state_store.ts";
import type { CredentialUse } from "../contract/credential_use.ts";
import type { Carriers } from "../contract/effect.ts";
import { ShardSignals } from "../contract/envelope.ts";
import type { ShardRegistry } from "../contract/registry.ts";
import { checkFiles, type FileCheck, makeFileFolder, sweepFiles } from "../files/named_files.ts";
import type { ProviderReport } from "../relay/provider_shard.ts";
import { type CarrierWays, shardCarriers } from "../relay/shard_carriers.ts";
import { type RecorderParts, recordTelling, type SentTelling } from "../relay/teller.ts";
import { recordUses } from "../relay/use_reports.ts";
import { ReportRecorder } from "../relay/webhook_reports.ts";
import { StateUnusable } from "../shard/checkpoint.ts";
import { GroupCommit } from "../shard/group_commit.ts";
import { IdempotencyTable } from "../shard/idempotency_table.ts";
import { Journal } from "../shard/journal.ts";
import { Mailbox, type NewRealm } from "../shard/mailbox.ts";
import { type RecoveryProgress, recover } from "../shard/recovery.ts";
import { type CommitMetrics, countCommit, newCommitMetrics } from "./commit_meter.ts";
import { hasRoomAhead, spaceAt } from "./disk_space.ts";
import { flushLogger } from "./logger.ts";
import { type Handlers, openRpc } from "./rpc.ts";
import { startRefusedText } from "./start_refused.ts";
import { SUMMING_FROM_ENTRIES, startSummingThread } from "./summing_thread.ts";
import { openThreadMeter, type ThreadMetrics } from "./thread_meter.ts";
import type { ShardThreadData } from "./worker_data.ts";

/** The numbers that one shard reports to main. */
export type ShardMetrics = {
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
  commits: CommitMetrics;
  logFileBytes: number;
  stateFileBytes: number;
  thread: ThreadMetrics;
};

/** The message to main while the log is replayed. */
export type Replaying = { progress: RecoveryProgress };

/** A step in the platform's own realm of a ledger shard. */
export type PlatformStep = { operation: string; input: Record<string, unknown> };

export type ShardReady = { from: number; frames: number; records: number; ms: number };

export async function runShardThread<S>(
  data: ShardThreadData,
  { registry, carriers }: { registry: ShardRegistry<S>; carriers: Carriers },
  logger: Logger,
): Promise<void> {
  const signals = new ShardSignals(data.signals);
  const handlers: Handlers = {};
  const rpc = openRpc(parentPort as MessagePort, handlers);
  const refuseToStart = async (cause: unknown): Promise<void> => {
    const text = startRefusedText(cause, data);
    if (text === undefined) throw cause;
    logger.fatal({ err: cause, shard: data.shard }, "the shard does not start");
    await rpc.call("refused", text);
  };
  const ways: CarrierWays = {
    tell: (telling) => rpc.call("tell", telling),
    mail: (mail) => rpc.call("mail", mail),
    destroyEntity: (entityId) => rpc.call("destroyEntity", entityId),
    pause: (ms) => setTimeout(ms, undefined, { ref: false }),
    onNotDestroyed: (err) =>
      logger.error({ err, shard: data.shard }, "an erasure is tried again later"),
  };
  const opened = await openStores(data).catch(refuseToStart);
  if (opened === undefined) return;
  const { store, log } = opened;
  const commits = newCommitMetrics();
  const meter = openThreadMeter();
  let mailbox: Mailbox<S> | undefined;
  const fail = (error: Error) => {
    const { freeBytes } = spaceAt(data.dataPath);
    const message = "the shard stops: restart to replay its log";
    logger.fatal({ err: error, shard: data.shard, diskFreeBytes: freeBytes }, message);
  };
  const commit = new GroupCommit(log, {
    failure: (error) => mailbox?.fail(error),
    committed: (stats) => countCommit(commits, stats),
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
  const of = log.head.sequence;
  const reportProgress = (progress: RecoveryProgress) => {
    rpc.call("replaying", { progress } satisfies Replaying).catch(() => {});
  };
  reportProgress({ frame: 0, of, records: 0 });
  const onProgress = (progress: RecoveryProgress) => {
    reportProgress(progress);
    logger.info({ shard: data.shard, ...progress }, "replaying");
  };
  const recovered = await recover(journal, { log, store }, onProgress, {
    summing: {
      fromEntries: SUMMING_FROM_ENTRIES,
      start: (walk) => startSummingThread({ path: data.statePath, walk }, logger),
    },
  }).catch(refuseToStart);
  if (recovered === undefined) return;
  const files = await filesReady(journal.state, { data, registry, logger }).catch(refuseToStart);
  if (files === undefined) return;
  const { stored, ...replayed } = recovered;
  reportProgress({ frame: of, of, records: replayed.records });
  const ready: ShardReady = { ...replayed, ms: Math.round(performance.now() - startedMs) };
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
    carriers: new Map([...carriers, ...shardCarriers(ways)]),
  });
  mailbox = box;
  const reporter = new ReportRecorder<S>({ box, journal, registry, nowMs: Date.now, logger });
  box.attach(data.mainPort, "shards");
  for (const port of data.edgePorts) box.attach(port);
  await box.openRealms(data.realms);
  const recorder: RecorderParts = {
    realmOf: (key) => journal.realms.get(key),
    run: (command) => box.run(command),
  };
  Object.assign(handlers, {
    openRealms: (realms: readonly NewRealm[]) => box.openRealms(realms),
    report: (reports: { lines: readonly unknown[] } | Omit<ProviderReport, "shard">) =>
      "lines" in reports ? reporter.record(reports) : reporter.recordProvider(reports),
    step: ({ operation, input }: PlatformStep) => reporter.step(operation, input),
    tell: (telling: SentTelling) => recordTelling(recorder, telling),
    // Uses are not worth the last room of a disk.
    uses: async (uses: readonly CredentialUse[]) =>
      signals.takesWrites ? await recordUses(recorder, uses) : undefined,
    metrics: (): ShardMetrics => ({
      shard: data.shard,
      keys: journal.keyCount,
      acknowledged: signals.acknowledged,
      viewed: signals.viewed,
      serving: signals.takesWrites,
      ...box.counters,
      commits,
      logFileBytes: fileBytes(data.logPath),
      stateFileBytes: fileBytes(data.statePath),
      thread: meter(),
    }),
    close: async () => {
      await box.close();
      await store.close();
      await log.close();
      await flushLogger(logger);
    },
  } satisfies Handlers);
  await box.start();
  await reporter.runOwed();
  await rpc.call("ready", ready);
}

/**
 * Checks the files beside the log, then deletes those that no record names: their requests were refused,
 * or ended by a crash before they had a record. Throws `FileUnfit`.
 */
async function filesReady<S>(
  state: S,
  parts: { data: ShardThreadData; registry: ShardRegistry<S>; logger: Logger },
): Promise<FileCheck> {
  const { data, registry, logger } = parts;
  const { shard, filesPath, digestBytesMax } = data;
  const { files: naming } = registry;
  if (naming === undefined) return { files: 0, bytes: 0, isDigested: true };
  makeFileFolder(filesPath);
  const startedMs = performance.now();
  const check = checkFiles(filesPath, naming.of(state), digestBytesMax);
  const swept = sweepFiles(filesPath, naming.of(state), performance.timeOrigin);
  const ms = Math.round(performance.now() - startedMs);
  const checked = check.isDigested ? "digests and sizes" : "sizes alone: run log verify";
  if (check.files + swept > 0) logger.info({ shard, ...check, swept, ms }, `documents: ${checked}`);
  return check;
}

/** Throws `LogDamaged` or `StateUnusable` when a file does not hold the bytes that were written. */
async function openStores({ logPath, statePath, dataPath, reserveBytes }: ShardThreadData) {
  // Space is written ahead on Linux alone: that a write behind the end spares LMDB's pages was tried nowhere else.
  const ahead = process.platform === "linux" && {
    hasRoomAhead: hasRoomAhead({ path: dataPath, reserveBytes }),
  };
  const log = await openLog({ path: logPath, ...ahead });
  try {
    return { log, store: openStateStore(statePath) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StateUnusable(reason, { cause });
  }
}

/** The size of an LMDB database's data file; 0 where the file does not exist. */
function fileBytes(directory: string): number {
  return statSync(join(directory, "data.mdb"), { throwIfNoEntry: false })?.size ?? 0;
}
