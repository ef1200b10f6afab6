/** Compares two states: their digests, and the places where they differ. */
import { createHash, type Hash } from "node:crypto";
import { SHARD_TABLE } from "../../src/contract/tables/shard_table_codes.ts";
import { decodeDocument, STATE_META_KEY, type StateMeta } from "../../src/contract/tables/table.ts";
import type { StateStore } from "../../wal/state_store.ts";

/** Differences that are named; further differences are only counted. */
const DIFFERENCES_NAMED = 10;

type Store = Pick<StateStore, "get" | "range">;
export type Comparison = {
  /** SHA-256 over keys and values of every table but the shard's own, in key order; hex. */
  rebuilt: string;
  stored: string;
  differences: string[];
  count: number;
};

/** The frame that a state stands at; 0 for an empty one. */
export function sequenceOf(store: Store): number {
  const meta = store.get(STATE_META_KEY);
  return meta === undefined ? 0 : decodeDocument<StateMeta>(meta).sequence;
}

/** Digest of the documents of every table, without idempotency keys and the frame of the state. */
export function digestOf(store: Store): string {
  const hash = createHash("sha256");
  for (const [key, value] of store.range({})) addTo(hash, key, value);
  return hash.digest("hex");
}

/** Compares every document and every idempotency key of two states that stand at one frame. */
export function compare(rebuilt: Store, stored: Store): Comparison {
  const hashes = [createHash("sha256"), createHash("sha256")] as const;
  const comparison: Comparison = { rebuilt: "", stored: "", differences: [], count: 0 };
  const differ = (key: Uint8Array, what: string) => {
    if (comparison.count++ < DIFFERENCES_NAMED) {
      comparison.differences.push(`${keyText(key)}: ${what}`);
    }
  };
  const left = rebuilt.range({})[Symbol.iterator]();
  const right = stored.range({})[Symbol.iterator]();
  let a = left.next();
  let b = right.next();
  while (a.done !== true || b.done !== true) {
    const order =
      a.done === true ? 1 : b.done === true ? -1 : Buffer.compare(a.value[0], b.value[0]);
    if (order === 0 && Buffer.compare(a.value[1], b.value[1]) !== 0) {
      differ(a.value[0], "another document");
    }
    if (order < 0) differ(a.value[0], "missing in the stored state");
    if (order > 0) differ(b.value[0], "not what the log makes");
    if (order <= 0) {
      addTo(hashes[0], a.value[0], a.value[1]);
      a = left.next();
    }
    if (order >= 0) {
      addTo(hashes[1], b.value[0], b.value[1]);
      b = right.next();
    }
  }
  comparison.rebuilt = hashes[0].digest("hex");
  comparison.stored = hashes[1].digest("hex");
  return comparison;
}

const LENGTHS = Buffer.alloc(8);

function addTo(hash: Hash, key: Uint8Array, value: Uint8Array): void {
  const code = key[0];
  if (code === SHARD_TABLE.meta || code === SHARD_TABLE.idempotency) return;
  LENGTHS.writeUInt32LE(key.length, 0);
  LENGTHS.writeUInt32LE(value.length, 4);
  hash.update(LENGTHS).update(key).update(value);
}

function keyText(key: Uint8Array): string {
  const bytes = Buffer.from(key);
  return `table ${bytes[0]}, realm ${bytes.readUInt32BE(1)}, key ${bytes.toString("utf8", 5)}`;
}
