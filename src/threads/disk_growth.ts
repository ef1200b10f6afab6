/**
 * How fast the logs and states of a data directory take its disk, and how long the disk lasts so.
 * Counts the bytes of their files that are used: what the ledger takes for ever. Space that a log has
 * written ahead (`wal/space_ahead.ts`), the developer log, whose size is bounded, and files of others
 * are no part of the rate, but they are of the free space.
 */
import { usedBytesOf } from "../../wal/database.ts";

/** The window whose growth is the present rate, milliseconds, and the time between two looks. */
const WINDOW_MS = 3_600_000;
const LOOK_EVERY_MS = 60_000;
/** A rate over less time than this says nothing: files grow in steps. */
const WINDOW_LEAST_MS = 60_000;
const DAY_SECONDS = 86_400;

export type GrowthParts = {
  /** The paths of the data files that are counted; a file that does not exist yet has 0 bytes. */
  files: readonly string[];
  /** A clock that is never set back, milliseconds. */
  nowMs: () => number;
  /** The bytes of a file; another function in tests. */
  sizeOf?: (path: string) => number;
};

type Look = { atMs: number; bytes: number };

export class DiskGrowth {
  readonly #parts: Required<GrowthParts>;
  readonly #timer: NodeJS.Timeout;
  /** From the newest look that is older than the window on. */
  #looks: Look[] = [];
  #bytes = 0;

  constructor(parts: GrowthParts) {
    this.#parts = { sizeOf: usedBytesOf, ...parts };
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    this.look();
  }

  /** Remembers how many bytes there are now. */
  look(): void {
    this.#looks.push(this.#now());
    const from = this.#parts.nowMs() - WINDOW_MS;
    while ((this.#looks[1]?.atMs ?? Number.POSITIVE_INFINITY) <= from) this.#looks.shift();
  }

  /** Bytes per second in the last hour, or since the start of a younger process; 0 at first. */
  bytesPerSecond(): number {
    const now = this.#now();
    const since = this.#looks[0] as Look;
    if (now.atMs - since.atMs < WINDOW_LEAST_MS) return 0;
    return Math.max(0, ((now.bytes - since.bytes) * 1_000) / (now.atMs - since.atMs));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Where the sizes cannot be read, because no descriptor is left, they are those that were read last. */
  #now(): Look {
    const { files, nowMs, sizeOf } = this.#parts;
    try {
      this.#bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
    } catch {
      // What cannot be read now is read at the next look.
    }
    return { atMs: nowMs(), bytes: this.#bytes };
  }
}

/**
 * Days until the ledger refuses writes, when the disk goes on to fill at this rate; infinite where
 * nothing grows. `refuseBytes`: the free space below which writes are refused.
 */
export function daysLeft(
  { freeBytes, refuseBytes }: { freeBytes: number; refuseBytes: number },
  bytesPerSecond: number,
): number {
  const seconds = Math.max(0, freeBytes - refuseBytes) / bytesPerSecond;
  return bytesPerSecond > 0 ? seconds / DAY_SECONDS : Number.POSITIVE_INFINITY;
}
