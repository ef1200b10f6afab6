/**
 * The model of corrections: what takes back money that was booked in an earlier month is named under that month, in the statement
 * of the month in which it comes (src/features/statement/README.md).
 */
import {
  type Account,
  clockOf,
  latest,
  type Moment,
  put,
  type Realm,
  type Transfer,
} from "./model.ts";

/** The month of a time, `YYYY-MM`. */
export const monthOfMs = (ms: number) => new Date(ms).toISOString().slice(0, 7);

/** The month in which a record books what it moves. */
export function monthNow(realm: Realm, { timeMs }: Pick<Moment, "timeMs">): string {
  return monthOfMs(clockOf(realm, timeMs));
}

/** The status of a transfer from now on; of one that is posted with the month in which its money is booked. */
export function inStatus(
  realm: Realm,
  status: Transfer["status"],
  moment: Moment,
): Pick<Transfer, "status" | "bookedIn"> {
  return status === "posted" ? { status, bookedIn: monthNow(realm, moment) } : { status };
}

/** The money of the first transfer goes back by the second, which has just been made. */
export function noteTakenBack(
  realm: Realm,
  { taken, by }: { taken: string | undefined; by: string | undefined },
  moment: Moment,
): void {
  const back = latest(realm.transfers, by) as Transfer;
  put(realm.transfers, back.transferId, { ...back, takesBack: taken }, moment);
}

/** One line of `corrections` of a statement, with the currency. */
type Line = { currency: string; month: string; kind: string; count: number };
export type Correction = Line & Record<"amount" | "credits" | "debits", string>;

/** The corrections of a month, in any order. */
export function correctionsOf(realm: Realm, inMonth: string): Correction[] {
  const lines = new Map<string, Line & { amount: bigint; credits: bigint; debits: bigint }>();
  const isOutside = (accountId: string) =>
    (latest(realm.accounts, accountId) as Account).ownerType === "platform";
  for (const transferId of realm.transfers.keys()) {
    const transfer = latest(realm.transfers, transferId) as Transfer;
    const { currency, kind, amount, sourceAccountId, destinationAccountId } = transfer;
    const month = latest(realm.transfers, transfer.takesBack)?.bookedIn ?? inMonth;
    if (transfer.bookedIn !== inMonth || month === inMonth) continue;
    const key = `${currency} ${month} ${kind}`;
    const none = { currency, month, kind, count: 0, amount: 0n, credits: 0n, debits: 0n };
    const line = lines.get(key) ?? none;
    lines.set(key, line);
    line.count++;
    line.amount += amount;
    if (isOutside(sourceAccountId)) line.credits += amount;
    if (isOutside(destinationAccountId)) line.debits += amount;
  }
  return [...lines.values()].map(({ amount, credits, debits, ...line }) => ({
    ...line,
    ...{ amount: String(amount), credits: String(credits), debits: String(debits) },
  }));
}
