/**
 * Makes a shard's `state` again from its log. The new state is made in a folder beside the old
 * state and takes its place only when it is whole and on disk. Between the two renames there is no
 * state; a server that starts then replays the whole log.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import type { ShardRegistry } from "../../src/contract/declare/registry.ts";
import type { StoredRecord } from "../../src/contract/records/record.ts";
import { tellWritten } from "../../src/shard/checkpoint.ts";
import type { Journal } from "../../src/shard/journal.ts";
import { CHECKPOINT_BYTES } from "../../src/shard/recovery.ts";
import type { Log } from "../../wal/log.ts";
import { openStateStore, type StateStore } from "../../wal/state_store.ts";
import { emptyJournal, openFixedLog, progressOf } from "./reading.ts";
import type { Shard } from "./shards.ts";

/** Replaces the state. Throws `LogDamaged`; the old state is unchanged then. */
export async function rebuild(shard: Shard): Promise<void> {
  const log = openFixedLog(shard.logPath);
  const made = `${shard.statePath}.rebuilt`;
  const old = `${shard.statePath}.old`;
  for (const path of [made, old]) rmSync(path, { recursive: true, force: true });
  const store = openStateStore(made);
  const startedMs = performance.now();
  const records =
    shard.kind === "ledger"
      ? await replayInto(store, log, { shard })
      : await replayInto(store, log, { shard });
  await store.close();
  const { sequence } = log.head;
  await log.close();
  if (existsSync(shard.statePath)) renameSync(shard.statePath, old);
  renameSync(made, shard.statePath);
  const folder = openSync(shard.path, "r");
  fsyncSync(folder);
  closeSync(folder);
  rmSync(old, { recursive: true, force: true });
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  process.stdout.write(
    `${shard.name}: state rebuilt at frame ${sequence} from ${records} records in ${seconds} s\n`,
  );
}

export type ReplayOptions<S> = {
  shard: { name: string; registry: ShardRegistry<S>; shard: number };
  /**
   * A frame at which the replay writes the store, which then stands exactly there; then calls `onStop`.
   */
  stopAt?: number;
  onStop?: (journal: Journal<S>) => void;
  inspect?: (record: StoredRecord, journal: Journal<S>) => void;
  onEnd?: (journal: Journal<S>) => void;
};

/**
 * Replays the whole log and writes its state into the empty `store`. Returns the number of records.
 */
export async function replayInto<S>(
  store: StateStore,
  log: Log,
  { shard, stopAt, onStop, inspect, onEnd }: ReplayOptions<S>,
): Promise<number> {
  const journal = emptyJournal(log, shard);
  const progress = progressOf(shard, log);
  const from = journal.load(store);
  let records = 0;
  let waiting = 0;
  const steps = journal.replay(from, inspect && ((record) => inspect(record, journal)));
  for (const step of steps) {
    records += step.records;
    waiting += step.bytes;
    progress(step.sequence);
    const stops = step.sequence === stopAt;
    if (!stops && waiting < CHECKPOINT_BYTES && step.sequence < log.head.sequence) continue;
    const batch = journal.drain(step.sequence);
    await store.write(batch);
    tellWritten(journal.stored, batch);
    waiting = 0;
    if (stops) onStop?.(journal);
  }
  onEnd?.(journal);
  return records;
}
