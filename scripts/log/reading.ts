/** A log, at rest or in use, in the form that the shard room takes, but without appending. */
import type { ShardRegistry } from "../../src/contract/declare/registry.ts";
import { GroupCommit } from "../../src/shard/group_commit.ts";
import { IdempotencyTable } from "../../src/shard/idempotency_table.ts";
import { Journal } from "../../src/shard/journal.ts";
import { frameHash } from "../../wal/format.ts";
import type { Log } from "../../wal/log.ts";
import { walk } from "../../wal/log.ts";
import { openLogReader } from "../../wal/log_reader.ts";
import type { Shard } from "./shards.ts";

/** Time between two lines of progress of a long reading, milliseconds. */
const PROGRESS_MS = 2_000;

/**
 * The log up to its present last frame. Throws `LogDamaged` as the reader does. Frames are copies,
 * so a caller may read other frames while it uses the records of one.
 */
export function openFixedLog(path: string): Log {
  const reader = openLogReader(path);
  const sequence = reader.headSequence();
  const last = sequence === 0 ? undefined : reader.readView(sequence);
  const hash = last === undefined ? new Uint8Array(32) : frameHash(last);
  const inside = (at: number) => at >= 1 && at <= sequence;
  return {
    id: reader.id,
    head: { sequence, hash },
    append: () => Promise.reject(new Error("this log is open for reading only")),
    read: (at) => (inside(at) ? reader.read(at) : undefined),
    frames: (from) => walk((at) => reader.read(at), from, sequence, reader.hashOf),
    close: () => reader.close(),
  };
}

/** An empty journal over a log that is only read. */
export function emptyJournal<S>(
  log: Log,
  { registry, shard }: { registry: ShardRegistry<S>; shard: number },
): Journal<S> {
  const ignore = () => undefined;
  return new Journal<S>({
    shard,
    log,
    commit: new GroupCommit(log, { failure: ignore, committed: ignore }),
    registry,
    nowMs: () => 0,
    idempotency: new IdempotencyTable(1),
    docsUrl: "",
    onBug: ignore,
  });
}

/** Prints on standard error how far a long reading is. */
export function progressOf(shard: Pick<Shard, "name">, log: Log): (frame: number) => void {
  let saidMs = performance.now();
  return (frame) => {
    if (performance.now() - saidMs < PROGRESS_MS) return;
    saidMs = performance.now();
    process.stderr.write(`${shard.name}: frame ${frame} of ${log.head.sequence}\n`);
  };
}
