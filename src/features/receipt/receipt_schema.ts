/** A receipt on the wire: the durable outcome of one mutation, and its place in the log. */
import { type Static, Type } from "@sinclair/typebox";
import { EnvironmentName, Id, Timestamp } from "../../contract/formats.ts";
import { Digest, LogId } from "../../contract/tree_head.ts";
import { OperationResource } from "../operation/operation_schema.ts";

/** The most transfers that one receipt names: as many as one record can make. */
export const RECEIPT_TRANSFERS_MAX = 1_000;

export const ReceiptOutcome = Type.Union([Type.Literal("succeeded"), Type.Literal("refused")], {
  title: "ReceiptOutcome",
});

export const Receipt = Type.Object(
  {
    receiptId: Id("rcpt"),
    operationId: Id("op"),
    operation: Type.String(),
    productId: Id("prod"),
    environment: EnvironmentName,
    outcome: ReceiptOutcome,
    httpStatus: Type.Integer({ minimum: 200, maximum: 599 }),
    errorCode: Type.Optional(Type.String()),
    resource: Type.Optional(OperationResource),
    transferIds: Type.Array(Id("tr"), { maxItems: RECEIPT_TRANSFERS_MAX }),
    requestDigest: Type.String({ description: "Equal for equal requests; hexadecimal." }),
    responseDigest: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f]{64}$",
        description: "SHA-256 of the body that was sent; absent for a refusal.",
      }),
    ),
    digest: Digest,
    previousReceiptDigest: Type.Optional(Digest),
    recordHash: Type.String({
      pattern: "^[0-9a-f]{64}$",
      description: "Leaf hash of its record in the log's Merkle tree.",
    }),
    place: Type.Object(
      { logId: LogId, frame: Type.Integer({ minimum: 1 }), index: Type.Integer({ minimum: 0 }) },
      {
        title: "ReceiptPlace",
        description: "Where its record stands: the log, the frame, and the record's index in it.",
        additionalProperties: false,
      },
    ),
    createdAt: Timestamp,
  },
  { title: "Receipt", additionalProperties: false },
);
export type Receipt = Static<typeof Receipt>;
