/** operation.list: the operations of a Product that were decided, refusals too, newest first. */
import { type Static, Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { Id, listOf, listQuery, Search, Uuid } from "../../contract/values/formats.ts";
import { idRule, OPERATION_RULE } from "../../contract/values/meant_values.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { answerRecordList, suffixOfRecord } from "../record_walk.ts";
import { resourceOf } from "./operation_resource.ts";
import { OperationDocument, OperationStatus } from "./operation_schema.ts";
import { operationDocument } from "./operation_view.ts";

const OperationListQuery = listQuery({
  productId: Id("prod"),
  operation: Type.Optional(
    ruled(
      Type.String({ pattern: "^[a-z_.]{1,64}$", description: "Its name, `transfer.create`." }),
      OPERATION_RULE,
    ),
  ),
  status: Type.Optional(described(OperationStatus, "Only operations in this status.")),
  resourceId: Type.Optional(
    ruled(
      Type.String({
        pattern: "^[A-Za-z0-9_-]{1,64}$",
        description: "Only operations that made or changed the thing with this id.",
      }),
      idRule(""),
    ),
  ),
  idempotencyKey: Type.Optional(
    described(Uuid, "Only the operation of the request with this key."),
  ),
  search: Type.Optional(Search),
});
type OperationListQuery = Static<typeof OperationListQuery>;

export const operationList = declareRead({
  id: "operation.list",
  summary: "List operations",
  description:
    "`search` looks in the name, and takes the id of an operation, a request or a resource.",
  http: { method: "GET", path: "/operations" },
  principals: PRODUCT_CALLERS,
  scope: "operations:read",
  query: OperationListQuery,
  output: listOf(OperationDocument, "OperationList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { principal } = context;
    return (
      refuseOtherProduct(principal, input.productId) ??
      answerRecordList(snapshot, input, context, (record) =>
        matches(record, input) && isFound(record, input.search)
          ? inStatus(input.status, operationDocument(snapshot, record, principal))
          : undefined,
      )
    );
  },
});

function matches(record: StoredRecord, input: OperationListQuery): boolean {
  const { operation, resourceId, idempotencyKey } = input;
  return (
    (operation === undefined || operation === record.operation) &&
    (idempotencyKey === undefined || idempotencyKey.toLowerCase() === record.idempotencyKey) &&
    (resourceId === undefined || resourceId === resourceOf(record)?.id)
  );
}

function inStatus(
  status: OperationListQuery["status"],
  document: OperationDocument,
): OperationDocument | undefined {
  return status === undefined || status === document.status ? document : undefined;
}

function isFound(record: StoredRecord, search: string | undefined): boolean {
  return (
    search === undefined ||
    record.operation.includes(search.toLowerCase()) ||
    search === record.requestId ||
    search === `op_${suffixOfRecord(record)}` ||
    search === resourceOf(record)?.id
  );
}
