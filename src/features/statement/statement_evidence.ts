/**
 * Whether the ledger still says what a sealed statement says: the days of the month are summed again, and the statement before
 * it must have closed with what this one opened with.
 */
import { isDeepStrictEqual } from "node:util";
import { suffixOf } from "../../base/id.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { monthAfter } from "../calendar_month.ts";
import { decodeDay, partsOfDayKey } from "../ledger/day_totals.ts";
import { addDay, type MonthTotals, netOf, noSums } from "../ledger/month_totals.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { sealedMonth } from "./sealed_month.ts";
import { type StatementDocument, statements } from "./statement_noun.ts";

type Checked = Pick<StatementDocument, "statementId" | "month" | "currencies" | "realm">;

/** What of the evidence is missing: `rows` of the month, or its `reconciliation` with the month before; undefined where all is there. */
export function missingEvidence(
  snapshot: Snapshot,
  statement: Checked,
): "rows" | "reconciliation" | undefined {
  const { realm, month, currencies } = statement;
  const before = closingsBefore(snapshot, statement);
  const days = totalsOfDays(snapshot, realm, month);
  for (const sealed of currencies) {
    const { currency, opening } = sealed;
    if ((before.get(currency)?.closing ?? "0") !== opening) return "reconciliation";
    const openingMinor = BigInt(opening);
    const sums = days.get(currency) ?? {
      ...noSums(),
      digest: before.get(currency)?.entriesDigest ?? sealed.entriesDigest,
    };
    const closingMinor = openingMinor + netOf(sums.kinds);
    const again = sealedMonth({ ...sums, currency, openingMinor, closingMinor });
    if (!isDeepStrictEqual(again, sealed)) return "rows";
    days.delete(currency);
  }
  return days.size === 0 ? undefined : "rows";
}

/** The sums of the days of a month, by currency. */
function totalsOfDays(snapshot: Snapshot, realm: number, month: string) {
  const totals = new Map<string, Omit<MonthTotals, "currency" | "openingMinor" | "closingMinor">>();
  const range = { from: month, below: monthAfter(month) };
  for (const { key, value } of snapshot.ascend(LEDGER_TABLE.dayTotals, realm, range)) {
    const { currency } = partsOfDayKey(key);
    const day = decodeDay(value);
    const sums = totals.get(currency) ?? { ...noSums(), digest: "" };
    addDay(sums, day);
    sums.digest = day.digest;
    totals.set(currency, sums);
  }
  return totals;
}

/** What each currency closed with in the newest statement before. */
function closingsBefore(snapshot: Snapshot, { realm, statementId }: Checked) {
  const below = suffixOf(statements.prefix, statementId) ?? "";
  for (const { value } of snapshot.descend(statements.table.code, realm, { below })) {
    const { currencies } = statements.decoded(value);
    return new Map(currencies.map((one) => [one.currency, one]));
  }
  return new Map<string, StatementDocument["currencies"][number]>();
}
