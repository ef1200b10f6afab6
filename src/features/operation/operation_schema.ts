/** An operation on the wire: one request that the platform decided, and what came of it. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  EnvironmentName,
  HttpStatus,
  Id,
  Timestamp,
  Uuid,
} from "../../contract/values/formats.ts";
import { PrincipalType } from "./operation_principal.ts";

/**
 * `running`: decided, and its work is under way, or nobody knows yet how it ended: an advance of a
 * sandbox's clock, a provider that is asked. `failed`: a request that was answered with a status of
 * 500 or more and left no record.
 */
export const OperationStatus = Type.Union(
  ["running", "succeeded", "refused", "failed"].map((status) => Type.Literal(status)),
  {
    title: "OperationStatus",
    description:
      "`running`: its work is under way, such as an advance of a sandbox clock, or its ending is not known yet; `httpStatus` is then that of the last answer. `refused`: answered with a 4xx. `failed`: answered with a 5xx, without a record.",
  },
);

export const OperationResource = Type.Object(
  {
    type: Type.String({ description: "The kind of thing, such as `transfer`." }),
    id: Type.String({ description: "Id to retrieve the thing by." }),
  },
  {
    title: "OperationResource",
    description: "What it made or changed.",
    additionalProperties: false,
  },
);
export type OperationResource = Static<typeof OperationResource>;

/** What caused an operation: a call over one of three transports, a clock, the platform, a provider. */
export const OperationCause = Type.Union([
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
    principal: described(
      Type.Object(
        {
          type: described(
            PrincipalType,
            "`product_key`; `user`: a session or a token of a member; `agent`: a grant of an agent; `system`: a step that was due.",
          ),
          id: described(
            Type.String(),
            "Id of the key, session, token or grant; of `system` the name of what acted.",
          ),
        },
        {
          title: "OperationPrincipal",
          description: "The credential that an operation was called with.",
          additionalProperties: false,
        },
      ),
      "The credential that asked, or the platform's own steps.",
    ),
    actor: described(Actor, "Who acted."),
    status: OperationStatus,
    finalized: Type.Boolean({ description: "Nothing of it is still running." }),
    httpStatus: HttpStatus,
    errorCode: Type.Optional(
      described(Type.String(), "Code of the refusal; absent where it succeeded."),
    ),
    idempotencyKey: Type.Optional(
      described(Uuid, "The key that the request was sent with; absent for reads and due steps."),
    ),
    requestDigest: Type.Optional(
      Type.String({ description: "Equal for equal writes; hexadecimal. Reads have none." }),
    ),
    resource: Type.Optional(OperationResource),
    receiptId: Type.Optional(
      described(Id("rcpt"), "The receipt; absent where the operation left no record."),
    ),
    parentOperationId: Type.Optional(
      described(
        Id("op"),
        "The operation that caused this one: the advance of a clock, for a due step.",
      ),
    ),
    cause: described(
      OperationCause,
      "How it came: a call over `api`, `graphql` or `mcp`, or a step of the `clock`, the `platform` or a `provider`.",
    ),
    requestId: described(Type.String(), "Value of `x-request-id` of the call."),
    startedAt: described(Timestamp, "When it was decided: real time."),
    finishedAt: Type.Optional(
      described(
        { ...Timestamp, description: "Absent while it is running." },
        "When it ended; absent while it is running.",
      ),
    ),
  },
  {
    title: "Operation",
    description: "One request that was decided, and what came of it.",
    additionalProperties: false,
  },
);
export type OperationDocument = Static<typeof OperationDocument>;
