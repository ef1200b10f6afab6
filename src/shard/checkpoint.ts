/**
 * The `state` database as a start reads it: every table's documents with the frame they stand at.
 * `drain.ts` takes what is written into it.
 */
import { isDeepStrictEqual } from "node:util";
import { StateDamaged } from "../../wal/errors.ts";
import { SealedRoom } from "../../wal/sealed_room.ts";
import type { StoredEntry } from "../../wal/state_pages.ts";
import type { StateBatch, StateStore } from "../../wal/state_store.ts";
import { invariant } from "../base/invariant.ts";
import { SHARD_TABLE } from "../contract/tables/shard_table_codes.ts";
import {
  decodeDocument,
  NEVER_STORED,
  STATE_FORMAT_VERSION,
  STATE_META_KEY,
  type StateMeta,
  TABLE_KEY_AT,
  type Table,
} from "../contract/tables/table.ts";
import { IDEMPOTENCY_TABLE, type IdempotencyTable } from "./idempotency_table.ts";
import { CODES, SharedSum, type Summing } from "./shared_sum.ts";
import { stateReadsOf } from "./state_reads_of.ts";
import { markOf, replaceMark, type StateSum } from "./state_sum.ts";

/**
 * The parts of the state in memory; `total` counts and sums the entries that are stored; `room` is for
 * the values of one drain after the other.
 */
export type Stored = {
  tables: readonly Table[];
  idempotency: IdempotencyTable;
  total: StateSum;
  room: SealedRoom;
  /** What the last drain took, until it is written; undefined while a drain is under way. */
  last: StateBatch | undefined;
};

export function newStored(tables: readonly Table[], idempotency: IdempotencyTable): Stored {
  return {
    tables,
    idempotency,
    total: { entries: 0, sum: 0 },
    room: new SealedRoom(),
    last: undefined,
  };
}

/** What a state says of the tables that it was written with: name and version of each, by code. */
export function namesOf(tables: readonly Table[]): Record<string, string> {
  const all = [...tables, IDEMPOTENCY_TABLE];
  return Object.fromEntries(all.map(({ code, name, version }) => [code, `${name}@${version}`]));
}

/** The `state` database cannot be used with this log. It can be made again from the log. */
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
 * True when an earlier version of this program wrote the state in another form, or with other tables,
 * so that the state must be made again from the log. Without `tables` only the form is looked at.
 * Throws `StateUnusable`: the log must have all that the state has seen.
 */
export function isOutdated(
  store: HeadStore,
  tables: readonly Table[] | undefined,
  logHead: number,
): boolean {
  let meta: OldMeta | undefined;
  try {
    meta = metaOf(store);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StateUnusable(`the state cannot be read: ${reason}`, { cause });
  }
  if (meta === undefined || meta.formatVersion > STATE_FORMAT_VERSION) return false;
  const isOfForm = meta.formatVersion === STATE_FORMAT_VERSION;
  if (isOfForm && (tables === undefined || isDeepStrictEqual(meta.tables, namesOf(tables)))) {
    return false;
  }
  refuseAhead(meta.sequence, logHead);
  return true;
}

export type HeadStore = Pick<StateStore, "get" | "getUnchecked">;
/** The fields that the meta entry of every version has, and those of later ones. */
type OldMeta = Pick<StateMeta, "formatVersion" | "sequence" | "tables">;

/** The last version whose values had no checksum: its meta entry is JSON to the last byte. */
const LAST_UNCHECKED_VERSION = 2;

function metaOf(store: HeadStore): OldMeta | undefined {
  try {
    const bytes = store.get(STATE_META_KEY);
    return bytes === undefined ? undefined : decodeDocument<OldMeta>(bytes);
  } catch (cause) {
    if (!(cause instanceof StateDamaged)) throw cause;
    const meta = uncheckedMetaOf(store);
    if (meta === undefined) throw cause;
    return meta;
  }
}

/**
 * A meta entry with a checksum behind it is not JSON, so a damaged one is not taken for an old one.
 */
function uncheckedMetaOf(store: HeadStore): OldMeta | undefined {
  const bytes = store.getUnchecked(STATE_META_KEY);
  if (bytes === undefined) return undefined;
  try {
    const { formatVersion, sequence } = decodeDocument<OldMeta>(bytes);
    const isOld = Number.isInteger(formatVersion) && formatVersion <= LAST_UNCHECKED_VERSION;
    return isOld && Number.isSafeInteger(sequence) ? { formatVersion, sequence } : undefined;
  } catch {
    return undefined;
  }
}

/** Throws `StateUnusable` when the state stands at a frame that the log lacks. */
function refuseAhead(from: number, logHead: number): void {
  if (from <= logHead) return;
  throw new StateUnusable(
    `the state stands at frame ${from} but the log ends at frame ${logHead}: it is ` +
      "the state of another log, or the log has lost its end",
    { isAhead: true },
  );
}

export type EntryStore = Pick<StateStore, "get" | "scan" | "current">;

/**
 * Loads every stored document; returns the frame that the state stands at (0: empty). Throws
 * `StateUnusable` when the state holds entries that this version does not write, or lacks some of
 * the entries that were written last, or stands at a frame that the log lacks. `summing`: where a second
 * thread may help with a large state.
 */
export function load(
  store: EntryStore,
  stored: Stored,
  logHead: number,
  summing?: Summing,
): number {
  try {
    return loadAll(store, stored, logHead, summing);
  } catch (cause) {
    if (cause instanceof StateUnusable) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StateUnusable(`the state cannot be read: ${reason}`, { cause });
  }
}

function loadAll(
  store: EntryStore,
  { tables, idempotency, total }: Stored,
  logHead: number,
  summing: Summing | undefined,
): number {
  const metaBytes = store.get(STATE_META_KEY);
  const meta = metaBytes === undefined ? NO_META : decodeDocument<StateMeta>(metaBytes);
  invariant(
    meta.formatVersion === STATE_FORMAT_VERSION,
    "the state database is of this program's version",
  );
  // First of all: the log may be the damaged one, and a rebuild of the state would hide the damage.
  refuseAhead(meta.sequence, logHead);
  idempotency.reserve(meta.keys ?? 0);
  const entries = new Float64Array(CODES);
  /** 0 for the tables that read nothing at a start: a look-up for each of millions of entries costs. */
  const areRead = new Uint8Array(CODES).fill(1);
  for (const { code, load, loadStored } of tables) {
    if (load === undefined && loadStored === undefined) areRead[code] = 0;
  }
  const byCode = new Map(tables.map((table) => [table.code, table]));
  const isShared = summing !== undefined && meta.entries >= summing.fromEntries;
  const shared = isShared ? SharedSum.over(areRead, summing.waitMs) : undefined;
  if (shared !== undefined) summing?.start(shared.walk);
  const visit = (entry: StoredEntry) => {
    const { bytes, keyAt, valueAt, end } = entry;
    const code = bytes[keyAt] as number;
    if (code === SHARD_TABLE.meta) return;
    entries[code] = (entries[code] as number) + 1;
    const mark = replaceMark(total, NEVER_STORED, markOf(entry.checksum));
    if (code === SHARD_TABLE.idempotency) {
      const segment = Number.parseInt(bytes.toString("latin1", keyAt + TABLE_KEY_AT, valueAt), 36);
      idempotency.load(segment, bytes.subarray(valueAt, end), mark);
      return;
    }
    if (areRead[code] === 0) return;
    const table = byCode.get(code);
    invariant(table !== undefined, "a stored document belongs to a known table");
    const realm = bytes.readUInt32BE(keyAt + 1);
    if (table.loadStored !== undefined) {
      table.loadStored(realm, { bytes, keyAt: keyAt + TABLE_KEY_AT, valueAt, end }, mark);
    } else if (table.load !== undefined) {
      const key = bytes.toString("utf8", keyAt + TABLE_KEY_AT, valueAt);
      table.load(realm, key, bytes.subarray(valueAt, end), mark);
    }
  };
  store.scan(visit, (part) => shared?.takeSummed(part, total, entries));
  if (total.entries !== meta.entries || total.sum !== meta.sum) {
    throw new StateDamaged(undefined, textOfDifference(meta, total));
  }
  const reads = stateReadsOf(store);
  for (const table of tables) table.attach?.(reads, entries[table.code] as number);
  return meta.sequence;
}

/**
 * To be called when the state shows `batch` and reads of it see that: tables let go of what they keep only
 * until then. Has no effect where another drain has begun.
 */
export function tellWritten(stored: Stored, batch: StateBatch): void {
  if (batch !== stored.last) return;
  stored.last = undefined;
  for (const table of stored.tables) table.written?.();
}

/** The meta entry of an empty state. */
const NO_META: StateMeta = {
  formatVersion: STATE_FORMAT_VERSION,
  sequence: 0,
  entries: 0,
  sum: 0,
};

function textOfDifference(written: StateSum, found: StateSum): string {
  return (
    `it has ${found.entries} entries with the sum ${found.sum}, but ${written.entries} with the ` +
    `sum ${written.sum} were written: pages of its tree are lost, or show what stood there before`
  );
}
