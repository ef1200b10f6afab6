/**
 * What is kept of a log's Merkle tree: the roots of its complete subtrees of 256, 256², … leaves in
 * tiles of 256, and where each 256th record stands: 40 bytes for 256 records. Leaves are not kept,
 * because the log has the records. The state store checks every value, because a flipped bit must
 * never get into a root that is signed.
 */
import { StateDamaged } from "../../wal/errors.ts";
import { openStateStore, type StateStore } from "../../wal/state_store.ts";
import { frameOf, indexOf, type Place } from "../base/id.ts";

/** The extent of the tree: it has all records of the frames up to `frame`, and no later record. */
export type TreeMeta = {
  formatVersion: 1;
  logId: string;
  frame: number;
  /**
   * SHA-256 of frame `frame`: it differs when the tree is of another log, or the log was cut back.
   */
  frameHash: string;
  size: number;
};

/** The kept tree cannot be used. It is made again from the log. */
export class TreeDamaged extends Error {
  override readonly name = "TreeDamaged";
}

export type Put = readonly [key: Uint8Array, value: Uint8Array];

const KIND = { meta: 0, tile: 1, group: 2 } as const;

export class TreeStore {
  readonly #store: StateStore;

  /** Throws when the file is too short to be read; the directory must be deleted then. */
  constructor(path: string) {
    this.#store = openStateStore(path);
  }

  /** The extent of the kept tree; undefined for a new store. Throws `TreeDamaged`. */
  meta(): TreeMeta | undefined {
    const value = this.get(META_KEY);
    if (value === undefined) return undefined;
    return JSON.parse(Buffer.from(value).toString("utf8")) as TreeMeta;
  }

  /** Up to 256 roots of subtrees of `256 ** level` leaves, one after another. */
  tile(level: number, index: number): Uint8Array {
    const value = this.get(tileKey(level, index));
    if (value === undefined) throw new TreeDamaged(`tile ${level}.${index} is missing`);
    return value;
  }

  /** The group of 256 records that has `place` in it, and where its first record stands. */
  groupOf(place: Place): { group: number; start: Place } {
    const range = { from: groupKey(0), below: groupKey(place + 1), reverse: true };
    return checked(() => {
      for (const [key, value] of this.#store.range(range)) {
        return { group: readNumber(value, 0), start: readNumber(key, 1) };
      }
      throw new TreeDamaged(`no group has the place ${place} in it`);
    });
  }

  /** One value by its key. Throws `TreeDamaged`. */
  get(key: Uint8Array): Uint8Array | undefined {
    return checked(() => this.#store.get(key));
  }

  /** All keys and values, in the order of keys. Throws `TreeDamaged` where a value is damaged. */
  *entries(): Generator<readonly [key: Uint8Array, value: Uint8Array]> {
    const entries = this.#store.range({})[Symbol.iterator]();
    for (;;) {
      const next = checked(() => entries.next());
      if (next.done === true) return;
      yield next.value;
    }
  }

  write(puts: readonly Put[]): Promise<void> {
    return this.#store.write({ puts, removes: [] });
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

export function metaPut(meta: TreeMeta): Put {
  return [META_KEY, Buffer.from(JSON.stringify(meta))];
}

/** A tile to write. Copies `hashes`, because the caller changes them before the write. */
export function tilePut(level: number, index: number, hashes: Uint8Array): Put {
  return [tileKey(level, index), Buffer.from(hashes)];
}

export function groupPut(start: Place, group: number): Put {
  return [groupKey(start), numberBytes(group)];
}

/** What is kept under a key, in words for a report. */
export function nameOfKey(key: Uint8Array): string {
  if (key[0] === KIND.tile) return `tile ${key[1]}.${readNumber(key, 2)}`;
  if (key[0] !== KIND.group) return "where it stands";
  const start = readNumber(key, 1);
  return `the group from frame ${frameOf(start)}, record ${indexOf(start)}`;
}

const META_KEY = Buffer.of(KIND.meta);

function tileKey(level: number, index: number): Buffer {
  return Buffer.concat([Buffer.of(KIND.tile, level), numberBytes(index)]);
}

/** The key of a group; the order of these keys is the order of the groups' places. */
function groupKey(start: Place): Buffer {
  return Buffer.concat([Buffer.of(KIND.group), numberBytes(start)]);
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

function readNumber(bytes: Uint8Array, at: number): number {
  return Number(Buffer.from(bytes.subarray(at, at + 8)).readBigUInt64BE());
}

function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof StateDamaged)) throw cause;
    throw new TreeDamaged("a value is not what was written", { cause });
  }
}
