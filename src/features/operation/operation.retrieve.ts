/** operation.retrieve: one operation by the id that `service-operation-id` carried. */
import { Type } from "@sinclair/typebox";
import { suffixOf } from "../../base/id.ts";
import { Id } from "../../contract/formats.ts";
import { declareRead, found, refuse } from "../../contract/operation.ts";
import { recordOfSuffix, suffixOfRecord } from "../record_walk.ts";
import { OperationDocument } from "./operation_schema.ts";
import { operationDocument } from "./operation_view.ts";

export const operationRetrieve = declareRead({
  id: "operation.retrieve",
  summary: "Retrieve an operation",
  tag: "Operations",
  http: { method: "GET", path: "/operations/{operationId}", status: 200 },
  principals: ["product_key"],
  scope: "operations:read",
  path: Type.Object({ operationId: Id("op") }, { additionalProperties: false }),
  output: OperationDocument,
  refusals: ["resource_not_found"],
  read(snapshot, { operationId }, { scope, principal }) {
    const suffix = suffixOf("op", operationId) ?? "";
    const record = recordOfSuffix((place) => snapshot.record(place), scope, suffix);
    if (record !== undefined && suffixOfRecord(record) === suffix) {
      return found(operationDocument(snapshot, record, principal));
    }
    const message = `no operation ${operationId} in this Product and environment`;
    return refuse("resource_not_found", message, { resourceType: "operation", operationId });
  },
});
