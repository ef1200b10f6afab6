/**
 * The counters of usage: of each realm and month how many of each meter there were, and the place of the month's first
 * record. They are kept with every record, so that a statement reads one document and not the log.
 *
 * Guarantees: the months of a realm follow each other in the order of its records, whatever its clock or its time zone does;
 * nothing is added to a month that is final. A place alone says in which month a record was counted.
 * In memory are the months that are not final, of each realm.
 */
import type { Place } from "../../base/id.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import {
  decodeDocument,
  encodeDocument,
  type Mark,
  NEVER_STORED,
  type Table,
  type TableSink,
} from "../../contract/tables/table.ts";
import { monthAfter } from "../calendar_month.ts";
import type { RealmCalendar } from "../ledger/realm_calendars.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { METERS, meterOf } from "./meters.ts";

/** The key is the month. `first`: the place of its first record, 0 where it has none. Counts of 0 are left out. */
export type StoredMeteredMonth = {
  first: Place;
  counts: Readonly<Record<string, number>>;
  isFinal?: true;
};

type Metered = {
  realm: number;
  month: string;
  first: Place;
  /** By index in `METERS`. */
  counts: Float64Array;
  isFinal: boolean;
  /** When the month ends; 0 until a record was counted in it since the start. */
  endMs: number;
  isChanged: boolean;
  mark: Mark;
};

/** `open`: the months that are not final, oldest first. */
type RealmMeters = { present: Metered; open: Metered[] };

export class MeterTable implements Table {
  readonly name = "metered_month";
  readonly code = LEDGER_TABLE.meteredMonth;
  readonly version = 1;
  /** By number of the realm. */
  readonly #realms: (RealmMeters | undefined)[] = [];
  #changed: Metered[] = [];

  /** Counts a record in the month that it has by the calendar, or in the realm's newest month where that is a later one. */
  count(
    { realm, place, timeMs, facts }: Pick<StoredRecord, "realm" | "place" | "timeMs" | "facts">,
    calendar: RealmCalendar,
  ): void {
    const atMs = calendar.timeOf(timeMs);
    let present = this.#realms[realm]?.present;
    if (present === undefined || atMs >= present.endMs || present.isFinal) {
      present = this.#presentAt(atMs, { realm, place, calendar });
    }
    const { counts } = present;
    for (const fact of facts) {
      const meter = meterOf(fact);
      if (meter < 0) continue;
      counts[meter] = (counts[meter] as number) + 1;
      if (!present.isChanged) this.#mark(present);
    }
  }

  /** How many of each meter a month that is not final has, by index in `METERS`. */
  countsOf(realm: number, month: string): readonly number[] {
    const metered = this.#realms[realm]?.open.find((each) => each.month === month);
    return metered === undefined ? METERS.map(() => 0) : [...metered.counts];
  }

  /** Nothing is counted in the month any more. Months of a realm become final one after another. */
  finish(realm: number, month: string): void {
    const { open = [], present } = this.#realms[realm] ?? {};
    const at = open.findIndex((each) => each.month === month);
    const finished = open[at] ?? newMonth(realm, month, 0);
    finished.isFinal = true;
    if (at >= 0) open.splice(at, 1);
    else if (present === undefined || present.month < month) this.#add(finished);
    this.#mark(finished);
  }

  drain(sink: TableSink): void {
    for (const metered of this.#changed) {
      metered.isChanged = false;
      const stored = encodeDocument(storedOf(metered));
      metered.mark = sink(metered.realm, metered.month, stored, metered.mark);
    }
    this.#changed = [];
  }

  load(realm: number, month: string, value: Uint8Array, mark: Mark): void {
    const { first, counts, isFinal = false } = decodeDocument<StoredMeteredMonth>(value);
    const metered = { ...newMonth(realm, month, first), isFinal, mark };
    for (const [index, { meter }] of METERS.entries()) metered.counts[index] = counts[meter] ?? 0;
    this.#add(metered);
  }

  /** The month in which a record of this time is counted. */
  #presentAt(
    atMs: number,
    { realm, place, calendar }: { realm: number; place: Place; calendar: RealmCalendar },
  ): Metered {
    const { present } = this.#realms[realm] ?? {};
    let month = calendar.days.monthAt(atMs);
    if (present !== undefined) {
      const earliest = present.isFinal ? monthAfter(present.month) : present.month;
      if (month < earliest) month = earliest;
    }
    const own = present?.month === month ? present : newMonth(realm, month, place);
    if (own !== present) {
      this.#mark(own);
      this.#add(own);
    }
    own.endMs = calendar.days.rangeOfMonth(month).belowMs;
    return own;
  }

  #add(metered: Metered): void {
    const meters = this.#realms[metered.realm] ?? { present: metered, open: [] };
    this.#realms[metered.realm] = meters;
    meters.present = metered;
    if (!metered.isFinal) meters.open.push(metered);
  }

  #mark(metered: Metered): void {
    if (metered.isChanged) return;
    metered.isChanged = true;
    this.#changed.push(metered);
  }
}

function newMonth(realm: number, month: string, first: Place): Metered {
  return {
    realm,
    month,
    first,
    counts: new Float64Array(METERS.length),
    isFinal: false,
    endMs: 0,
    isChanged: false,
    mark: NEVER_STORED,
  };
}

function storedOf({ first, counts, isFinal }: Metered): StoredMeteredMonth {
  const counted = METERS.flatMap(({ meter }, index) => {
    const count = counts[index] as number;
    return count === 0 ? [] : [[meter, count] as const];
  });
  return { first, counts: Object.fromEntries(counted), ...(isFinal && { isFinal }) };
}
