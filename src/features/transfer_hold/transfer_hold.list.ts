/** transfer_hold.list: the holds of a Product, newest first. */
import { Type } from "@sinclair/typebox";
import { Id, listQuery, parseTimestamp, Search, Timestamp } from "../../contract/formats.ts";
import { declareRead } from "../../contract/operation.ts";
import { answerCreatedList } from "../created_list.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { holdRows, holdRowsOfAccount } from "./hold_rows.ts";
import type { TransferHoldDocument } from "./transfer_hold_document.ts";
import { HoldStatusName, TransferHoldList } from "./transfer_hold_schema.ts";

const Query = listQuery({
  productId: Id("prod"),
  status: Type.Optional(HoldStatusName),
  accountId: Type.Optional(Id("acct")),
  expiresBefore: Type.Optional(Timestamp),
  search: Type.Optional(Search),
});

export const transferHoldList = declareRead({
  id: "transfer_hold.list",
  summary: "List transfer holds",
  description:
    "`search` looks in description and external id, whatever the case, and takes the id of a hold or of a transfer that it made.",
  tag: "Transfer holds",
  http: { method: "GET", path: "/transfer-holds", status: 200 },
  principals: ["product_key"],
  scope: "transfer_holds:read",
  query: Query,
  output: TransferHoldList,
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const otherProduct = refuseOtherProduct(context.principal, input.productId);
    if (otherProduct !== undefined) return otherProduct;
    const matches = matcherOf(input);
    if (input.accountId === undefined) {
      return answerCreatedList(input, context, holdRows(snapshot, context, matches));
    }
    const accountSuffix = input.accountId.slice("acct_".length);
    const rows = holdRowsOfAccount(snapshot, context, { accountSuffix, matches });
    return answerCreatedList(input, context, rows);
  },
});

type Filters = { status?: string; accountId?: string; expiresBefore?: string; search?: string };

function matcherOf({ status, accountId, expiresBefore, search }: Filters) {
  const text = search?.toLowerCase();
  const beforeMs = expiresBefore === undefined ? undefined : parseTimestamp(expiresBefore);
  return (hold: TransferHoldDocument) =>
    (status === undefined || hold.status === status) &&
    (accountId === undefined ||
      hold.sourceAccountId === accountId ||
      hold.destinationAccountId === accountId) &&
    (beforeMs === undefined || hold.expiresAtMs < beforeMs) &&
    (text === undefined || isFound(hold, text));
}

/** `text` is in lower case. */
function isFound(hold: TransferHoldDocument, text: string): boolean {
  const { transferHoldId, reservedTransferId, description = "", externalId = "" } = hold;
  return (
    description.toLowerCase().includes(text) ||
    externalId.toLowerCase().includes(text) ||
    transferHoldId.toLowerCase() === text ||
    reservedTransferId.toLowerCase() === text
  );
}
