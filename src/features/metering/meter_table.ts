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
  isChanged: boolean;
  mark: Mark;
};

/** `next`: the month that is to become final next. `open`: the months that are not final, oldest first. */
type RealmMeters = { present: Metered; open: Metered[]; next: string };

export class MeterTable implements Table {
  readonly name = "metered_month";
  readonly code = LEDGER_TABLE.meteredMonth;
  readonly version = 1;
  /** By number of the realm. */
  readonly #realms: (RealmMeters | undefined)[] = [];
  #changed: Metered[] = [];

  /** Counts a record in the month, or in the realm's newest month where that is a later one. */
  count(
    { realm, place, facts }: Pick<StoredRecord, "realm" | "place" | "facts">,
    month: string,
  ): void {
    let { present } = this.#realms[realm] ?? this.#first(realm, month, place);
    if (present.isFinal || month !== present.month) present = this.#presentOf(realm, month, place);
    const { counts } = present;
    for (const fact of facts) {
      const meter = meterOf(fact);
      if (meter < 0) continue;
      (counts[meter] as number)++;
      if (!present.isChanged) this.#mark(present);
    }
  }

  /** How many of each meter the month has, by index in `METERS`. */
  countsOf(realm: number, month: string): readonly number[] {
    const metered = this.#realms[realm]?.open.find((each) => each.month === month);
    return metered === undefined ? METERS.map(() => 0) : [...metered.counts];
  }

  /** The month that is to become final next; undefined of a realm without records. */
  nextOf(realm: number): string | undefined {
    return this.#realms[realm]?.next;
  }

  /** Numbers of the realms that have records. */
  *realms(): Generator<number> {
    for (const [realm, meters] of this.#realms.entries()) if (meters !== undefined) yield realm;
  }

  /** Nothing is counted in the month any more, which is the realm's next one to become final. */
  finish(realm: number, month: string): void {
    const meters = this.#realms[realm];
    if (meters === undefined || month !== meters.next) return;
    let finished = meters.open[0];
    if (finished?.month === month) meters.open.shift();
    else finished = newMonth(realm, month, 0);
    finished.isFinal = true;
    meters.next = monthAfter(month);
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

  /** The first month of a realm. */
  #first(realm: number, month: string, place: Place): RealmMeters {
    const metered = newMonth(realm, month, place);
    this.#mark(metered);
    return this.#add(metered);
  }

  /** The month in which a record counts that does not fall into the present one, or after that has become final. */
  #presentOf(realm: number, month: string, place: Place): Metered {
    const { present } = this.#realms[realm] as RealmMeters;
    const earliest = present.isFinal ? monthAfter(present.month) : present.month;
    if (month <= earliest && !present.isFinal) return present;
    const metered = newMonth(realm, month > earliest ? month : earliest, place);
    this.#mark(metered);
    return this.#add(metered).present;
  }

  #add(metered: Metered): RealmMeters {
    const { realm, month, isFinal } = metered;
    const meters = this.#realms[realm] ?? { present: metered, open: [], next: month };
    this.#realms[realm] = meters;
    meters.present = metered;
    if (isFinal) meters.next = monthAfter(month);
    else meters.open.push(metered);
    return meters;
  }

  #mark(metered: Metered): void {
    if (metered.isChanged) return;
    metered.isChanged = true;
    this.#changed.push(metered);
  }
}

function newMonth(realm: number, month: string, first: Place): Metered {
  const counts = new Float64Array(METERS.length);
  return { realm, month, first, counts, isFinal: false, isChanged: false, mark: NEVER_STORED };
}

function storedOf({ first, counts, isFinal }: Metered): StoredMeteredMonth {
  const counted = METERS.flatMap(({ meter }, index) => {
    const count = counts[index] as number;
    return count === 0 ? [] : [[meter, count] as const];
  });
  return { first, counts: Object.fromEntries(counted), ...(isFinal && { isFinal }) };
}
