/**
 * Rows where they lie in the frames of the log, for pages that are written as bytes: a walk reads
 * the few fields that it needs and makes no object for a row. The plain twins are `accountRows` and
 * `realmRows`; each list that uses these walks has both forms, which tests compare byte for byte.
 */
import { encodeIdSuffix, type Place } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { headEndOf, RECORD } from "../../contract/records/record_layout.ts";
import type { RecordSpot, Snapshot } from "../../contract/tables/snapshot.ts";
import { placeOfPosition, type TimeRange } from "../record_walk.ts";
import { positionOf, type SeenAccount, startOf } from "./account_rows.ts";
import { ROW_AT, readPlace, readSub, STEPS, transferRowCodec } from "./transfer_row.ts";

/** Bytes before a stored fact: its codec and its length. */
const FACT_HEAD_BYTES = 5;
/** The offset of a row that a record does not have. */
const NO_ROW = -1;

/** The steps by the byte that a row stores. */
export const STEP_BYTE = Object.fromEntries(STEPS.map((step, byte) => [step, byte])) as Readonly<
  Record<(typeof STEPS)[number], number>
>;

/** One record where it lies, and its rows. */
class RecordRows implements RecordSpot {
  bytes: Uint8Array = new Uint8Array(0);
  view = new DataView(new ArrayBuffer(0));
  start = 0;
  /** The offset of each row in `bytes`, by the row's `sub`; what stands behind `count` is old. */
  readonly rows: number[] = [];
  count = 0;
  /** True when every fact of the record is a posted row, and the number of the row that of the fact. */
  areAllPosted = false;
  #place: Place = 0;

  /** Goes to the record; false, and where it was, when the snapshot has no such record. */
  goTo(snapshot: Snapshot, place: Place): boolean {
    if (place === this.#place) return true;
    if (!snapshot.pointAt(place, this)) return false;
    this.#place = place;
    this.#findRows();
    return true;
  }

  #findRows(): void {
    const { bytes, view, rows } = this;
    this.count = 0;
    let at = headEndOf(bytes, this.start);
    const facts = view.getUint16(at, true);
    at += 2;
    let posted = 0;
    for (let fact = 0; fact < facts; fact++) {
      const row = at + FACT_HEAD_BYTES;
      if (bytes[at] === transferRowCodec.code) {
        const sub = view.getUint16(row + ROW_AT.sub, true);
        if (sub === fact && bytes[row + ROW_AT.step] === STEP_BYTE.posted) posted++;
        while (this.count < sub) rows[this.count++] = NO_ROW;
        rows[sub] = row;
        this.count = Math.max(this.count, sub + 1);
      }
      at = row + view.getUint32(at + 1, true);
    }
    this.areAllPosted = posted === facts && facts > 0;
  }
}

/** One row where it lies. All of it is of the present row. */
export class RowSpot {
  readonly #snapshot: Snapshot;
  readonly #record = new RecordRows();
  /** Where the row is, and when its record was made. */
  place: Place = 0;
  sub = 0;
  timeMs = 0;
  /** Offset of the row in `bytes`; -1 for a record without rows. */
  row = NO_ROW;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  get bytes(): Uint8Array {
    return this.#record.bytes;
  }
  get view(): DataView {
    return this.#record.view;
  }
  /** Offset of the record in `bytes`. */
  get start(): number {
    return this.#record.start;
  }
  get shard(): number {
    return this.#snapshot.shard;
  }
  /** Whether each fact of the record is a posted row, and the number of the row that of the fact. */
  get areAllPosted(): boolean {
    return this.#record.areAllPosted;
  }

  /** Goes to a record; returns how many rows it has, and rows that it lacks before its last. */
  goTo(place: Place): number {
    const isThere = this.#record.goTo(this.#snapshot, place);
    invariant(isThere, "a record that another record or an account names is in the log");
    return this.#at(place);
  }
  /** Goes to the row `sub` of the record at `place`; false when the log has no such record or row. */
  reach(place: Place, sub: number): boolean {
    if (!this.#record.goTo(this.#snapshot, place)) return false;
    this.#at(place);
    return this.goToRow(sub);
  }
  /** Goes to a record; false when the log has no such record. */
  reachRecord(place: Place): boolean {
    if (!this.#record.goTo(this.#snapshot, place)) return false;
    this.#at(place);
    return true;
  }
  #at(place: Place): number {
    this.place = place;
    this.timeMs = this.view.getFloat64(this.start + RECORD.timeMs, true);
    return this.#record.count;
  }
  /** Goes to a row of the record; false when the record has no such row. */
  goToRow(sub: number): boolean {
    const { rows, count } = this.#record;
    this.sub = sub;
    this.row = sub < count ? (rows[sub] as number) : NO_ROW;
    return this.row !== NO_ROW;
  }
}

/** A walk over rows, newest first. */
export abstract class RowWalk extends RowSpot {
  #marked = { timeMs: 0, place: 0, sub: 0 };

  /** Goes to the next row; false at the end. */
  abstract next(): boolean;

  /** Remembers the present row for `marked`. */
  mark(): void {
    this.#marked.timeMs = this.timeMs;
    this.#marked.place = this.place;
    this.#marked.sub = this.sub;
  }
  /** The position of the row that was marked last. */
  marked(): string {
    const { timeMs, place, sub } = this.#marked;
    return encodeIdSuffix(timeMs, this.shard, place, sub);
  }
}

/** The rows of one account in `range`; if `after` is given, those older than it. */
export class AccountRowWalk extends RowWalk {
  readonly #range: TimeRange;
  readonly #ordinal: number;
  readonly #after: { place: Place; sub: number } | undefined;
  #nextPlace: Place;
  #nextSub: number;
  /** True when the row debits the account. */
  isSource = false;

  constructor(
    snapshot: Snapshot,
    account: SeenAccount,
    range: TimeRange,
    after: string | undefined,
  ) {
    super(snapshot);
    this.#range = range;
    this.#ordinal = account.document.ordinal;
    this.#after = after === undefined ? undefined : positionOf(after);
    const first = this.#after ?? startOf(snapshot, account, range);
    this.#nextPlace = first.place;
    this.#nextSub = first.sub;
  }

  next(): boolean {
    const { fromMs, belowMs } = this.#range;
    while (this.#nextPlace !== 0) {
      this.goTo(this.#nextPlace);
      const isThere = this.goToRow(this.#nextSub);
      invariant(isThere, "a row that an account names is in its record");
      if (this.timeMs < fromMs) return false;
      const { view, row } = this;
      this.isSource = view.getUint32(row + ROW_AT.sourceOrdinal, true) === this.#ordinal;
      const previous = row + (this.isSource ? ROW_AT.sourcePrevious : ROW_AT.destinationPrevious);
      this.#nextPlace = readPlace(view, previous);
      this.#nextSub = readSub(view, previous);
      const isAfter = this.place === this.#after?.place && this.sub === this.#after.sub;
      if (!isAfter && this.timeMs < belowMs) return true;
    }
    return false;
  }
}

/** Every row of a realm in `range`, and every record without rows; those older than `after`. */
export class RealmRowWalk extends RowWalk {
  readonly #range: TimeRange;
  readonly #after: { place: Place; sub: number } | undefined;
  #nextPlace: Place;
  /** The rows of the present record that are left. */
  #left = 0;

  constructor(snapshot: Snapshot, realm: number, range: TimeRange, after: string | undefined) {
    super(snapshot);
    this.#range = range;
    this.#after = after === undefined ? undefined : positionOf(after);
    const newest = range.belowMs === Number.POSITIVE_INFINITY ? undefined : range.belowMs;
    this.#nextPlace = placeOfPosition(after) ?? snapshot.newestRecord(realm, newest);
  }

  next(): boolean {
    for (;;) {
      while (this.#left > 0) if (this.goToRow(--this.#left)) return true;
      const rows = this.#goToNextRecord();
      if (rows === undefined) return false;
      if (rows === 0 && this.place !== this.#after?.place) {
        this.goToRow(0);
        return true;
      }
      this.#left = this.place === this.#after?.place ? Math.min(this.#after.sub, rows) : rows;
    }
  }

  /** Goes to the next record of the range; returns its rows, or undefined at the end. */
  #goToNextRecord(): number | undefined {
    const { fromMs, belowMs } = this.#range;
    while (this.#nextPlace !== 0) {
      const rows = this.goTo(this.#nextPlace);
      this.#nextPlace = this.view.getFloat64(this.start + RECORD.previousPlace, true);
      if (this.timeMs < fromMs) return undefined;
      if (this.timeMs < belowMs) return rows;
    }
    return undefined;
  }
}
