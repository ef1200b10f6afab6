/**
 * Makes an actor's `state` again from its log. The new state is made in a folder beside the old
 * state and takes its place only when it is whole and on disk. Between the two renames there is no
 * state; a server that starts then replays the whole log.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import type { Journal } from "../../src/actor/journal.ts";
import { CHECKPOINT_RECORDS } from "../../src/actor/recovery.ts";
import type { StoredRecord } from "../../src/contract/record.ts";
import type { ActorRegistry } from "../../src/contract/registry.ts";
import type { Log } from "../../wal/log.ts";
import { openStateStore, type StateStore } from "../../wal/state_store.ts";
import type { Actor } from "./actors.ts";
import { emptyJournal, openFixedLog, progressOf } from "./reading.ts";

/** Replaces the state. Throws `LogDamaged`; the old state is unchanged then. */
export async function rebuild(actor: Actor): Promise<void> {
  const log = openFixedLog(actor.logPath);
  const made = `${actor.statePath}.rebuilt`;
  const old = `${actor.statePath}.old`;
  for (const path of [made, old]) rmSync(path, { recursive: true, force: true });
  const store = openStateStore(made);
  const startedMs = performance.now();
  const records =
    actor.kind === "shard"
      ? await replayInto(store, log, { actor })
      : await replayInto(store, log, { actor });
  await store.close();
  const { sequence } = log.head;
  await log.close();
  if (existsSync(actor.statePath)) renameSync(actor.statePath, old);
  renameSync(made, actor.statePath);
  const folder = openSync(actor.path, "r");
  fsyncSync(folder);
  closeSync(folder);
  rmSync(old, { recursive: true, force: true });
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  process.stdout.write(
    `${actor.name}: state rebuilt at frame ${sequence} from ${records} records in ${seconds} s\n`,
  );
}

export type ReplayOptions<S> = {
  actor: { name: string; registry: ActorRegistry<S>; shard: number };
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
  { actor, stopAt, onStop, inspect, onEnd }: ReplayOptions<S>,
): Promise<number> {
  const journal = emptyJournal(log, actor);
  const progress = progressOf(actor, log);
  const from = journal.load(store);
  let records = 0;
  let waiting = 0;
  const steps = journal.replay(from, inspect && ((record) => inspect(record, journal)));
  for (const step of steps) {
    records += step.records;
    waiting += step.records;
    progress(step.sequence);
    const stops = step.sequence === stopAt;
    if (!stops && waiting < CHECKPOINT_RECORDS && step.sequence < log.head.sequence) continue;
    await store.write(journal.drain(step.sequence));
    waiting = 0;
    if (stops) onStop?.(journal);
  }
  onEnd?.(journal);
  return records;
}
