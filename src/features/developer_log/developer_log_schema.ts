/** A developer log entry on the wire: one request that a credential made, and its answer. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { EnvironmentName, Id, Timestamp } from "../../contract/values/formats.ts";

const Body = Type.Unknown({
  description:
    "As it was, but for personal data and unknown fields. Absent when it was too long, and of a read that succeeded.",
});
const Bytes = Type.Integer({ minimum: 0, description: "How long the body was." });

const SUMMARY = {
  developerLogId: Id("dlog"),
  requestId: Type.String({ description: "Value of `x-request-id`." }),
  traceId: Type.Optional(
    Type.String({ description: "The trace that the request's `traceparent` named (W3C)." }),
  ),
  operationId: described(Id("op"), "The operation of the request: opaque, starts with `op_`."),
  operation: Type.String({ description: "Its id, `transfer.create`." }),
  productId: Id("prod"),
  environment: EnvironmentName,
  method: Type.String({ description: "HTTP method of the request, upper-case." }),
  path: Type.String({ description: "Without the query." }),
  query: Type.Optional(Type.String({ description: "Without free text." })),
  status: Type.Integer({ description: "HTTP status; 499 when the client had gone." }),
  errorCode: Type.Optional(
    Type.String({ description: "Code of the refusal; absent where the request succeeded." }),
  ),
  durationMs: described(
    Type.Number({ minimum: 0 }),
    "Milliseconds from the end of the request's head to the answer.",
  ),
  principal: described(
    Type.Object(
      {
        type: described(
          Type.Union([Type.Literal("product_key"), Type.Literal("user"), Type.Literal("agent")]),
          "`product_key`; `user`: a session or a token of a member; `agent`: a grant of an agent.",
        ),
        id: Type.String({ description: "Id of the key, session, token or grant." }),
        keyPrefix: Type.Optional(
          Type.String({ description: "How the key's text starts; absent for what is no key." }),
        ),
      },
      {
        title: "DeveloperLogPrincipal",
        description: "The credential that a request was made with.",
        additionalProperties: false,
      },
    ),
    "The credential of the request.",
  ),
  ipAddress: Type.String({ description: "Where the request came from." }),
  userAgent: described(
    Type.String(),
    "Value of the `User-Agent` header; empty where none was sent.",
  ),
  idempotencyKeyDigest: Type.Optional(
    Type.String({ description: "SHA-256 of the idempotency key, hexadecimal." }),
  ),
  createdAt: described(Timestamp, "When the request arrived: real time."),
};

export const DeveloperLog = Type.Object(SUMMARY, {
  title: "DeveloperLog",
  description: "A request that a credential made, reads and refusals too.",
  additionalProperties: false,
});
export type DeveloperLog = Static<typeof DeveloperLog>;

export const DeveloperLogDetail = Type.Object(
  {
    ...SUMMARY,
    request: described(
      Type.Object(
        {
          headers: Type.Record(Type.String(), Type.String(), {
            description: "Those that the platform reads; the credential is never kept.",
          }),
          bodyBytes: Bytes,
          body: Type.Optional(Body),
        },
        {
          title: "DeveloperLogRequest",
          description: "What a client sent.",
          additionalProperties: false,
        },
      ),
      "What was sent.",
    ),
    response: described(
      Type.Object(
        { bodyBytes: Bytes, body: Type.Optional(Body) },
        {
          title: "DeveloperLogResponse",
          description: "What a client was answered.",
          additionalProperties: false,
        },
      ),
      "What was answered.",
    ),
  },
  {
    title: "DeveloperLogDetail",
    description: "A request that a credential made, with what was said.",
    additionalProperties: false,
  },
);
export type DeveloperLogDetail = Static<typeof DeveloperLogDetail>;
