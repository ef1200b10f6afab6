/**
 * The free space of the disk that holds the data directory, and what is done while it runs out.
 * A reserve is kept for the ledger. Below the reserve the log of requests takes no more entries;
 * below a half of it, that log gives its space back; below a quarter of it the ledger refuses new
 * writes, before the disk refuses one, so that no write fails and the server goes on by itself when
 * there is space again. A write that the disk has refused stops its shard until a restart.
 * Does not know quotas: a disk that refuses although it reports space stops the shard.
 */
import { statfsSync } from "node:fs";
import type { Logger } from "pino";
import type { DiskSpace } from "../contract/values/disk_space.ts";

/** The largest reserve that is chosen by itself, bytes; of a smaller disk, a quarter of it. */
const RESERVE_BYTES_MAX = 2 ** 30;
const RESERVE_SHARE = 4;
/** The part of the reserve below which the ledger refuses writes. */
const REFUSE_SHARE = 4;
/** Writes are taken again with so many times the space below which they are refused. */
const RESUME_FACTOR = 1.25;
/** Time between two looks at the disk, milliseconds: a shard writes some MiB in this time. */
const LOOK_EVERY_MS = 100;
const MIB = 2 ** 20;
/** Below so many free bytes nothing is written ahead, however small the reserve is. */
const AHEAD_LEAST_BYTES = 64 * MIB;

export type DiskParts = {
  /** A path on the disk. */
  path: string;
  /** The reserve that was asked for, MiB: 0 switches the reserve off; undefined chooses one. */
  reserveMb: number | undefined;
  logger: Pick<Logger, "error" | "warn" | "info">;
  nowMs: () => number;
  /** Called at each look: whether the ledger may take writes. */
  onLook: (hasRoom: boolean) => void;
  /** The space as the system tells it; another function in tests. */
  spaceOf?: (path: string) => DiskSpace;
};

/** The space of the file system that holds `path`, for a process without privileges. */
export function spaceAt(path: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(path);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** The reserve of a disk of this size, bytes; `reserveMb` as in `DiskParts`. */
export function reserveOf(sizeBytes: number, reserveMb: number | undefined): number {
  if (reserveMb !== undefined) return reserveMb * MIB;
  return Math.min(RESERVE_BYTES_MAX, Math.floor(sizeBytes / RESERVE_SHARE));
}

/**
 * Whether the disk that holds `path` has room for so many bytes that a log does not need yet: neither
 * the reserve nor the last of a small disk is taken for them. Throws where the system does not tell.
 */
export function hasRoomAhead(
  { path, reserveBytes }: { path: string; reserveBytes: number },
  spaceOf = spaceAt,
): (bytes: number) => boolean {
  const keptBytes = Math.max(reserveBytes, AHEAD_LEAST_BYTES);
  return (bytes) => spaceOf(path).freeBytes - bytes >= keptBytes;
}

export class Disk {
  readonly reserveBytes: number;
  /** Below so many free bytes the ledger refuses writes. */
  readonly refuseBytes: number;
  readonly #parts: DiskParts;
  readonly #timer: NodeJS.Timeout;
  #space: DiskSpace;
  #hasRoom = true;
  #sinceMs = 0;
  #waiters: (() => void)[] = [];

  constructor(parts: DiskParts) {
    this.#parts = parts;
    this.#space = (parts.spaceOf ?? spaceAt)(parts.path);
    this.reserveBytes = reserveOf(this.#space.sizeBytes, parts.reserveMb);
    this.refuseBytes = Math.floor(this.reserveBytes / REFUSE_SHARE);
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    this.look();
  }

  /** False while the ledger refuses writes because the disk is nearly full. */
  get hasRoom(): boolean {
    return this.#hasRoom;
  }

  /** One sentence, without a path: how much is free, how much is needed, and what to do. */
  get reason(): string {
    const { freeBytes } = this.#space;
    return (
      `the disk of the data directory has ${freeBytes} bytes free and writes need ` +
      `${this.refuseBytes}: make space, and the server takes writes again by itself`
    );
  }

  /** The space now. Where the system does not tell it, what it told last. */
  space(): DiskSpace {
    try {
      this.#space = (this.#parts.spaceOf ?? spaceAt)(this.#parts.path);
    } catch {
      // The disk is gone or not readable now; the ledger's own writes will tell.
    }
    return this.#space;
  }

  /** Looks at the disk, and says in one line when the space ends and when there is space again. */
  look(): void {
    const { freeBytes } = this.space();
    const needed = this.#hasRoom ? this.refuseBytes : this.refuseBytes * RESUME_FACTOR;
    const hasRoom = freeBytes >= needed;
    if (hasRoom !== this.#hasRoom) this.#change(hasRoom);
    this.#parts.onLook(hasRoom);
  }

  /** Resolves when the ledger may take writes. */
  async whenRoom(): Promise<void> {
    if (!this.#hasRoom) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #change(hasRoom: boolean): void {
    const { logger, nowMs, path } = this.#parts;
    this.#hasRoom = hasRoom;
    const numbers = { path, ...this.#space, reserveBytes: this.reserveBytes };
    if (!hasRoom) {
      this.#sinceMs = nowMs();
      logger.error(numbers, `not ready, writes are refused: ${this.reason}`);
      return;
    }
    const seconds = Math.round((nowMs() - this.#sinceMs) / 1_000);
    logger.warn({ ...numbers, seconds }, "the disk has space again: writes are taken");
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve();
  }
}
