/** A receipt on the wire: the durable outcome of one mutation, and its place in the log. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { Digest, LogId } from "../../contract/records/tree_head.ts";
import { EnvironmentName, HttpStatus, Id, Timestamp } from "../../contract/values/formats.ts";
import { OperationResource } from "../operation/operation_schema.ts";

/** The most transfers that one receipt names: as many as one record can make. */
export const RECEIPT_TRANSFERS_MAX = 1_000;

export const ReceiptOutcome = Type.Union([Type.Literal("succeeded"), Type.Literal("refused")], {
  title: "ReceiptOutcome",
  description:
    "Whether the operation succeeded or was refused. Of work that goes on after that, whether it was taken on; `ending` says how it ended.",
});

export const ReceiptEnding = Type.Object(
  {
    status: Type.Union(
      ["running", "succeeded", "refused"].map((status) => Type.Literal(status)),
      { description: "`running`: under way, or nobody knows yet how it ended." },
    ),
    httpStatus: described(HttpStatus, "HTTP status of the answer, as far as it is known."),
    errorCode: Type.Optional(
      described(Type.String(), "Code of the answer, where it was refused or is not known yet."),
    ),
    finishedAt: Type.Optional(described(Timestamp, "When it ended; absent while it is running.")),
  },
  {
    title: "ReceiptEnding",
    description: "How work ended that went on after it was decided.",
    additionalProperties: false,
  },
);
export type ReceiptEnding = Static<typeof ReceiptEnding>;

export const Receipt = Type.Object(
  {
    receiptId: Id("rcpt"),
    operationId: Id("op"),
    operation: described(Type.String(), "Name of the operation, such as `transfer.create`."),
    productId: Id("prod"),
    environment: EnvironmentName,
    outcome: ReceiptOutcome,
    httpStatus: HttpStatus,
    errorCode: Type.Optional(
      described(Type.String(), "Code of the refusal; absent where it succeeded."),
    ),
    ending: Type.Optional(
      described(
        ReceiptEnding,
        "Of work that goes on after it is decided: how it ended. Absent where the decision was all.",
      ),
    ),
    resource: Type.Optional(
      described(OperationResource, "What the operation made or changed; absent for a refusal."),
    ),
    transferIds: described(
      Type.Array(Id("tr"), { maxItems: RECEIPT_TRANSFERS_MAX }),
      "The transfers that the operation made or settled, in their order; empty where there are none.",
    ),
    requestDigest: Type.String({ description: "Equal for equal requests; hexadecimal." }),
    responseDigest: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f]{64}$",
        description:
          "SHA-256 of the body that was sent; absent for a refusal, and while the work is running.",
      }),
    ),
    digest: described(
      Digest,
      "SHA-256 over what the record itself states: all of the receipt but its ending, resource, other digests, hash and place.",
    ),
    previousReceiptDigest: Type.Optional(
      described(
        Digest,
        "`digest` of the receipt before this one, of the same Product and environment; absent for the first.",
      ),
    ),
    recordHash: Type.String({
      pattern: "^[0-9a-f]{64}$",
      description: "Leaf hash of its record in the log's Merkle tree.",
    }),
    place: Type.Object(
      {
        logId: LogId,
        frame: Type.Optional(
          Type.Integer({ minimum: 1, description: "Number of the frame in the log." }),
        ),
        index: Type.Optional(
          Type.Integer({ minimum: 0, description: "Place of the record in the frame, from 0." }),
        ),
      },
      {
        title: "ReceiptPlace",
        description:
          "Where its record stands: the log; and, of a record whose ids show it, the frame and the " +
          "record's index in it. Later ids hide it, because it counts what others do.",
        additionalProperties: false,
      },
    ),
    createdAt: described(Timestamp, "When the operation was decided: real time."),
  },
  {
    title: "Receipt",
    description: "The lasting outcome of one operation.",
    additionalProperties: false,
  },
);
export type Receipt = Static<typeof Receipt>;
