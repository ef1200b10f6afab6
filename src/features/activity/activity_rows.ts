/**
 * The rows of a customer's timeline. The position of a row begins with its time, in nine characters as
 * in ids; the rest of the position orders the rows of one millisecond.
 */
import { lowestSuffixAt, timeMsOfSuffix } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import type { FreezeEntry } from "../account/account_facts.ts";
import type { SeenCustomer } from "../customer/customer_noun.ts";
import type { AccountRow, SeenAccount } from "../ledger/account_rows.ts";
import type { TransferRow } from "../ledger/transfer_row.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { ActivityType, CustomerActivity } from "./activity_schema.ts";

export type ActivityRow = { position: string; atMs: number; item: CustomerActivity };

/** How many freezes of one account a timeline shows; it shows the newest. */
export const FREEZES_OF_ACCOUNT_MAX = 100;

/** How many characters at the start of an id suffix hold the time. */
const TIME_LENGTH = 9;

/** The creation of the customer, and each status at the time when the customer last reached it. */
export function customerRows({ document }: SeenCustomer): ActivityRow[] {
  const { customerId, createdAtMs, reachedAtMs } = document;
  const { active, suspended, closed } = reachedAtMs;
  const activated = suspended === undefined ? "customer.activated" : "customer.reactivated";
  const rows: ActivityRow[] = [];
  const add = (type: ActivityType, atMs: number | undefined) => {
    if (atMs === undefined) return;
    rows.push(plainRow(customerId, { type: "customer", id: customerId }, type, atMs));
  };
  add("customer.created", createdAtMs);
  if (active !== createdAtMs) add(activated, active);
  add("customer.suspended", suspended);
  add("customer.closed", closed);
  return rows;
}

/** The opening and the closing of an account, and the start and end of its newest freezes. */
export function accountLifeRows(
  snapshot: Snapshot,
  customerId: string,
  { suffix, realm, document }: SeenAccount,
): ActivityRow[] {
  const resource = { type: "account", id: `acct_${suffix}` } as const;
  const row = (type: ActivityType, atMs: number, plane = "") =>
    plainRow(customerId, resource, type, atMs, plane);
  const rows = [row("account.created", timeMsOfSuffix(suffix))];
  const closedAtMs = document.extras?.closedAtMs;
  if (closedAtMs !== undefined) rows.push(row("account.closed", closedAtMs));
  let freezes = 0;
  const range = { from: suffix, below: `${suffix}~` };
  for (const { value } of snapshot.descend(LEDGER_TABLE.accountFreeze, realm, range)) {
    if (freezes++ === FREEZES_OF_ACCOUNT_MAX) break;
    const { plane, fromMs, toMs, isReplaced } = decodeDocument<FreezeEntry>(value);
    rows.push(row("account.frozen", fromMs, plane));
    // The account did not become unfrozen when another freeze of the plane began in the same moment.
    if (toMs !== undefined && isReplaced === undefined)
      rows.push(row("account.unfrozen", toMs, plane));
  }
  return rows;
}

/** The row of the timeline for a row of an account: money that moved, or was to move. */
export function moneyRow(
  customerId: string,
  { position, row, record }: AccountRow,
  accountIdOf: (ordinal: number) => string,
): ActivityRow {
  const { description } = row.extras ?? {};
  const amountMinor = row.step === "released" ? row.reservedMinor : row.amountMinor;
  return {
    position,
    atMs: record.timeMs,
    item: {
      type: typeOf(row, record),
      at: isoTime(record.timeMs),
      customerId,
      resource: resourceOf(row, position),
      sourceAccountId: accountIdOf(row.sourceOrdinal),
      destinationAccountId: accountIdOf(row.destinationOrdinal),
      amount: String(amountMinor),
      currency: row.currency,
      ...(description !== undefined && { description }),
    },
  };
}

function resourceOf(
  { step, extras = {} }: TransferRow,
  position: string,
): CustomerActivity["resource"] {
  const { transferHoldId, payoutId, receivedCreditId } = extras;
  if (payoutId !== undefined) return { type: "payout", id: payoutId };
  if (receivedCreditId !== undefined && step !== "failed") {
    return { type: "received_credit", id: receivedCreditId };
  }
  if (transferHoldId !== undefined) return { type: "transfer_hold", id: transferHoldId };
  return { type: "transfer", id: `tr_${position}` };
}

function typeOf(row: TransferRow, record: AccountRow["record"]): ActivityType {
  const { payoutId, receivedCreditId } = row.extras ?? {};
  if (payoutId !== undefined) return payoutType(row, record);
  if (receivedCreditId !== undefined && row.step !== "failed") return creditType(row, record);
  return typeOfRow(row, record.operation);
}

/** What happened to the received credit of the row. A posted row is of its arrival, or of its assignment, which the record says. */
function creditType({ step }: TransferRow, { facts }: AccountRow["record"]): ActivityType {
  if (step === "reserved") return "received_credit.returning";
  if (step === "cleared") return "received_credit.returned";
  if (step === "released") return "received_credit.return_failed";
  const isAssigned = facts.some(({ kind }) => kind === "received_credit.assigned.1");
  return isAssigned ? "received_credit.assigned" : "received_credit.created";
}

/** What happened to the payout of the row. A released row is of one that failed or was cancelled, which the record says. */
function payoutType({ step }: TransferRow, { facts }: AccountRow["record"]): ActivityType {
  switch (step) {
    case "reserved":
      return "payout.created";
    case "cleared":
      return "payout.posted";
    case "failed":
      return "transfer.failed";
    case "released":
      return facts.some(({ kind }) => kind === "payout.failed.1")
        ? "payout.failed"
        : "payout.cancelled";
    case "posted":
      return facts.some(({ kind }) => kind === "payout.returned.1")
        ? "payout.returned"
        : "payout.posted";
  }
}

function typeOfRow({ step }: TransferRow, operation: string): ActivityType {
  switch (step) {
    case "posted":
      return "transfer.posted";
    case "failed":
      return "transfer.failed";
    case "reserved":
      return "transfer_hold.reserved";
    case "cleared":
      return "transfer_hold.cleared";
    case "released":
      return operation === "transfer_hold.expire"
        ? "transfer_hold.expired"
        : "transfer_hold.cancelled";
  }
}

/** A row about a customer or an account. `plane` is the plane of a freeze. */
function plainRow(
  customerId: string,
  resource: CustomerActivity["resource"],
  type: ActivityType,
  atMs: number,
  plane = "",
): ActivityRow {
  // `!` sorts before every character of an id. So, within one millisecond, a movement of money is
  // newer than the customer and the accounts that it needs.
  const position = `${lowestSuffixAt(atMs).slice(0, TIME_LENGTH)}!${type}:${resource.id}${plane}`;
  return { position, atMs, item: { type, at: isoTime(atMs), customerId, resource } };
}
