/** object.transfer.list: the transfers that the actions of an object made. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { timeRangeOf } from "../record_walk.ts";
import { answerTransferPage } from "../transfer/transfer_page.ts";
import { Transfer, TransferStatusName } from "../transfer/transfer_schema.ts";
import { statusOf } from "../transfer/transfer_view.ts";
import { objectTransfers } from "./object_history.ts";
import { OBJECT_PATH_REFUSALS, seenObject } from "./object_reads.ts";
import { ObjectPath } from "./object_schema.ts";

export const objectTransferList = declareRead({
  id: "object.transfer.list",
  summary: "List the transfers of an object",
  description:
    "What its actions moved, newest first, by `label` and `book` of the program. A refused call leaves a failed transfer, which only the lists of its accounts have.",
  http: { method: "GET", path: "/products/{productId}/objects/{kind}/{objectId}/transfers" },
  principals: PRODUCT_CALLERS,
  scope: "transfers:read",
  acts: { on: "product", by: "productId" },
  path: ObjectPath,
  query: listQuery({
    status: Type.Optional(described(TransferStatusName, "Only transfers in this status.")),
  }),
  output: listOf(Transfer, "TransferList"),
  refusals: OBJECT_PATH_REFUSALS,
  read(snapshot, input, context) {
    const seen = seenObject(snapshot, input, context);
    if ("refused" in seen) return seen;
    const { status } = input;
    return answerTransferPage(input, context, snapshot, {
      stepsAfter: (after) => objectTransfers(snapshot, seen.document, timeRangeOf(input), after),
      matches: (transfer) => status === undefined || status === statusOf(transfer),
    });
  },
});
