/** collection.confirm: a transfer that was made apart has moved the money of a collection. */
import { suffixOf } from "../../base/id.ts";
import { type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { findTransfer, type StoredTransfer, transferNotFound } from "../transfer/find_transfer.ts";
import { refuseStatus, withoutFailure } from "./collection_change.ts";
import type { CollectionDocument } from "./collection_document.ts";
import type { CollectingState } from "./collection_facts.ts";
import { collectionNotFound, collections } from "./collection_noun.ts";
import { Collection, CollectionConfirmation } from "./collection_schema.ts";

export const collectionConfirm = declareWrite<CollectingState>()({
  id: "collection.confirm",
  summary: "Confirm a collection by a transfer",
  description:
    "Of a collection that is `scheduled` or `failed`, whose money a transfer has moved already: one that was posted, of kind `book` or `hold`, with the same amount, currency and accounts, of which nothing was given back; in place of the account of a mandate, from any account of the customer. A transfer settles one collection at the most. Nothing of the consent is used.",
  http: { method: "POST", path: "/collections/{collectionId}/confirm" },
  principals: PRODUCT_CALLERS,
  scope: "collections:write",
  path: collections.path,
  body: CollectionConfirmation,
  output: Collection,
  refusals: [
    "collection_not_found",
    "collection_status_forbidden",
    "transfer_not_found",
    "collection_transfer_mismatch",
    "ledger_unavailable",
  ],
  events: ["collection.collected"],
  decide(state, { collectionId, transferId }, context) {
    const before = state.collections.byId(context.realm, collectionId);
    if (before === undefined) return collectionNotFound(collectionId);
    const forbidden = refuseStatus(before, ["scheduled", "failed"]);
    if (forbidden !== undefined) return forbidden;
    const transfer = findTransfer((place) => context.record(place), context.realm, transferId);
    if (transfer === undefined) return transferNotFound(transferId);
    const mismatched = mismatchedOf(state, before, transfer, context);
    if (mismatched.length > 0) {
      const message = `transfer ${transferId} does not settle collection ${collectionId}: ${mismatched.join(", ")}`;
      const details = { collectionId, transferId, mismatched };
      return refuse("collection_transfer_mismatch", message, details);
    }
    const after = { ...withoutFailure(before), transferId, status: "collected" } as const;
    const fact = {
      ...collections.changeFact(after.status, before, after, context),
      bindsTransfer: true,
    } as const;
    return collections.accept(fact, context);
  },
});

/** The fields of the transfer that are not as the collection has them; `collectionId` where it settles another one. */
function mismatchedOf(
  state: CollectingState,
  collection: CollectionDocument,
  transfer: StoredTransfer,
  { realm }: DecisionContext,
): string[] {
  const { row, suffix } = transfer;
  const { accounts, boundTransfers } = state;
  const { status, amountMinor } = movedBy(state, transfer, realm);
  const isOther: Readonly<Record<string, boolean>> = {
    kind: row.transferKind !== "book" && row.transferKind !== "hold",
    status: status !== "posted",
    amount: String(amountMinor) !== collection.amountMinor,
    currency: row.currency !== collection.currency,
    sourceAccountId: !isSource(accounts, collection, row.sourceOrdinal),
    destinationAccountId:
      accounts.accountId(row.destinationOrdinal) !== collection.destinationAccountId,
    collectionId:
      row.extras?.collectionId !== undefined || boundTransfers.get(realm, suffix) !== undefined,
  };
  return Object.keys(isOther).filter((field) => isOther[field]);
}

/**
 * Whether the account is the one that is debited. By a mandate it is one at another bank, so any account of the customer stands for it, and the
 * account that has a second sum of the collection.
 */
function isSource(
  accounts: AccountTable,
  { rail, sourceAccountId, customerId, attempts }: CollectionDocument,
  ordinal: number,
): boolean {
  const accountId = accounts.accountId(ordinal);
  if (rail === undefined) return accountId === sourceAccountId;
  if (accounts.customerKeyOf(ordinal) === suffixOf("cust", customerId)) return true;
  return attempts.some((one) => one.outcome === "collected" && one.creditedAccountId === accountId);
}

/** What the transfer has moved in the end: of one that reserved, what its hold settled. */
function movedBy(
  { transferHolds, transferReversals }: CollectingState,
  { row, suffix }: StoredTransfer,
  realm: number,
): { status: string; amountMinor: bigint } {
  const amountMinor = row.amountMinor;
  if (transferReversals.get(realm, suffix) !== undefined)
    return { status: "reversed", amountMinor };
  if (row.step !== "reserved") return { status: row.step, amountMinor };
  const hold = transferHolds.get(realm, suffix);
  if (hold?.status !== "cleared") return { status: hold?.status ?? "reserved", amountMinor };
  return { status: "posted", amountMinor: BigInt(hold.clearedMinor) };
}
