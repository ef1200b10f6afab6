/** An API key as answers show it: without its secret, and with the operations that it may call. */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { EnvironmentName, Id, Timestamp } from "../../contract/formats.ts";
import type { ApiKeyView } from "../../contract/principal.ts";
import { described } from "../../contract/schema_marks.ts";
import { operationIdsFor } from "../operation_ids.ts";

export const ApiKey = Type.Object(
  {
    apiKeyId: Id("key"),
    tenantId: Id("ten"),
    productId: Id("prod"),
    environment: EnvironmentName,
    name: described(Type.String(), "What its maker called the key."),
    prefix: Type.String({ description: "How the key's text starts: enough to tell keys apart." }),
    scopes: described(Type.Array(Type.String()), "What the key may do; see `catalog.scope.list`."),
    operationIds: Type.Array(Type.String(), { description: "Operations that the key may call." }),
    status: described(
      Type.Union([Type.Literal("active"), Type.Literal("rolling"), Type.Literal("revoked")]),
      "`active`, or `revoked` for ever.",
    ),
    origin: described(
      Type.Union([Type.Literal("browser"), Type.Literal("cli"), Type.Literal("agent")]),
      "Where the key was made.",
    ),
    createdAt: described(Timestamp, "When the key was made."),
    expiresAt: Type.Optional(
      described(Timestamp, "When the key stops working; absent where it never does."),
    ),
  },
  {
    title: "ApiKey",
    description: "A key of one Product in one environment, without its secret.",
    additionalProperties: false,
  },
);
export type ApiKey = Static<typeof ApiKey>;

export function apiKeyDocument(apiKey: ApiKeyView): ApiKey {
  return {
    apiKeyId: apiKey.apiKeyId,
    tenantId: apiKey.tenantId,
    productId: apiKey.productId,
    environment: apiKey.environment,
    name: apiKey.name,
    prefix: apiKey.prefix,
    scopes: [...apiKey.scopes],
    operationIds: [...(apiKey.operationIds ?? operationIdsFor(apiKey))],
    status: apiKey.status,
    origin: apiKey.origin,
    createdAt: isoTime(apiKey.createdAtMs),
    ...(apiKey.expiresAtMs !== undefined && { expiresAt: isoTime(apiKey.expiresAtMs) }),
  };
}
