/** operation.retrieve: one operation by the id that `service-operation-id` carried. */
import { Type } from "@sinclair/typebox";
import { suffixOf } from "../../base/id.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { isEdgeSuffix } from "../../contract/messages/request_log.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { Id } from "../../contract/values/formats.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { recordOfSuffix, suffixOfRecord } from "../record_walk.ts";
import { OperationDocument } from "./operation_schema.ts";
import { operationDocument } from "./operation_view.ts";
import { requestOperation } from "./request_operation.ts";

/** The id of what changed something says where it was made; the id of a read does not. */
const OfReads = Type.Optional(
  described(
    Id("prod"),
    "The Product that is meant. Required with a credential of a member or an agent for an operation that changed nothing; with an API key it is the Product of the key.",
  ),
);

export const operationRetrieve = declareRead({
  id: "operation.retrieve",
  summary: "Retrieve an operation",
  description:
    "By the value of `service-operation-id`. What changed something is kept for good; a read, or a request that was refused before it was decided, for the 30 days of the developer log.",
  http: { method: "GET", path: "/operations/{operationId}" },
  principals: PRODUCT_CALLERS,
  scope: "operations:read",
  path: Type.Object({ operationId: Id("op") }, { additionalProperties: false }),
  query: Type.Object({ productId: OfReads }, { additionalProperties: false }),
  acts: { on: "product", by: "operationId" },
  output: OperationDocument,
  refusals: ["resource_not_found"],
  needs: { requestLog: ({ operationId }) => isEdgeSuffix(suffixOf("op", operationId) ?? "") },
  read(snapshot, { operationId, productId }, { realm, principal, requestLog }) {
    const other = refuseOtherProduct(principal, productId);
    if (other !== undefined) return other;
    const suffix = suffixOf("op", operationId) ?? "";
    const record = recordOfSuffix((place) => snapshot.record(place), realm, suffix);
    if (record !== undefined && suffixOfRecord(record) === suffix) {
      return found(operationDocument(snapshot, record, principal));
    }
    const realmKey = realmKeyOf(principal);
    const entry = isEdgeSuffix(suffix) ? requestLog?.ofOperation(realmKey, suffix) : undefined;
    if (entry?.operationId === operationId) return found(requestOperation(entry, principal));
    const message = noSuchHere("op", operationId);
    return refuse("resource_not_found", message, { resourceType: "operation", operationId });
  },
});
