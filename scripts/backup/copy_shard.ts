/**
 * Copies the two databases of one shard, entry by entry, at rest or while its server writes
 * them. The copy is made by ordinary reads, so it never takes the writer's lock; every frame is
 * checked and written anew, so no damage of the source's pages gets into the copy. lmdb-js's own
 * `backup` copies pages instead: it takes the writer's lock, syncs nothing, and in a `state` may
 * keep the older meta page that `safeRestore` returns to, without the pages that this older meta
 * page needs.
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isOutdated } from "../../src/shard/checkpoint.ts";
import { dataFile, openDatabase } from "../../wal/database.ts";
import { encodeLogHeader } from "../../wal/format.ts";
import { HEADER_KEY } from "../../wal/key.ts";
import { walk } from "../../wal/log.ts";
import { openLogReader } from "../../wal/log_reader.ts";
import { COPY_BATCH_BYTES, putFrames } from "../../wal/put_frames.ts";
import { openStateReader } from "../../wal/state_reader.ts";
import { openStateStore, type StateStore } from "../../wal/state_store.ts";

type Entry = readonly [key: Uint8Array, value: Uint8Array];

/**
 * Copies the frames that are durable now, with the log's id. The copy is durable when the promise
 * resolves. Throws `LogDamaged` at the first frame that is not what was appended.
 */
export async function copyLog(from: string, to: string): Promise<{ headSequence: number }> {
  const reader = openLogReader(from);
  const copy = openDatabase("log", to);
  try {
    const headSequence = reader.headSequence();
    await copy.put(HEADER_KEY, encodeLogHeader(reader.id));
    await putFrames(
      copy,
      walk((sequence) => reader.read(sequence), 1, headSequence),
    );
    return { headSequence };
  } finally {
    await reader.close();
    await copy.close();
    removeLockFile(to);
  }
}

/**
 * Copies one moment of the state, when there is a state. The copy is on disk when the promise
 * resolves. `isServed`: a server has the state open. If no server has it open, it is opened as the
 * writer opens it, which goes back to the last synced moment. Returns the value of `metaKey` in the
 * copy, which has the frame of the moment. A state in an earlier form is not copied: a start on
 * the copy makes it again from the log. Throws `StateDamaged` instead of copying a damaged value.
 */
export async function copyState(
  from: string,
  to: string,
  { isServed, metaKey }: { isServed: boolean; metaKey: Uint8Array },
): Promise<Uint8Array | undefined> {
  if (!existsSync(dataFile(from))) return undefined;
  if (!isServed && (await hasEarlierForm(from))) return undefined;
  const source = isServed ? openStateReader(from) : openStateStore(from);
  const copy = openStateStore(to);
  try {
    const moment = source.snapshot();
    try {
      await writeAll(copy, moment.ascend({}));
    } finally {
      moment.release();
    }
    await copy.sync();
    return copy.get(metaKey);
  } finally {
    await source.close();
    await copy.close();
    removeLockFile(to);
  }
}

async function hasEarlierForm(path: string): Promise<boolean> {
  const store = openStateStore(path);
  try {
    return isOutdated(store, undefined, Number.POSITIVE_INFINITY);
  } finally {
    await store.close();
  }
}

async function writeAll(copy: StateStore, entries: Iterable<Entry>): Promise<void> {
  let puts: Entry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    puts.push(entry);
    bytes += entry[0].length + entry[1].length;
    if (bytes < COPY_BATCH_BYTES) continue;
    await copy.write({ puts, removes: [] });
    puts = [];
    bytes = 0;
  }
  await copy.write({ puts, removes: [] });
}

/** Removes LMDB's table of readers: no process has the database open now. */
export function removeLockFile(path: string): void {
  rmSync(join(path, "lock.mdb"), { force: true });
}
