/** The start of a shard's thread: opens its stores, replays its log, checks the files beside the log. */
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { type Log, openLog } from "../../wal/log.ts";
import { openStateStore, type StateStore } from "../../wal/state_store.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import type { RealmFile } from "../contract/records/named_file.ts";
import { checkFiles, type FileCheck, makeFileFolder, sweepFiles } from "../files/named_files.ts";
import { StateUnusable } from "../shard/checkpoint.ts";
import { GroupCommit } from "../shard/group_commit.ts";
import { IdempotencyTable } from "../shard/idempotency_table.ts";
import { Journal } from "../shard/journal.ts";
import { type RecoveryProgress, recover } from "../shard/recovery.ts";
import { type CommitMetrics, countCommit, newCommitMetrics } from "./commit_meter.ts";
import { hasRoomAhead } from "./disk_space.ts";
import { SUMMING_FROM_ENTRIES, startSummingThread } from "./summing_thread.ts";
import type { ShardThreadData } from "./worker_data.ts";

/** What main is told when the log is replayed. */
export type ShardReady = { from: number; frames: number; records: number; ms: number };

export type ShardStartParts<S> = {
  data: ShardThreadData;
  registry: ShardRegistry<S>;
  logger: Logger;
  /** The log can take no more. */
  onFailure(error: Error): void;
  /** How far the replay is. */
  onProgress(progress: RecoveryProgress): void;
};

/** A shard whose log is replayed. */
export type StartedShard<S> = {
  log: Log;
  store: StateStore;
  commit: GroupCommit;
  commits: CommitMetrics;
  journal: Journal<S>;
  /** The frame that the state on disk stands at. */
  stored: number;
  ready: ShardReady;
};

/** Throws `LogDamaged`, `StateUnusable` or `FileUnfit` where a file does not hold the bytes that were written. */
export async function startShard<S>(parts: ShardStartParts<S>): Promise<StartedShard<S>> {
  const { data, registry, logger } = parts;
  const { log, store } = await openStores(data);
  const commits = newCommitMetrics();
  const commit = new GroupCommit(log, {
    failure: parts.onFailure,
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
  const { stored, ready } = await replay(journal, { log, store }, parts);
  return { log, store, commit, commits, journal, stored, ready };
}

async function replay<S>(
  journal: Journal<S>,
  { log, store }: Pick<StartedShard<S>, "log" | "store">,
  { data, registry, logger, onProgress }: ShardStartParts<S>,
): Promise<Pick<StartedShard<S>, "stored" | "ready">> {
  const { shard } = data;
  const startedMs = performance.now();
  const of = log.head.sequence;
  onProgress({ frame: 0, of, records: 0 });
  const told = (progress: RecoveryProgress) => {
    onProgress(progress);
    logger.info({ shard, ...progress }, "replaying");
  };
  const { stored, ...replayed } = await recover(journal, { log, store }, told, {
    summing: {
      fromEntries: SUMMING_FROM_ENTRIES,
      start: (walk) => startSummingThread({ path: data.statePath, walk }, logger),
    },
  });
  checkFilesOf(journal, { data, registry, logger });
  onProgress({ frame: of, of, records: replayed.records });
  const ready = { ...replayed, ms: Math.round(performance.now() - startedMs) };
  logger.info({ shard, ...ready, head: log.head.sequence }, "replayed");
  return { stored, ready };
}

/**
 * Checks the files beside the log, then deletes those that no record names: their requests were refused,
 * or ended by a crash before they had a record. Throws `FileUnfit`.
 */
function checkFilesOf<S>(
  { state, realms }: Pick<Journal<S>, "state" | "realms">,
  { data, registry, logger }: Pick<ShardStartParts<S>, "data" | "registry" | "logger">,
): void {
  const { shard, filesPath, digestBytesMax } = data;
  const { files: naming } = registry;
  if (naming === undefined) return;
  makeFileFolder(filesPath);
  const startedMs = performance.now();
  const check: FileCheck = checkFiles(filesPath, missed(naming.of(state, realms)), digestBytesMax);
  const swept = sweepFiles(filesPath, naming.of(state, realms), performance.timeOrigin);
  const ms = Math.round(performance.now() - startedMs);
  const checked = check.isDigested ? "digests and sizes" : "sizes alone: run log verify";
  if (check.files + swept > 0) logger.info({ shard, ...check, swept, ms }, `documents: ${checked}`);
}

/** The files without which a shard does not start: the log has not what is in them. */
function* missed(named: Iterable<RealmFile>): Generator<RealmFile> {
  for (const file of named) if (file.isMadeOfLog !== true) yield file;
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
