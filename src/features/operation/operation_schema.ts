/** An operation on the wire: one request that the platform decided, and what came of it. */
import { type Static, Type } from "@sinclair/typebox";
import { Actor, EnvironmentName, Id, Timestamp, Uuid } from "../../contract/formats.ts";

/**
 * `running`: an advance of a sandbox's clock that is under way. `failed`: a request that was answered
 * with a status of 500 or more and left no record.
 */
export const OperationStatus = Type.Union(
  ["running", "succeeded", "refused", "failed"].map((status) => Type.Literal(status)),
  { title: "OperationStatus" },
);

export const OperationResource = Type.Object(
  { type: Type.String(), id: Type.String() },
  {
    title: "OperationResource",
    description: "What it made or changed.",
    additionalProperties: false,
  },
);
export type OperationResource = Static<typeof OperationResource>;

/** What caused an operation: a call over one of three transports, a clock, the platform, a provider. */
const OperationCause = Type.Union([
  Type.Literal("api"),
  Type.Literal("clock"),
  Type.Literal("platform"),
  Type.Literal("graphql"),
  Type.Literal("mcp"),
  Type.Literal("provider"),
]);

export const OperationDocument = Type.Object(
  {
    operationId: Id("op"),
    operation: Type.String({ description: "Its name, `transfer.create`." }),
    productId: Id("prod"),
    environment: EnvironmentName,
    principal: Type.Object(
      {
        type: Type.Union([Type.Literal("product_key"), Type.Literal("system")]),
        id: Type.String(),
      },
      { title: "OperationPrincipal", additionalProperties: false },
    ),
    actor: Actor,
    status: OperationStatus,
    finalized: Type.Boolean({ description: "Nothing of it is still running." }),
    httpStatus: Type.Integer({ minimum: 200, maximum: 599 }),
    errorCode: Type.Optional(Type.String()),
    idempotencyKey: Type.Optional(Uuid),
    requestDigest: Type.Optional(
      Type.String({ description: "Equal for equal writes; hexadecimal. Reads have none." }),
    ),
    resource: Type.Optional(OperationResource),
    receiptId: Type.Optional(Id("rcpt")),
    parentOperationId: Type.Optional(Id("op")),
    cause: OperationCause,
    requestId: Type.String(),
    startedAt: Timestamp,
    finishedAt: Type.Optional({ ...Timestamp, description: "Absent while it is running." }),
  },
  { title: "Operation", additionalProperties: false },
);
export type OperationDocument = Static<typeof OperationDocument>;
