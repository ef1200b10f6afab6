/**
 * Which rows of the log a statement has. Months of accounts go by the time of records, in UTC. Months of a Product go by its clock and
 * by the days of its company: such a month begins with the record that has its first row and ends before the first row of a later
 * month, as the days of the ledger name them, so an export has exactly the rows that the sealed statement has summed.
 */
import type { Place } from "../../base/id.ts";
import { RECORD } from "../../contract/records/record_layout.ts";
import type { RecordSpot, Snapshot } from "../../contract/tables/snapshot.ts";
import { rangeOfMonth } from "../calendar_month.ts";
import { decodeDay, partsOfDayKey } from "../ledger/day_totals.ts";
import type { TimeRange } from "../record_walk.ts";
import { LEDGER_TABLE } from "../table_codes.ts";

/** Stands for a row or a record that another one, an index or the account names and that is not in the log. */
export const GAP = "gap";

/** Rows in records of the time, at the places `fromPlace <= place < belowPlace`. */
export type RowRange = TimeRange & { fromPlace: Place; belowPlace: Place };

/** Behind a month it is after every day of the month, and before every later month; the last month of all has none after it. */
const AFTER_ALL_DAYS = "~";

type Row = { timeMs: number; place: Place };

export function isBefore({ timeMs, place }: Row, range: RowRange): boolean {
  return timeMs < range.fromMs || place < range.fromPlace;
}

export function isBehind({ timeMs, place }: Row, range: RowRange): boolean {
  return timeMs >= range.belowMs || place >= range.belowPlace;
}

/** The rows of a month of UTC. */
export function rowsOfMonth(month: string): RowRange {
  return { ...rangeOfMonth(month), fromPlace: 0, belowPlace: Number.POSITIVE_INFINITY };
}

/** The rows of a month of the realm, or GAP where a record that the days name is not in the log. */
export function rowsOfRealmMonth(
  snapshot: Snapshot,
  realm: number,
  month: string,
): RowRange | typeof GAP {
  const first = firstPlaceFrom(snapshot, realm, month);
  const next = firstPlaceFrom(snapshot, realm, month + AFTER_ALL_DAYS);
  const fromMs = timeAt(snapshot, first ?? snapshot.newestRecord(realm));
  const nextMs = next === undefined ? Number.POSITIVE_INFINITY : timeAt(snapshot, next);
  if (fromMs === undefined || nextMs === undefined) return GAP;
  return {
    fromMs,
    // Records of one millisecond may stand on both sides of the end: their places tell which.
    belowMs: nextMs + 1,
    fromPlace: first ?? Number.POSITIVE_INFINITY,
    belowPlace: next ?? Number.POSITIVE_INFINITY,
  };
}

/** The place of the first row of all days from a key on; undefined where there is none. */
function firstPlaceFrom(snapshot: Snapshot, realm: number, from: string): Place | undefined {
  let first: { day: string; place: Place } | undefined;
  for (const { key, value } of snapshot.ascend(LEDGER_TABLE.dayTotals, realm, { from })) {
    const { day } = partsOfDayKey(key);
    if (first !== undefined && first.day !== day) break;
    const { firstPlace } = decodeDay(value);
    first = { day, place: Math.min(first?.place ?? firstPlace, firstPlace) };
  }
  return first?.place;
}

/** The time of the record at the place, milliseconds UTC; 0 at no place, undefined where the record is not in the log. */
function timeAt(snapshot: Snapshot, place: Place): number | undefined {
  if (place === 0) return 0;
  const spot: RecordSpot = {
    bytes: new Uint8Array(),
    view: new DataView(new ArrayBuffer(0)),
    start: 0,
  };
  if (!snapshot.pointAt(place, spot)) return undefined;
  return spot.view.getFloat64(spot.start + RECORD.timeMs, true);
}
