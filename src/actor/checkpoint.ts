/**
 * The `state` environment as the actor writes it: every table's changed documents, coalesced, with
 * the frame they stand at, in one transaction. It is what reads see and what a start begins from.
 * Guarantees: nothing is written before the frame it belongs to is durable in the log; a crash
 * leaves an earlier whole state, never a torn one.
 */
import { StateDamaged } from "../../wal/errors.ts";
import type { StateStore } from "../../wal/state_store.ts";
import { invariant } from "../base/invariant.ts";
import { ACTOR_TABLE } from "../contract/actor_table_codes.ts";
import {
  decodeDocument,
  encodeDocument,
  STATE_FORMAT_VERSION,
  STATE_META_KEY,
  type StateMeta,
  type Table,
  tableKey,
} from "../contract/table.ts";
import type { IdempotencyTable } from "./idempotency_table.ts";

export type Batch = {
  sequence: number;
  puts: [Uint8Array, Uint8Array][];
  removes: Uint8Array[];
};

/** Everything that changed since the last drain, as it stands now, for frame `sequence`. */
export function drain(
  tables: readonly Table[],
  idempotency: IdempotencyTable,
  sequence: number,
): Batch {
  const batch: Batch = { sequence, puts: [], removes: [] };
  for (const table of tables) {
    table.drain((scope, key, value) => {
      const bytes = tableKey(table.code, scope, key);
      if (value === undefined) batch.removes.push(bytes);
      else batch.puts.push([bytes, value]);
    });
  }
  idempotency.drain((segment, bytes) => {
    batch.puts.push([tableKey(ACTOR_TABLE.idempotency, 0, segmentKey(segment)), bytes]);
  });
  const meta: StateMeta = { formatVersion: STATE_FORMAT_VERSION, sequence };
  batch.puts.push([STATE_META_KEY, encodeDocument(meta)]);
  return batch;
}

/** The `state` environment cannot be used with this log. It can be made again from the log. */
export class StateUnusable extends Error {
  override readonly name = "StateUnusable";
  /** The state knows frames that the log lacks: perhaps it is the log that is wrong. */
  readonly isAhead: boolean;
  constructor(message: string, options: ErrorOptions & { isAhead?: boolean } = {}) {
    super(message, options);
    this.isAhead = options.isAhead === true;
  }
}

/**
 * True when an earlier version of this program wrote the state, so that it must be made again from
 * the log. Throws `StateUnusable`: the log must have all that the state has seen.
 */
export function isOutdated(store: HeadStore, logHead: number): boolean {
  let meta: StateMeta | undefined;
  try {
    meta = metaOf(store);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StateUnusable(`the state cannot be read: ${reason}`, { cause });
  }
  if (meta === undefined || meta.formatVersion >= STATE_FORMAT_VERSION) return false;
  refuseAhead(meta.sequence, logHead);
  return true;
}

type HeadStore = Pick<StateStore, "get" | "getUnchecked">;

/** Values had no checksum up to this version: such a head is JSON to its last byte. */
const LAST_UNCHECKED_VERSION = 2;

function metaOf(store: HeadStore): StateMeta | undefined {
  try {
    const bytes = store.get(STATE_META_KEY);
    return bytes === undefined ? undefined : decodeDocument<StateMeta>(bytes);
  } catch (cause) {
    if (!(cause instanceof StateDamaged)) throw cause;
    const meta = uncheckedMetaOf(store);
    if (meta === undefined) throw cause;
    return meta;
  }
}

/** A head with a checksum behind it is no JSON, so damage to one is not taken for an old head. */
function uncheckedMetaOf(store: HeadStore): StateMeta | undefined {
  const bytes = store.getUnchecked(STATE_META_KEY);
  if (bytes === undefined) return undefined;
  try {
    const { formatVersion, sequence } = decodeDocument<StateMeta>(bytes);
    const isOld = Number.isInteger(formatVersion) && formatVersion <= LAST_UNCHECKED_VERSION;
    return isOld && Number.isSafeInteger(sequence) ? { formatVersion, sequence } : undefined;
  } catch {
    return undefined;
  }
}

/** Throws `StateUnusable` when the state stands at a frame that the log lacks. */
export function refuseAhead(from: number, logHead: number): void {
  if (from <= logHead) return;
  throw new StateUnusable(
    `the state stands at frame ${from} but the log ends at frame ${logHead}: it is ` +
      "the state of another log, or the log has lost its end",
    { isAhead: true },
  );
}

/**
 * Loads every stored document; returns the frame that the state stands at (0: empty). Throws
 * `StateUnusable` when it holds what this version did not write.
 */
export function load(
  store: Pick<StateStore, "get" | "range">,
  tables: readonly Table[],
  idempotency: IdempotencyTable,
): number {
  try {
    return loadAll(store, tables, idempotency);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StateUnusable(`the state cannot be read: ${reason}`, { cause });
  }
}

function loadAll(
  store: Pick<StateStore, "get" | "range">,
  tables: readonly Table[],
  idempotency: IdempotencyTable,
): number {
  const metaBytes = store.get(STATE_META_KEY);
  if (metaBytes === undefined) return 0;
  const meta = decodeDocument<StateMeta>(metaBytes);
  invariant(
    meta.formatVersion === STATE_FORMAT_VERSION,
    "the state environment is of this program's version",
  );
  const byCode = new Map(tables.map((table) => [table.code, table]));
  for (const [key, value] of store.range({})) {
    const bytes = Buffer.from(key.buffer, key.byteOffset, key.byteLength);
    const code = bytes[0] as number;
    if (code === ACTOR_TABLE.meta) continue;
    const text = bytes.toString("utf8", 5);
    if (code === ACTOR_TABLE.idempotency) {
      idempotency.load(Number.parseInt(text, 36), value);
      continue;
    }
    const table = byCode.get(code);
    invariant(table !== undefined, "a stored document belongs to a known table");
    table.load(bytes.readUInt32BE(1), text, value);
  }
  return meta.sequence;
}

function segmentKey(segment: number): string {
  return segment.toString(36).padStart(8, "0");
}
