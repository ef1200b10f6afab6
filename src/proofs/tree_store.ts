/**
 * What is kept of a log's Merkle tree: the roots of its complete subtrees of 256, 256², … leaves in
 * tiles of 256, and where each 256th record stands. Leaves are not kept, the log has them: 40 bytes
 * for 256 records are. Every value carries a CRC-32 over its key and itself, because a flipped bit
 * must never end up in a root that somebody signs.
 */
import { crc32 } from "node:zlib";
import { openStateStore, type StateStore } from "../../wal/state_store.ts";
import type { Place } from "../base/id.ts";

/** Where the tree stands: it has all records of the frames up to `frame`, and none after. */
export type TreeMeta = {
  formatVersion: 1;
  logId: string;
  frame: number;
  /** SHA-256 of that frame: a tree of another log, or of one that was cut back, is told by it. */
  frameHash: string;
  size: number;
};

/** The kept tree cannot be used. It is made again from the log. */
export class TreeDamaged extends Error {
  override readonly name = "TreeDamaged";
}

export type Put = readonly [key: Uint8Array, value: Uint8Array];

const KIND = { meta: 0, tile: 1, group: 2 } as const;
const CRC_BYTES = 4;

export class TreeStore {
  readonly #store: StateStore;

  /** Throws when the file is too short to be read: delete the directory. */
  constructor(path: string) {
    this.#store = openStateStore(path);
  }

  /** Undefined for a new store. Throws `TreeDamaged`. */
  meta(): TreeMeta | undefined {
    const value = this.#get(META_KEY);
    if (value === undefined) return undefined;
    return JSON.parse(Buffer.from(value).toString("utf8")) as TreeMeta;
  }

  /** Up to 256 roots of subtrees of `256 ** level` leaves, in a row. */
  tile(level: number, index: number): Uint8Array {
    const value = this.#get(tileKey(level, index));
    if (value === undefined) throw new TreeDamaged(`tile ${level}.${index} is missing`);
    return value;
  }

  /** The group of 256 records that has `place` in it, and where its first record stands. */
  groupOf(place: Place): { group: number; start: Place } {
    const range = { from: groupKey(0), below: groupKey(place + 1), reverse: true };
    for (const [key, value] of this.#store.range(range)) {
      const checked = checkedValue(key, value);
      return { group: readNumber(checked, 0), start: readNumber(key, 1) };
    }
    throw new TreeDamaged(`no group has the place ${place} in it`);
  }

  write(puts: readonly Put[]): Promise<void> {
    return this.#store.write({ puts, removes: [] });
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #get(key: Uint8Array): Uint8Array | undefined {
    const value = this.#store.get(key);
    return value === undefined ? undefined : checkedValue(key, value);
  }
}

export function metaPut(meta: TreeMeta): Put {
  return withCrc(META_KEY, Buffer.from(JSON.stringify(meta)));
}

export function tilePut(level: number, index: number, hashes: Uint8Array): Put {
  return withCrc(tileKey(level, index), hashes);
}

export function groupPut(start: Place, group: number): Put {
  return withCrc(groupKey(start), numberBytes(group));
}

const META_KEY = Buffer.of(KIND.meta);

function tileKey(level: number, index: number): Buffer {
  return Buffer.concat([Buffer.of(KIND.tile, level), numberBytes(index)]);
}

/** Keys of groups are in the order of their places. */
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

function withCrc(key: Uint8Array, value: Uint8Array): Put {
  const bytes = Buffer.alloc(value.length + CRC_BYTES);
  bytes.set(value);
  bytes.writeUInt32LE(crc32(value, crc32(key)), value.length);
  return [key, bytes];
}

function checkedValue(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const value = bytes.subarray(0, Math.max(0, bytes.length - CRC_BYTES));
  const said = bytes.length < CRC_BYTES ? undefined : Buffer.from(bytes).readUInt32LE(value.length);
  if (said === crc32(value, crc32(key))) return value;
  throw new TreeDamaged(`the value of ${Buffer.from(key).toString("hex")} is not what was written`);
}
