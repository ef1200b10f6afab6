/**
 * A simulated disk under LMDB in memory. A transaction is written completely or not at all; an append
 * is durable, or fails, or never settles, and in the last two cases it may or may not be written. A
 * crash may lose a transaction under way, and those of a state that were not synced. Bytes can be
 * damaged.
 */
import type { Database } from "../../wal/database.ts";
import {
  EMPTY,
  MemoryDatabase,
  type Moment,
  momentAfter,
  textOf,
  type Write,
} from "../world/memory_database.ts";
import type { Random } from "./random.ts";
import type { Timeline } from "./timeline.ts";

/**
 * How a transaction ends. `lost` and `kept`: whether the disk has it although it was not confirmed.
 */
export const APPEND_OUTCOMES = [
  "durable",
  "failed",
  "unknown_lost",
  "unknown_kept",
  "silent_lost",
  "silent_kept",
] as const;
export type AppendOutcome = (typeof APPEND_OUTCOMES)[number];

export type DiskParts = {
  kind: "log" | "state";
  timeline: Timeline;
  random: Random;
  /** Decides the outcome of the next transaction, and how long it takes. */
  fate(): { outcome: AppendOutcome; delayMs: number };
  /** Called when a transaction is written, before its writer knows. */
  onWritten(): void;
  /** Called when a crash interrupts a transaction. `isThere`: it was written nevertheless. */
  onTorn(isThere: boolean): void;
};

export type Disk = {
  /** Opens the disk for one process. After a crash the handles of the process have no effect. */
  open(): Database;
  /** The power fails, or the process is killed. Returns true when a transaction was under way. */
  crash(): boolean;
  /** The current value of a key, or undefined. */
  read(key: Uint8Array): Buffer | undefined;
  /** Replaces a value, as a failing disk may do. Returns the old value. */
  damage(key: Uint8Array, value: Buffer): Buffer | undefined;
  clear(): void;
  /** All entries, for comparison. */
  entries(): ReadonlyMap<string, Buffer>;
};

export function createDisk(parts: DiskParts): Disk {
  const { kind, timeline, random } = parts;
  let now = EMPTY;
  /** The contents after each transaction since the last sync: a crash goes back to one of them. */
  let unsynced: Moment[] = [EMPTY];
  let underWay: Write | undefined;
  let generation = 0;

  const apply = (write: Write): void => {
    now = momentAfter(now, write);
    if (kind === "log") unsynced = [now];
    else unsynced.push(now);
    parts.onWritten();
  };

  const commit = (write: Write): Promise<void> => {
    const { outcome, delayMs } = parts.fate();
    const mine = generation;
    underWay = write;
    return new Promise((resolve, reject) => {
      timeline.after(delayMs, () => {
        if (mine !== generation) return;
        underWay = undefined;
        if (outcome === "durable" || outcome.endsWith("kept")) apply(write);
        if (outcome === "durable") resolve();
        else if (!outcome.startsWith("silent")) reject(new Error("the disk failed (EIO)"));
      });
    });
  };

  return {
    open: () => new MemoryDatabase({ moment: () => now, commit, apply, sync }),
    crash() {
      generation++;
      const wasBusy = underWay !== undefined;
      if (underWay !== undefined) {
        const isThere = random.chance(0.5);
        parts.onTorn(isThere);
        if (isThere) apply(underWay);
        underWay = undefined;
      }
      now = unsynced[random.below(unsynced.length)] as Moment;
      unsynced = [now];
      return wasBusy;
    },
    read: (key) => now.entries.get(textOf(key)),
    damage(key, value) {
      const text = textOf(key);
      const old = now.entries.get(text);
      now = { entries: new Map(now.entries).set(text, value) };
      unsynced = [now];
      return old;
    },
    clear() {
      now = EMPTY;
      unsynced = [now];
    },
    entries: () => now.entries,
  };

  function sync(): void {
    unsynced = [now];
  }
}
