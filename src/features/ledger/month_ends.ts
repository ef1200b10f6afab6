/**
 * The months of a realm's books, one after another: each ends by the clock and the days of the realm, and what is done with a
 * month that is over, statements and usage, is one step of the clock (`statement.seal`), five minutes after its end. A row says
 * which month of a realm is the next one; it is there from the realm's opening on, whether money moves or not.
 */
import { invariant } from "../../base/invariant.ts";
import type { DueSource } from "../../contract/declare/due_source.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument, numberKey } from "../../contract/tables/table.ts";
import { monthAfter, monthBefore, SEAL_AFTER_MS } from "../calendar_month.ts";
import { PLATFORM_STEP } from "../platform_steps.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { DayTable } from "./day_table.ts";
import type { RealmCalendars } from "./realm_calendars.ts";

/** `month`: the earliest one, `YYYY-MM`, of which no step was run. */
export type MonthEnd = { realm: number; month: string };
/** No time of the platform is later, so it never ends. */
const LAST_MONTH = "9999-12";

type MonthsState = {
  calendars: RealmCalendars;
  days: DayTable;
  monthEnds: DocumentTable<MonthEnd>;
};

export function monthEndTable(): DocumentTable<MonthEnd> {
  return new DocumentTable<MonthEnd>({ name: "month_end", code: LEDGER_TABLE.monthEnd });
}

/** For `apply`: the realm was opened in a record of the time `recordMs`, and its first month is the one of then. */
export function beginMonths(state: MonthsState, realm: number, recordMs: number): void {
  const month = state.calendars.monthOf(realm, recordMs);
  state.monthEnds.set(numberKey(realm), { realm, month });
}

/** The step of a realm's month has run. */
export type MonthEnded = { kind: typeof MONTH_ENDED; month: string };
export const MONTH_ENDED = "month.ended.1";

/** For `apply` of that fact. */
export function endMonth(state: MonthsState, realm: number, month: string): void {
  const isOpen = monthEndOf(state, realm) !== undefined;
  invariant(isOpen, "a realm has months from its opening on");
  state.monthEnds.set(numberKey(realm), { realm, month: monthAfter(month) });
  state.days.endMonth(realm, month);
}

/** For `apply`: the realm was retired, and none of its months ends. */
export function retireMonths(state: MonthsState, realm: number): void {
  if (monthEndOf(state, realm) !== undefined) state.monthEnds.remove(numberKey(realm));
}

/** After the tables were loaded. Of a realm that is retired memory needs no month. */
export function loadDays(state: MonthsState): void {
  state.days.loaded((realm) => {
    const next = monthEndOf(state, realm);
    return next === undefined ? LAST_MONTH : monthBefore(next.month);
  });
}

/** The month of a realm whose step is the next one; undefined of a realm that is no Product's. */
export function monthEndOf({ monthEnds }: MonthsState, realm: number): MonthEnd | undefined {
  return monthEnds.get(realm, numberKey(realm));
}

/** The same month as a snapshot shows it, `YYYY-MM`. */
export function seeNextMonth(snapshot: Snapshot, realm: number): string | undefined {
  const next = snapshot.get(LEDGER_TABLE.monthEnd, realm, numberKey(realm));
  return next === undefined ? undefined : decodeDocument<MonthEnd>(next).month;
}

/** The step of the earliest month of each realm. */
export const monthEnds: DueSource<MonthsState> = {
  name: PLATFORM_STEP.seal,
  *realms({ monthEnds }) {
    for (const { realm } of monthEnds.values()) yield realm;
  },
  earliest(state, realm) {
    const next = monthEndOf(state, realm);
    if (next === undefined || next.month === LAST_MONTH) return undefined;
    const { month } = next;
    const atMs = state.calendars.of(realm).endOf(month) + SEAL_AFTER_MS;
    const operation = PLATFORM_STEP.seal;
    // What banks tell of a Product after it was closed is in statements too.
    return { atMs, operation, input: { month }, isOfPlatform: true, runsWhenShut: true };
  },
};
