/** The counters of usage of a realm as a snapshot shows them: one row for each month. */
import type { Place } from "../../base/id.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { StoredMeteredMonth } from "./meter_table.ts";

/** `counts`: by meter; a meter that it lacks has none. */
export type MeteredMonth = {
  month: string;
  /** The place of the month's first record; 0 where it has none. */
  first: Place;
  counts: Readonly<Record<string, number>>;
  isFinal: boolean;
};

/** The months of a realm, oldest first; the first is that of the realm's first record. */
export function meteredMonths(snapshot: Snapshot, realm: number | undefined): MeteredMonth[] {
  if (realm === undefined) return [];
  const rows = snapshot.ascend(LEDGER_TABLE.meteredMonth, realm, { from: "" });
  return [...rows].map(({ key, value }) => meteredMonth(key, value));
}

/** One month; undefined where the realm has no record of it. */
export function meteredMonthOf(
  snapshot: Snapshot,
  realm: number | undefined,
  month: string,
): MeteredMonth | undefined {
  if (realm === undefined) return undefined;
  const value = snapshot.get(LEDGER_TABLE.meteredMonth, realm, month);
  return value === undefined ? undefined : meteredMonth(month, value);
}

function meteredMonth(month: string, value: Uint8Array): MeteredMonth {
  const { first, counts, isFinal = false } = decodeDocument<StoredMeteredMonth>(value);
  return { month, first, counts, isFinal };
}
