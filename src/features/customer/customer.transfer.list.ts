/**
 * customer.transfer.list: the transfers of all accounts of a customer. Merges the chains of rows of
 * the accounts. For a customer with more than MERGED_ACCOUNTS_MAX accounts, it searches the records
 * of the Product instead. Both ways have the same positions, so a cursor stays valid when a
 * customer passes this number.
 */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { accountsOfCustomer } from "../account/customer_accounts.ts";
import { accountIdsOf } from "../ledger/account_ids.ts";
import { type SeenAccount, seeAccount } from "../ledger/account_rows.ts";
import { MERGED_ACCOUNTS_MAX, mergedAccountRows } from "../ledger/merged_rows.ts";
import { type TimeRange, timeRangeOf } from "../record_walk.ts";
import { answerTransferPage } from "../transfer/transfer_page.ts";
import { Transfer, TransferStatusName } from "../transfer/transfer_schema.ts";
import { statusOf } from "../transfer/transfer_view.ts";
import { realmTransfers, stepOf, type TransferStep } from "../transfer/transfer_walk.ts";
import { customerNotFound, customers, type SeenCustomer } from "./customer_noun.ts";

export const customerTransferList = declareRead({
  id: "customer.transfer.list",
  summary: "List the transfers of a customer",
  description: "Of all its accounts, newest first; one between two of them is listed once.",
  http: { method: "GET", path: "/customers/{customerId}/transfers" },
  principals: PRODUCT_CALLERS,
  scope: "transfers:read",
  path: customers.path,
  query: listQuery({
    status: Type.Optional(described(TransferStatusName, "Only transfers in this status.")),
  }),
  output: listOf(Transfer, "TransferList"),
  refusals: ["customer_not_found"],
  read(snapshot, input, context) {
    const customer = customers.find(snapshot, context.realm, input.customerId);
    if (customer === undefined) return customerNotFound(input.customerId);
    const { status } = input;
    return answerTransferPage(input, context, snapshot, {
      stepsAfter: (after) => stepsOf(snapshot, customer, timeRangeOf(input), after),
      matches: (transfer) => status === undefined || status === statusOf(transfer),
    });
  },
});

function* stepsOf(
  snapshot: Snapshot,
  customer: SeenCustomer,
  range: TimeRange,
  after: string | undefined,
): Generator<TransferStep> {
  const accounts = mergeableAccountsOf(snapshot, customer);
  if (accounts !== undefined) {
    for (const { row, record } of mergedAccountRows(snapshot, accounts, range, after)) {
      yield stepOf(row, record);
    }
    return;
  }
  const isOwn = ownershipOf(snapshot, customer);
  for (const step of realmTransfers(snapshot, customer.realm, range, after)) {
    const row = step.transfer?.row;
    const isMatch =
      row !== undefined && (isOwn(row.sourceOrdinal) || isOwn(row.destinationOrdinal));
    yield isMatch ? step : { position: step.position, transfer: undefined };
  }
}

/** All accounts of the customer, or undefined when there are more than a merge allows. */
function mergeableAccountsOf(snapshot: Snapshot, { realm, suffix }: SeenCustomer) {
  const accounts: SeenAccount[] = [];
  for (const account of accountsOfCustomer(snapshot, realm, suffix)) {
    if (accounts.length === MERGED_ACCOUNTS_MAX) return undefined;
    accounts.push(account);
  }
  return accounts;
}

/** Tells whether the account with an ordinal is the customer's; each account is looked up once. */
function ownershipOf(snapshot: Snapshot, { realm, document }: SeenCustomer) {
  const accountIdOf = accountIdsOf(snapshot);
  const known = new Map<number, boolean>();
  return (ordinal: number): boolean => {
    const cached = known.get(ordinal);
    if (cached !== undefined) return cached;
    const account = seeAccount(snapshot, realm, accountIdOf(ordinal))?.document;
    const isOwn = account?.ownerType === "customer" && account.ownerId === document.customerId;
    known.set(ordinal, isOwn);
    return isOwn;
  };
}
