/** An event as it stands in the log. */
import type { Place } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { FactEvent } from "../../contract/declare/event.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { Fact, StoredRecord } from "../../contract/records/record.ts";
import { RECORD } from "../../contract/records/record_layout.ts";
import type { ToldEvent } from "../announced.ts";
import type { PostedRows } from "../transfer/posted_rows.ts";
import { POSTED_EVENT } from "../transfer/transfer_events.ts";

/** A record and its events, decoded. */
export type OpenedRecord = { record: StoredRecord; told: readonly ToldEvent[] };

const NO_NAMES: RealmNames = { tenantId: "", productId: "", environment: "live" };

/** Where an event stands: its sequence, and its number within its record, from 0. */
type Numbers = { number: number; sub: number };

/** One event. What a head of a record does not say is decoded when it is asked for. */
export class LoggedEvent {
  /** Its sequence. */
  readonly number: number;
  /** Its number within its record, from 0. */
  readonly sub: number;
  /** Time of its record, milliseconds UTC. */
  readonly timeMs: number;
  /** Number of the realm of its record. */
  readonly realm: number;
  readonly #posted: { rows: PostedRows; place: Place } | undefined;
  readonly #open: () => OpenedRecord;

  private constructor(
    { number, sub }: Numbers,
    { timeMs, realm }: { timeMs: number; realm: number },
    posted: { rows: PostedRows; place: Place } | undefined,
    open: () => OpenedRecord,
  ) {
    this.number = number;
    this.sub = sub;
    this.timeMs = timeMs;
    this.realm = realm;
    this.#posted = posted;
    this.#open = open;
  }

  /** The event of a record that is decoded. */
  static of(opened: OpenedRecord, numbers: Numbers): LoggedEvent {
    return new LoggedEvent(numbers, opened.record, undefined, () => opened);
  }

  /** An event of the record at which `rows` stands. `isPosted`: it is the event of a posted row. */
  static in(rows: PostedRows, isPosted: boolean, numbers: Numbers, open: () => OpenedRecord) {
    const { place, timeMs, view, start } = rows;
    const realm = view.getUint32(start + RECORD.realm, true);
    return new LoggedEvent(
      numbers,
      { timeMs, realm },
      isPosted ? { rows, place } : undefined,
      open,
    );
  }

  get event(): FactEvent {
    return this.#posted === undefined ? this.#told.event : POSTED_EVENT;
  }
  get fact(): Fact {
    return this.#told.fact;
  }
  get record(): StoredRecord {
    return this.#open().record;
  }
  /** Id of the resource that the event is about; empty where the names of the realm say it, as for the Product itself. */
  get resourceId(): string {
    return this.event.resourceIdOf(this.fact, this.record, NO_NAMES);
  }

  /** The row whose event this is, where it lies; undefined where the event is of no posted row. */
  row(): PostedRows | undefined {
    if (this.#posted === undefined) return undefined;
    const { rows, place } = this.#posted;
    rows.goTo(place);
    rows.goToRow(this.sub);
    return rows;
  }

  get #told(): ToldEvent {
    const told = this.#open().told[this.sub];
    invariant(told !== undefined, "an index names an event that its record has");
    return told;
  }
}
