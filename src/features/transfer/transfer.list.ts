/**
 * transfer.list: the transfers of a Product, newest first. Walks the log, or one account's chain of
 * rows when `accountId` is sent. An exact id or an external id is looked up directly.
 */
import { type Static, Type } from "@sinclair/typebox";
import { suffixOf } from "../../base/id.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { ExternalId, Id, listOf, listQuery, Search, Uuid } from "../../contract/values/formats.ts";
import { suffixOfExternalId } from "../external_id.ts";
import { type AccountIdOf, accountIdsOf } from "../ledger/account_ids.ts";
import { seeAccount } from "../ledger/account_rows.ts";
import { RealmRowWalk } from "../ledger/rows_in_place.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { timeRangeOf } from "../record_walk.ts";
import { transferHolds } from "../transfer_hold/transfer_hold_resource.ts";
import { findTransfer } from "./find_transfer.ts";
import { answerTransferPage } from "./transfer_page.ts";
import { transfers } from "./transfer_resource.ts";
import { Transfer, TransferStatusName } from "./transfer_schema.ts";
import { type SeenTransfer, statusOf } from "./transfer_view.ts";
import { accountTransfers, realmTransfers, type TransferStep } from "./transfer_walk.ts";

const TransferListQuery = listQuery({
  productId: Id("prod"),
  accountId: Type.Optional(
    described(Id("acct"), "Only transfers that this account pays or receives."),
  ),
  status: Type.Optional(described(TransferStatusName, "Only transfers in this status.")),
  externalId: Type.Optional(described(ExternalId, "Only the transfer with this external id.")),
  idempotencyKey: Type.Optional(described(Uuid, "Only transfers of the request with this key.")),
  search: Type.Optional(Search),
});
type TransferListQuery = Static<typeof TransferListQuery>;

export const transferList = declareRead({
  id: "transfer.list",
  summary: "List transfers",
  description:
    "`externalId` finds the transfer that holds it (a failed one holds none); `search` looks for an exact id, or for text in description and external id.",
  http: { method: "GET", path: "/transfers" },
  principals: PRODUCT_CALLERS,
  scope: "transfers:read",
  query: TransferListQuery,
  output: listOf(Transfer, "TransferList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const other = refuseOtherProduct(context.principal, input.productId);
    if (other !== undefined) return other;
    const { realm } = context;
    const accountIdOf = accountIdsOf(snapshot);
    return answerTransferPage(input, context, snapshot, {
      stepsAfter: (after) => (realm === undefined ? [] : stepsOf(snapshot, realm, input, after)),
      rowsAfter:
        realm === undefined || narrows(input)
          ? undefined
          : (after) => new RealmRowWalk(snapshot, realm, timeRangeOf(input), after),
      mayMatch: (step) => mayMatch(step, input),
      matches: (transfer) => matches(transfer, input, accountIdOf),
    });
  },
});

/** Whether the input leaves out transfers of the Product for another reason than their time. */
function narrows({ accountId, status, externalId, idempotencyKey, search }: TransferListQuery) {
  return [accountId, status, externalId, idempotencyKey, search].some((one) => one !== undefined);
}

/** The shortest walk that has every transfer that can match. */
function stepsOf(
  snapshot: Snapshot,
  realm: number,
  input: TransferListQuery,
  after: string | undefined,
): Iterable<TransferStep> {
  const named = namedSteps(snapshot, realm, input);
  if (named !== undefined) {
    return after === undefined ? named : named.filter(({ position }) => position < after);
  }
  const range = timeRangeOf(input);
  if (input.accountId === undefined) return realmTransfers(snapshot, realm, range, after);
  const account = seeAccount(snapshot, realm, input.accountId);
  return account === undefined ? [] : accountTransfers(snapshot, account, range, after);
}

/** The transfers that the input names by an id, newest first; undefined when it names none. */
function namedSteps(
  snapshot: Snapshot,
  realm: number,
  input: TransferListQuery,
): TransferStep[] | undefined {
  const { externalId, search } = input;
  const ids =
    externalId === undefined ? idsOfSearch(search) : holdersOf(snapshot, realm, externalId);
  if (ids === undefined) return undefined;
  const { fromMs, belowMs } = timeRangeOf(input);
  const steps: TransferStep[] = [];
  for (const id of ids) {
    const transfer = findTransfer((place) => snapshot.record(place), realm, id);
    if (transfer === undefined) continue;
    const { timeMs } = transfer.record;
    if (timeMs >= fromMs && timeMs < belowMs) steps.push({ position: transfer.suffix, transfer });
  }
  return steps.sort((a, b) => (a.position < b.position ? 1 : -1));
}

function idsOfSearch(search: string | undefined): string[] | undefined {
  return search !== undefined && suffixOf("tr", search) !== undefined ? [search] : undefined;
}

/** The transfers that have the external id themselves, or whose hold has it. */
function holdersOf(snapshot: Snapshot, realm: number, externalId: string): string[] {
  return [transfers, transferHolds].flatMap((resource) => {
    const suffix = suffixOfExternalId(resource, snapshot, realm, externalId);
    return suffix === undefined ? [] : [`tr_${suffix}`];
  });
}

/** Whether the row and its record allow a match; checked before the document is made. */
function mayMatch({ position, transfer }: TransferStep, input: TransferListQuery): boolean {
  const { idempotencyKey, search } = input;
  if (idempotencyKey !== undefined) {
    if (transfer?.record.idempotencyKey !== idempotencyKey.toLowerCase()) return false;
  }
  if (search === undefined || search === `tr_${position}`) return true;
  const text = search.toLowerCase();
  const { description = "", externalId = "" } = transfer?.row.extras ?? {};
  return description.toLowerCase().includes(text) || externalId.toLowerCase().includes(text);
}

function matches(
  seen: SeenTransfer,
  { accountId, status }: TransferListQuery,
  accountIdOf: AccountIdOf,
): boolean {
  if (status !== undefined && statusOf(seen) !== status) return false;
  if (accountId === undefined) return true;
  const { sourceOrdinal, destinationOrdinal } = seen.row;
  return accountIdOf(sourceOrdinal) === accountId || accountIdOf(destinationOrdinal) === accountId;
}
