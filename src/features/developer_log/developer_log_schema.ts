/** A developer log entry on the wire: one request that a credential made, and its answer. */
import { type Static, Type } from "@sinclair/typebox";
import { EnvironmentName, Id, Timestamp } from "../../contract/formats.ts";

const Body = Type.Unknown({
  description:
    "As it was, but for personal data and unknown fields. Absent when it was too long, and of a read that succeeded.",
});
const Bytes = Type.Integer({ minimum: 0, description: "How long the body was." });

const SUMMARY = {
  developerLogId: Id("dlog"),
  requestId: Type.String({ description: "Value of `x-request-id`." }),
  operationId: Id("op"),
  operation: Type.String({ description: "Its id, `transfer.create`." }),
  productId: Id("prod"),
  environment: EnvironmentName,
  method: Type.String({ description: "HTTP method." }),
  path: Type.String({ description: "Without the query." }),
  query: Type.Optional(Type.String({ description: "Without free text." })),
  status: Type.Integer({ description: "HTTP status; 499 when the client had gone." }),
  errorCode: Type.Optional(Type.String({ description: "Code of the refusal." })),
  durationMs: Type.Number({ minimum: 0 }),
  principal: Type.Object(
    {
      type: Type.Literal("product_key"),
      id: Id("key"),
      keyPrefix: Type.String({ description: "How the key's text starts." }),
    },
    { title: "DeveloperLogPrincipal", additionalProperties: false },
  ),
  ipAddress: Type.String({ description: "Where the request came from." }),
  userAgent: Type.String(),
  idempotencyKeyDigest: Type.Optional(
    Type.String({ description: "SHA-256 of the idempotency key, hexadecimal." }),
  ),
  createdAt: Timestamp,
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
    request: Type.Object(
      {
        headers: Type.Record(Type.String(), Type.String(), {
          description: "Those that the platform reads; the credential is never kept.",
        }),
        bodyBytes: Bytes,
        body: Type.Optional(Body),
      },
      { title: "DeveloperLogRequest", additionalProperties: false },
    ),
    response: Type.Object(
      { bodyBytes: Bytes, body: Type.Optional(Body) },
      { title: "DeveloperLogResponse", additionalProperties: false },
    ),
  },
  {
    title: "DeveloperLogDetail",
    description: "A request that a credential made, with what was said.",
    additionalProperties: false,
  },
);
export type DeveloperLogDetail = Static<typeof DeveloperLogDetail>;
