/** idempotency_key.retrieve: the outcome of the request with a key. Keys are kept for good. */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { HttpStatus, Id, Timestamp, Uuid } from "../../contract/values/formats.ts";
import { refuseOtherProduct, WhichProduct } from "../own_product.ts";
import { outcomeOfRecord } from "../record_outcome.ts";
import { suffixOfRecord } from "../record_walk.ts";

export const IdempotencyKey = Type.Object(
  {
    idempotencyKey: described(Uuid, "The key that was looked up."),
    state: Type.Union(
      ["in_progress", "succeeded", "refused"].map((state) => Type.Literal(state)),
      {
        description:
          "`in_progress`: decided, and not over yet. The same request waits for it, and resumes it where the answer was a 5xx.",
      },
    ),
    operationId: described(Id("op"), "The operation that the key ran."),
    receiptId: described(Id("rcpt"), "The receipt of that operation."),
    operation: Type.String({ description: "What the key was used for, `transfer.create`." }),
    httpStatus: HttpStatus,
    createdAt: described(Timestamp, "When the key was first used."),
    expiresAt: Type.Union([Timestamp, Type.Null()], {
      description: "When the key is forgotten: always null, because keys are kept for ever.",
    }),
  },
  {
    title: "IdempotencyKey",
    description: "What became of the request with a key.",
    additionalProperties: false,
  },
);
export type IdempotencyKey = Static<typeof IdempotencyKey>;

export const idempotencyKeyRetrieve = declareRead({
  id: "idempotency_key.retrieve",
  summary: "Look up an idempotency key",
  description: "After a timeout: tells whether the request was decided, without sending it again.",
  http: { method: "GET", path: "/idempotency-keys/{idempotencyKey}" },
  principals: PRODUCT_CALLERS,
  scope: "operations:read",
  path: Type.Object(
    {
      // Any text is valid: a key that is not a UUID is refused as not found.
      idempotencyKey: Type.String({
        minLength: 1,
        maxLength: 128,
        description: "The key that was sent: a UUID.",
      }),
    },
    { additionalProperties: false },
  ),
  query: Type.Object({ productId: WhichProduct }, { additionalProperties: false }),
  output: IdempotencyKey,
  refusals: ["resource_not_found"],
  needs: { recordOf: (input) => input.idempotencyKey.toLowerCase() },
  read(snapshot, input, { located, realm, principal }) {
    const other = refuseOtherProduct(principal, input.productId);
    if (other !== undefined) return other;
    const idempotencyKey = input.idempotencyKey.toLowerCase();
    const record = located === 0 ? undefined : snapshot.record(located);
    if (record?.realm !== realm || record?.idempotencyKey !== idempotencyKey) {
      const message = "no request with this key was decided in this Product and environment";
      return refuse("resource_not_found", message, {
        resourceType: "idempotency_key",
        idempotencyKey: input.idempotencyKey,
      });
    }
    const suffix = suffixOfRecord(record);
    const { status, httpStatus } = outcomeOfRecord(snapshot, record, principal);
    const document: IdempotencyKey = {
      idempotencyKey,
      state: status === "running" ? "in_progress" : status,
      operationId: `op_${suffix}`,
      receiptId: `rcpt_${suffix}`,
      operation: record.operation,
      httpStatus,
      createdAt: isoTime(record.timeMs),
      expiresAt: null,
    };
    return found(document);
  },
});
