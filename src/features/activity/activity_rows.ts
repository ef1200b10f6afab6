/**
 * The parts of a timeline, each newest first, for a merge. A position is the time, nine characters
 * as in ids, and what tells two things of one millisecond apart.
 */
import { lowestSuffixAt, suffixOf, timeMsOfSuffix } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { decodeDocument } from "../../contract/table.ts";
import type { FreezeEntry } from "../account/account_facts.ts";
import { ACCOUNT_FREEZE_TABLE } from "../account/account_state.ts";
import type { SeenCustomer } from "../customer/customer_resource.ts";
import type { AccountRow, SeenAccount } from "../ledger/account_rows.ts";
import type { TransferRow } from "../ledger/transfer_row.ts";
import type { ActivityType, CustomerActivity } from "./activity_schema.ts";

export type ActivityRow = { position: string; atMs: number; item: CustomerActivity };

/** Freezes of one account that a timeline shows, the newest of them. */
export const FREEZES_OF_ACCOUNT_MAX = 100;

/** Characters of a suffix that hold the time. */
const TIME_LENGTH = 9;

/** The customer made, and each status that it reached when it reached it last. */
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

/** The account opened, frozen, unfrozen, closed. */
export function accountLifeRows(
  snapshot: Snapshot,
  customerId: string,
  { suffix, scope, document }: SeenAccount,
): ActivityRow[] {
  const resource = { type: "account", id: `acct_${suffix}` } as const;
  const row = (type: ActivityType, atMs: number, apart = "") =>
    plainRow(customerId, resource, type, atMs, apart);
  const rows = [row("account.created", timeMsOfSuffix(suffix))];
  const closedAtMs = document.extras?.closedAtMs;
  if (closedAtMs !== undefined) rows.push(row("account.closed", closedAtMs));
  let freezes = 0;
  const range = { from: suffix, below: `${suffix}~` };
  for (const { value } of snapshot.descend(ACCOUNT_FREEZE_TABLE, scope, range)) {
    if (freezes++ === FREEZES_OF_ACCOUNT_MAX) break;
    const { plane, fromMs, toMs } = decodeDocument<FreezeEntry>(value);
    rows.push(row("account.frozen", fromMs, plane));
    if (toMs !== undefined) rows.push(row("account.unfrozen", toMs, plane));
  }
  return rows;
}

/** What a row of an account was. */
export function moneyRow(
  customerId: string,
  { position, row, record }: AccountRow,
  accountIdOf: (ordinal: number) => string,
): ActivityRow {
  const { transferHoldId, description } = row.extras ?? {};
  const held = transferHoldId === undefined ? undefined : suffixOf("th", transferHoldId);
  const isHold = held !== undefined && transferHoldId !== undefined;
  const amountMinor = row.step === "released" ? row.reservedMinor : row.amountMinor;
  return {
    position,
    atMs: record.timeMs,
    item: {
      type: typeOfRow(row, record.operation),
      at: isoTime(record.timeMs),
      customerId,
      resource: isHold
        ? { type: "transfer_hold", id: transferHoldId }
        : { type: "transfer", id: `tr_${position}` },
      sourceAccountId: accountIdOf(row.sourceOrdinal),
      destinationAccountId: accountIdOf(row.destinationOrdinal),
      amount: String(amountMinor),
      currency: row.currency,
      ...(description !== undefined && { description }),
    },
  };
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

function plainRow(
  customerId: string,
  resource: CustomerActivity["resource"],
  type: ActivityType,
  atMs: number,
  apart = "",
): ActivityRow {
  // `!` sorts below every character of an id: at one millisecond money is newer than what it needs.
  const position = `${lowestSuffixAt(atMs).slice(0, TIME_LENGTH)}!${type}:${resource.id}${apart}`;
  return { position, atMs, item: { type, at: isoTime(atMs), customerId, resource } };
}
