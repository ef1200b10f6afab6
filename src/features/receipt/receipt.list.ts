/** receipt.list: the receipts of a Product, newest first. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id, listOf, listQuery, Search } from "../../contract/values/formats.ts";
import { OPERATION_RULE } from "../../contract/values/meant_values.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { answerRecordList } from "../record_walk.ts";
import { Receipt, ReceiptOutcome } from "./receipt_schema.ts";
import { outcomeOf, receiptDocument } from "./receipt_view.ts";

export const receiptList = declareRead({
  id: "receipt.list",
  summary: "List receipts",
  description:
    "`search` looks in the operation's name, and takes the id of a receipt, a resource or a transfer.",
  http: { method: "GET", path: "/receipts" },
  principals: PRODUCT_CALLERS,
  scope: "receipts:read",
  query: listQuery({
    productId: Id("prod"),
    operation: Type.Optional(
      ruled(
        Type.String({ pattern: "^[a-z_.]{1,64}$", description: "Its name, `transfer.create`." }),
        OPERATION_RULE,
      ),
    ),
    outcome: Type.Optional(described(ReceiptOutcome, "Only receipts with this outcome.")),
    search: Type.Optional(Search),
  }),
  output: listOf(Receipt, "ReceiptList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { principal } = context;
    const { operation, outcome } = input;
    return (
      refuseOtherProduct(principal, input.productId) ??
      answerRecordList(snapshot, input, context, (record) => {
        if (operation !== undefined && operation !== record.operation) return undefined;
        if (outcome !== undefined && outcome !== outcomeOf(record)) return undefined;
        const receipt = receiptDocument(snapshot, record, principal);
        return isFound(receipt, input.search) ? receipt : undefined;
      })
    );
  },
});

function isFound(
  { receiptId, operation, resource, transferIds }: Receipt,
  search: string | undefined,
): boolean {
  return (
    search === undefined ||
    operation.includes(search.toLowerCase()) ||
    search === receiptId ||
    search === resource?.id ||
    transferIds.includes(search)
  );
}
