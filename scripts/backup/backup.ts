/**
 * A copy of a whole data directory, whose server may run.
 *
 * Guarantees: the copy is complete, synced and verified, or it does not appear; it has every write that
 * was acknowledged before the call; a server that starts on the copy finds no state ahead of its
 * log, and no Product on a shard that the platform shard does not know. The order of copying gives
 * the last two: the state of a shard is copied before its log, which only grows, so the copied
 * state is never ahead of the copied log; and the platform shard is copied last, so its log knows
 * every Product of the copied shards. The files beside a log are copied after it, and the keys of entities after
 * all logs: each was on disk before the record that needs it. So are the files of keys, which a rotation only adds
 * to while the source is read.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { decodeDocument, STATE_META_KEY, type StateMeta } from "../../src/contract/tables/table.ts";
import { type LogReader, openLogReader } from "../../wal/log_reader.ts";
import { type DataReading, openDataReading } from "../data_reading.ts";
import { verifyLogInParallel } from "../log/frame_check.ts";
import { type Shard, shardNamed } from "../log/shards.ts";
import { copyEntityKeys } from "./copy_entity_keys.ts";
import { type CopiedFiles, copyAllFiles } from "./copy_files.ts";
import { copyLog, copyState, removeLockFile } from "./copy_shard.ts";
import { inCopyOrder, partsOf, refuseInside, syncPath } from "./parts.ts";
import { type Report, reportOf } from "./report.ts";

export type BackupOptions = {
  source: string;
  target: string;
  logsOnly: boolean;
  onProgress: (text: string) => void;
};

/** The copy of one shard. */
export type ShardCopy = {
  shard: string;
  logId: string;
  frames: number;
  records: number;
  /** SHA-256 of the last frame, to which all frames before it are chained. */
  headHash: string;
  /** The frame that the copied state stands at; absent without a state. */
  stateFrame?: number;
  /** Files beside the log. */
  documents: number;
};

export type BackupReport = Report<ShardCopy>;

const OWNER_ONLY_DIRECTORY = 0o700;

/** Throws when the source is no data directory or is damaged, and when the target exists. */
export async function backupDataDirectory(options: BackupOptions): Promise<BackupReport> {
  const { source, target } = options;
  const parts = partsOf(source);
  if (existsSync(target)) throw new Error(`${target} exists: name a directory that does not`);
  refuseInside(source, target);
  const startedAt = new Date();
  const temporary = makeTemporary(target);
  const remove = () => rmSync(temporary, { recursive: true, force: true });
  const interrupted = () => {
    remove();
    process.exit(1);
  };
  process.once("SIGINT", interrupted);
  process.once("SIGTERM", interrupted);
  let reading: DataReading | undefined;
  try {
    reading = await openDataReading(source);
    const shards: ShardCopy[] = [];
    for (const shard of parts.shards) {
      options.onProgress(`copying ${shard}`);
      shards.push(await copyShard(shard, temporary, options, reading));
    }
    await copyEntityKeys(source, temporary, reading);
    for (const file of inCopyOrder(parts.files)) {
      copyFileSync(join(source, file), join(temporary, file));
    }
    const bytes = syncTree(temporary);
    if (existsSync(target)) throw new Error(`${target} appeared meanwhile: nothing was replaced`);
    renameSync(temporary, target);
    syncPath(dirname(target));
    return reportOf(options, parts, reading, { startedAt, bytes, shards });
  } catch (cause) {
    remove();
    throw cause;
  } finally {
    process.off("SIGINT", interrupted);
    process.off("SIGTERM", interrupted);
    reading?.release();
  }
}

/** Copies the state, then the log, then verifies the copied log. */
async function copyShard(
  shard: string,
  temporary: string,
  { logsOnly }: BackupOptions,
  { path: source, isAtRest }: DataReading,
): Promise<ShardCopy> {
  const own = join(temporary, shard);
  mkdirSync(own, { mode: OWNER_ONLY_DIRECTORY });
  const meta = logsOnly
    ? undefined
    : await copyState(join(source, shard, "state"), join(own, "state"), {
        isServed: !isAtRest,
        metaKey: STATE_META_KEY,
      });
  const logPath = join(own, "log");
  const { headSequence } = await copyLog(join(source, shard, "log"), logPath);
  const report = await verifyLogInParallel(logPath);
  removeLockFile(logPath);
  if (report.damage !== undefined || report.headSequence !== headSequence) {
    throw new Error(`the copy of ${shard} is not sound: ${JSON.stringify(report)}`);
  }
  const { logId, frames, records, headHash } = report;
  const { documents } = await copyFilesOf(shard, temporary, { source, end: headSequence });
  const stateFrame = meta === undefined ? undefined : decodeDocument<StateMeta>(meta).sequence;
  if (stateFrame !== undefined && stateFrame > headSequence) {
    throw new Error(
      `the state of ${shard} stands at frame ${stateFrame}, its log ends at ${headSequence}`,
    );
  }
  return {
    shard,
    logId,
    frames,
    records,
    headHash,
    documents,
    ...(stateFrame !== undefined && { stateFrame }),
  };
}

/** Copies the files that the copied log of the shard names. */
async function copyFilesOf(
  name: string,
  target: string,
  { source, end }: { source: string; end: number },
): Promise<CopiedFiles> {
  const [from, to] = [source, target].map((path) => shardNamed(path, name)) as [Shard, Shard];
  const [original, copied] = [from, to].map(({ logPath }) => openLogReader(logPath)) as [
    LogReader,
    LogReader,
  ];
  try {
    const folders = { from: from.filesPath, to: to.filesPath };
    return copyAllFiles(copied, { ...folders, shard: from, original, end });
  } finally {
    await original.close();
    await copied.close();
    removeLockFile(to.logPath);
  }
}

function makeTemporary(target: string): string {
  const temporary = `${target}.tmp`;
  mkdirSync(dirname(target), { recursive: true });
  if (existsSync(temporary)) {
    throw new Error(`${temporary} exists: another backup runs, or remove what it left`);
  }
  mkdirSync(temporary, { mode: OWNER_ONLY_DIRECTORY });
  return temporary;
}

/** Syncs all files, then the directories that name them; returns the bytes of the files. */
function syncTree(path: string): number {
  let bytes = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const own = join(path, entry.name);
    if (entry.isDirectory()) {
      bytes += syncTree(own);
    } else {
      syncPath(own);
      bytes += statSync(own).size;
    }
  }
  syncPath(path);
  return bytes;
}
