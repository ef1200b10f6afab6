/**
 * A backup that goes on: brings an earlier backup of the same data directory up to date, whose server
 * may run, by copying the frames that its logs lack.
 *
 * Guarantees: at every instant, also after kill -9, the backup is whole, and a server that starts on
 * it has at least what the backup had before; a call that was interrupted is simply made again. It
 * has every write that was acknowledged before a call that returned. Nothing is written unless every
 * log continues that of the backup: the same id, and the backup's last frame in its place, whose hash
 * stands for all frames before it. Only the platform shard's log may be ahead of the others: how far
 * the ledger shards are copied is settled before the platform shard is, and they are copied after it,
 * so the platform shard of the backup knows every Product of its ledger shards.
 * Does not: copy states. Those of the backup stay, behind their logs; a start replays the frames
 * after them. Does not check again what was copied by earlier calls: `npm run log -- verify` does.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lockDataDirectory, type Settings, writeSettings } from "../../src/data_directory.ts";
import { writeWhole } from "../../src/files/whole_file.ts";
import { ID_KEY_FILE } from "../../src/keys/id_key_file.ts";
import { RING_KINDS } from "../../src/keys/key_files.ts";
import {
  mergedRing,
  type RingKey,
  type RingKind,
  ringKeysIn,
  ringText,
} from "../../src/keys/key_ring.ts";
import { SEAL_KEY_FILE, sealKeysIn, writeSealKeys } from "../../src/keys/seal_key_file.ts";
import { equalBytes, frameHash, type SealedFrame } from "../../wal/format.ts";
import { type Log, openLog, walk } from "../../wal/log.ts";
import { type LogReader, openLogReader } from "../../wal/log_reader.ts";
import { COPY_BATCH_BYTES } from "../../wal/put_frames.ts";
import { verifyRange } from "../../wal/verify.ts";
import { type DataReading, openDataReading } from "../data_reading.ts";
import { filesNamedIn, filesOfRealms } from "../log/named_in_log.ts";
import { shardNamed } from "../log/shards.ts";
import { copyEntityKeys, refuseOtherKeys } from "./copy_entity_keys.ts";
import { copyNamedFiles, removeGivenUp } from "./copy_files.ts";
import { removeLockFile } from "./copy_shard.ts";
import { inCopyOrder, type Parts, PLATFORM, partsOf, refuseInside, syncPath } from "./parts.ts";
import { type Report, reportOf } from "./report.ts";

/** The longest that the disk of a backup may take for an append, milliseconds. */
const APPEND_TIMEOUT_MS = 600_000;
/** There until a start has made the demo: where the source has it no more, the demo is in its log. */
const DEMO_DUE = "demo.due";

export type IncrementOptions = {
  source: string;
  target: string;
  onProgress: (text: string) => void;
  /** Bytes after which frames are appended; less than usual in tests. */
  batchBytes?: number;
};

/** What was copied of one shard. */
export type ShardIncrement = {
  shard: string;
  logId: string;
  /** All frames of the copy, and SHA-256 of the last, to which all before it are chained. */
  frames: number;
  headHash: string;
  copiedFrames: number;
  copiedRecords: number;
  /** Files beside the log that were copied. */
  documents: number;
};

export type IncrementReport = Report<ShardIncrement>;

/** Whether there is a backup at `target` that could go on. */
export function isBackup(target: string): boolean {
  return existsSync(join(target, "settings.json")) && existsSync(join(target, PLATFORM, "log"));
}

/**
 * Throws, with nothing written, when the two directories are not of one history, when a server or
 * another command uses the backup, or when either is damaged at the join. Throws `LogDamaged` at the
 * first damaged frame after it; the frames before that one are in the backup then.
 */
export async function incrementDataDirectory(options: IncrementOptions): Promise<IncrementReport> {
  const { source, target } = options;
  const startedAt = new Date();
  refuseInside(source, target);
  const parts = partsOf(source);
  const own = partsOf(target);
  refuseOthers(options, parts, own);
  const lock = await lockDataDirectory(target);
  const joins: Join[] = [];
  let reading: DataReading | undefined;
  try {
    reading = await openDataReading(source);
    // The platform shard is the last of `parts.shards`: its end is settled after the others' ends.
    for (const shard of parts.shards) joins.push(await openJoin(shard, reading.path, target));
    addKeys(options);
    addIdKey(options);
    await copyEntityKeys(source, target, reading);
    const shards: ShardIncrement[] = [];
    for (const join of [...joins].reverse()) shards.push(await goOn(join, options));
    copyFiles(parts, options);
    const bytes = joins.reduce((sum, { copiedBytes }) => sum + copiedBytes, 0);
    shards.reverse();
    return reportOf(options, parts, reading, { startedAt, bytes, shards });
  } finally {
    for (const { from, to, path } of joins) {
      await from.close();
      await to.close();
      removeLockFile(path);
    }
    reading?.release();
    lock.close();
  }
}

function refuseOthers({ source, target }: IncrementOptions, parts: Parts, own: Parts): void {
  if (parts.shards.join() !== own.shards.join()) {
    throw new Error(`${target} has other shards than ${source}: it is no backup of it`);
  }
  for (const file of parts.files) {
    const isCompared = file.endsWith(".key") && file !== SEAL_KEY_FILE;
    if (!isCompared || !existsSync(join(target, file))) continue;
    const kind = RING_KINDS.find((one) => one.file === file);
    const isOfOne =
      kind === undefined
        ? hasSameFile(file, { source, target })
        : mergedRingOf(kind, { source, target }) !== undefined;
    if (isOfOne) continue;
    throw new Error(`${target} has another ${file} than ${source}: it is no backup of it`);
  }
  refuseOtherKeys(source, target);
}

/** One shard's log in the source, as far as it is copied, and in the backup. */
type Join = {
  shard: string;
  from: LogReader;
  /** The last frame of the source that is copied. */
  end: number;
  to: Log;
  /** The log's directory in the backup. */
  path: string;
  /** The folders of the files beside the log. */
  files: { from: string; to: string };
  copiedBytes: number;
};

/** Opens both logs of a shard. Throws where that of the backup is not continued by the source's. */
async function openJoin(shard: string, source: string, target: string): Promise<Join> {
  const path = join(target, shard, "log");
  const from = openLogReader(join(source, shard, "log"));
  let to: Log | undefined;
  try {
    const end = from.headSequence();
    to = await openLog({ path, appendTimeoutMs: APPEND_TIMEOUT_MS });
    const { sequence, hash } = to.head;
    if (!equalBytes(from.id, to.id)) {
      throw new Error(
        `the log of ${shard} in ${target} is another log: it is no backup of this one`,
      );
    }
    if (sequence > end) {
      throw new Error(
        `the log of ${shard} in ${target} has ${sequence} frames, the original ${end}: ` +
          "the original was cut back, or a server ran on the backup",
      );
    }
    const same = sequence === 0 ? undefined : from.read(sequence);
    if (sequence > 0 && (same === undefined || !equalBytes(frameHash(same), hash))) {
      throw new Error(
        `frame ${sequence} of ${shard} in ${target} is not the original's: ` +
          "the two went their own ways, as when a server ran on the backup",
      );
    }
    const files = {
      from: shardNamed(source, shard).filesPath,
      to: shardNamed(target, shard).filesPath,
    };
    return { shard, from, end, to, path, files, copiedBytes: 0 };
  } catch (cause) {
    await from.close();
    await to?.close();
    throw cause;
  }
}

/**
 * Copies the files that the lacking frames name, appends the frames, and reads them back; then deletes the
 * files that these frames give up.
 */
async function goOn(join: Join, options: IncrementOptions): Promise<ShardIncrement> {
  const { shard, from, end, to, path, files } = join;
  const { batchBytes = COPY_BATCH_BYTES, onProgress } = options;
  const first = to.head.sequence + 1;
  onProgress(`copying frames ${first} to ${end} of ${shard}`);
  const named = filesNamedIn(from, shardNamed(path, shard), { from: first, to: end });
  const copy = { ...files, shard: shardNamed(path, shard), original: from, end };
  const { documents, bytes: fileBytes } = copyNamedFiles(named, copy);
  join.copiedBytes += fileBytes;
  let batch: SealedFrame[] = [];
  let bytes = 0;
  const append = async () => {
    if (batch.length > 0) await to.append(batch);
    join.copiedBytes += bytes;
    batch = [];
    bytes = 0;
    onProgress(`${shard}: frame ${to.head.sequence} of ${end}`);
  };
  for (const frame of walk((sequence) => from.read(sequence), first, end, from.hashOf)) {
    const { sequence, hash } = frame;
    batch.push({ sequence, hash, bytes: Buffer.from(frame.bytes) });
    bytes += frame.bytes.length;
    if (bytes >= batchBytes) await append();
  }
  await append();
  const appended = openLogReader(path);
  const { damage, frames, records } = verifyRange(appended, { from: first, to: end });
  await appended.close();
  const { realms } = named.givenUp;
  const earlier = filesOfRealms(from, shardNamed(path, shard), { realms, below: first });
  removeGivenUp(named, files.to, earlier);
  if (damage !== undefined) {
    throw new Error(`the copy of ${shard} is not sound: ${JSON.stringify(damage)}`);
  }
  return {
    shard,
    logId: Buffer.from(to.id).toString("hex"),
    frames: end,
    headHash: Buffer.from(to.head.hash).toString("hex"),
    copiedFrames: frames,
    copiedRecords: records,
    documents,
  };
}

/**
 * Puts the keys of the source before those of the backup, which it keeps until its logs are copied: at every
 * instant the backup has the keys of all that is in its logs.
 */
function addKeys({ source, target }: IncrementOptions): void {
  for (const kind of RING_KINDS) {
    if (hasSameFile(kind.file, { source, target })) continue;
    const merged = mergedRingOf(kind, { source, target });
    if (merged !== undefined) writeWhole(join(target, kind.file), ringText(merged));
  }
  const [from, own] = [source, target].map((path) => {
    const file = join(path, SEAL_KEY_FILE);
    return existsSync(file) ? (sealKeysIn(readFileSync(file, "utf8")) ?? []) : [];
  }) as [Uint8Array[], Uint8Array[]];
  if (from.length === 0) return;
  const others = own.filter((key) => !from.some((known) => equalBytes(known, key)));
  writeSealKeys(target, [...from, ...others]);
}

/**
 * The key of ids of an original that got one since: it is in the backup before the first frame whose ids it
 * hides, because a server on the backup would else make another key, under which these ids are others.
 */
function addIdKey({ source, target }: IncrementOptions): void {
  const [from, own] = [source, target].map((path) => {
    const file = join(path, "settings.json");
    return JSON.parse(readFileSync(file, "utf8")) as Settings;
  }) as [Settings, Settings];
  const { formatVersion, idKeyId } = from;
  if (idKeyId === undefined || own.idKeyId !== undefined) return;
  writeWhole(join(target, ID_KEY_FILE), readFileSync(join(source, ID_KEY_FILE)));
  writeSettings(target, { ...own, formatVersion, idKeyId });
}

/**
 * The keys of a ring that the backup has until its logs are copied; undefined where the two rings are not of one
 * directory, or one of the files is damaged.
 */
function mergedRingOf(
  kind: RingKind,
  { source, target }: Pick<IncrementOptions, "source" | "target">,
): RingKey[] | undefined {
  const [from, own] = [source, target].map((path) => {
    const file = join(path, kind.file);
    return existsSync(file) ? ringKeysIn(readFileSync(file), kind) : undefined;
  });
  return from && own && mergedRing(from, own);
}

function hasSameFile(
  file: string,
  { source, target }: Pick<IncrementOptions, "source" | "target">,
): boolean {
  const [from, own] = [join(source, file), join(target, file)];
  if (!existsSync(from) || !existsSync(own)) return false;
  return equalBytes(readFileSync(from), readFileSync(own));
}

/** Files beside the shards never change, but the demo's, which a first start makes, and those of keys. */
function copyFiles(parts: Parts, { source, target }: IncrementOptions): void {
  for (const file of inCopyOrder(parts.files)) {
    const bytes = readFileSync(join(source, file));
    if (!hasSameFile(file, { source, target })) writeWhole(join(target, file), bytes);
  }
  if (!parts.files.includes(DEMO_DUE)) rmSync(join(target, DEMO_DUE), { force: true });
  syncPath(target);
}
