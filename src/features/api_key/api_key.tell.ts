/**
 * api_key.tell: the platform records in the realm of an API key what the platform shard has decided
 * about the key. No caller reaches the operation; its key is that of the effect that asks for it.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { Fact, StoredRecord } from "../../contract/records/record.ts";
import { EnvironmentName, Id } from "../../contract/values/formats.ts";
import { ApiKey, ApiKeyStatus, apiKeyDocument } from "./api_key_document.ts";
import { apiKeysTold } from "./api_key_told.ts";

const Milliseconds = Type.Integer({ minimum: 0 });

export const apiKeyTell = declareWrite<object>()({
  id: "api_key.tell",
  summary: "Record a change of an API key",
  description:
    "Done by the platform when the key was made, changed, rolled or revoked, or ends soon.",
  http: { method: "POST", path: "/api-keys/tell" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object(
    {
      type: Type.Union(apiKeysTold.types.map((type) => Type.Literal(type))),
      apiKey: Type.Object({
        apiKeyId: Id("key"),
        tenantId: Id("ten"),
        productId: Id("prod"),
        environment: EnvironmentName,
        name: Type.String(),
        prefix: Type.String(),
        scopes: Type.Array(Type.String()),
        operationIds: Type.Optional(Type.Array(Type.String())),
        allowedCidrs: Type.Optional(Type.Array(Type.String())),
        mcp: Type.Optional(Type.Boolean()),
        status: ApiKeyStatus,
        origin: Type.Union([Type.Literal("browser"), Type.Literal("cli"), Type.Literal("agent")]),
        createdAtMs: Milliseconds,
        expiresAtMs: Type.Optional(Milliseconds),
        endsAtMs: Type.Optional(Milliseconds),
        revokedAtMs: Type.Optional(Milliseconds),
        boundGrantId: Type.Optional(Type.String()),
        replacedBy: Type.Optional(Type.String()),
        revision: Type.Optional(Type.Integer({ minimum: 1 })),
      }),
      origin: Type.Integer({ minimum: 1 }),
    },
    { title: "ApiKeyTelling", additionalProperties: false },
  ),
  output: ApiKey,
  refusals: [],
  events: apiKeysTold.types,
  decide(_state, { type, apiKey, origin }) {
    return accept([apiKeysTold.fact(type, origin, apiKeyDocument(apiKey))]);
  },
  respond: ({ facts }: StoredRecord) => JSON.stringify(apiKeysTold.shownIn(facts[0] as Fact)),
});
