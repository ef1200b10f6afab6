/**
 * A simulated disk under LMDB in memory. A transaction is there whole or not at all; an append is
 * durable, or it fails, or nobody hears of it, and in both of these it may or may not be there; a
 * crash takes what was under way, and of a state also what was not synced. Bytes can be damaged.
 */
import type { Environment } from "../../wal/environment.ts";
import {
  EMPTY,
  MemoryEnvironment,
  type Moment,
  momentAfter,
  textOf,
  type Write,
} from "../world/environment.ts";
import type { Random } from "./random.ts";
import type { Timeline } from "./timeline.ts";

/** How a transaction ends. `lost` and `kept` say whether it is there all the same. */
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
  /** What becomes of the next transaction, and how long it takes. */
  fate(): { outcome: AppendOutcome; delayMs: number };
  /** A transaction is there, durable or about to be: what stands in the log has grown. */
  onWritten(): void;
  /** A crash found a transaction under way, and left it there or did not. */
  onTorn(isThere: boolean): void;
};

export type Disk = {
  /** For one process: after a crash its handles do nothing any more. */
  open(): Environment;
  /** The power fails, or the process is killed. Returns whether something was under way. */
  crash(): boolean;
  /** A value as it stands, or undefined. */
  read(key: Uint8Array): Buffer | undefined;
  /** Puts a value in place of another, as a failing disk would. Returns the old one. */
  damage(key: Uint8Array, value: Buffer): Buffer | undefined;
  clear(): void;
  /** Everything, for comparison. */
  entries(): ReadonlyMap<string, Buffer>;
};

export function createDisk(parts: DiskParts): Disk {
  const { kind, timeline, random } = parts;
  let now = EMPTY;
  /** Moments of a state since the last sync, oldest first: a crash goes back to one of them. */
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
    open: () => new MemoryEnvironment({ moment: () => now, commit, apply, sync }),
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
