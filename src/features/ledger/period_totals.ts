/** Days and months of a realm as a snapshot shows them, newest first. */
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { dayNumber } from "../../rails/days.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { decodeDay, type Moved, partsOfDayKey } from "./day_totals.ts";
import { addDay, type MonthSums, noSums } from "./month_totals.ts";
import type { TransferKind } from "./transfer_row.ts";
import { firstDayOf } from "./zone_calendar.ts";

export type PeriodTotals = {
  /** `YYYY-MM-DD` of a day, `YYYY-MM` of a month; its first day, counted from 1970-01-01. */
  period: string;
  firstDay: number;
  currency: string;
  kinds: ReadonlyMap<TransferKind, Moved>;
  activeAccounts: number;
};

/** Sorts after every currency. */
const AFTER_ALL = "~";
const MONTH_LENGTH = "YYYY-MM".length;

/** The periods in which anything moved or was refused. `after`: the period and currency after which the walk goes on. */
export function* periodsBack(
  snapshot: Snapshot,
  realm: number,
  { interval, after }: { interval: "day" | "month"; after?: string | undefined },
): Generator<PeriodTotals> {
  if (interval === "day") yield* daysBack(snapshot, realm, after);
  else yield* monthsBack(snapshot, realm, after);
}

function* daysBack(
  snapshot: Snapshot,
  realm: number,
  below: string | undefined,
): Generator<PeriodTotals> {
  for (const { key, value } of rowsBack(snapshot, realm, below)) {
    const { day, currency } = partsOfDayKey(key);
    const { kinds, activeAccounts } = decodeDay(value);
    yield { period: day, firstDay: dayNumber(day), currency, kinds, activeAccounts };
  }
}

function* monthsBack(
  snapshot: Snapshot,
  realm: number,
  after: string | undefined,
): Generator<PeriodTotals> {
  let month = "";
  let totals = new Map<string, MonthSums>();
  const below = after === undefined ? undefined : after.slice(0, MONTH_LENGTH) + AFTER_ALL;
  for (const { key, value } of rowsBack(snapshot, realm, below)) {
    const { day, currency } = partsOfDayKey(key);
    const of = day.slice(0, MONTH_LENGTH);
    if (of !== month) {
      yield* monthsOf(month, totals, after);
      month = of;
      totals = new Map();
    }
    const sums = totals.get(currency) ?? noSums();
    totals.set(currency, sums);
    addDay(sums, decodeDay(value));
  }
  yield* monthsOf(month, totals, after);
}

/** The currencies of a month, the last one of the alphabet first, as those of a day come. */
function* monthsOf(
  month: string,
  totals: ReadonlyMap<string, MonthSums>,
  after = AFTER_ALL,
): Generator<PeriodTotals> {
  for (const [currency, sums] of [...totals].sort(([a], [b]) => (a < b ? 1 : -1))) {
    if (month + currency >= after) continue;
    yield { period: month, firstDay: firstDayOf(month), currency, ...sums };
  }
}

function rowsBack(snapshot: Snapshot, realm: number, below: string | undefined) {
  const range = below === undefined ? {} : { below };
  return snapshot.descend(LEDGER_TABLE.dayTotals, realm, range);
}
