/** api_key.current.retrieve: the API key in use, without its secret, and the operations it may call. */
import { type Static, Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { EnvironmentName, Id, Timestamp } from "../../contract/formats.ts";
import { found } from "../../contract/found.ts";
import { declareRead } from "../../contract/operation.ts";
import { operationIdsFor } from "../operation_ids.ts";

const ApiKey = Type.Object(
  {
    apiKeyId: Id("key"),
    tenantId: Id("ten"),
    productId: Id("prod"),
    environment: EnvironmentName,
    name: Type.String(),
    prefix: Type.String({ description: "How the key's text starts: enough to tell keys apart." }),
    scopes: Type.Array(Type.String()),
    operationIds: Type.Array(Type.String(), { description: "Operations that the key may call." }),
    status: Type.Union([Type.Literal("active"), Type.Literal("revoked")]),
    origin: Type.Union([Type.Literal("browser"), Type.Literal("cli"), Type.Literal("agent")]),
    createdAt: Timestamp,
    expiresAt: Type.Optional(Timestamp),
  },
  { title: "ApiKey", additionalProperties: false },
);
type ApiKey = Static<typeof ApiKey>;

export const apiKeyCurrentRetrieve = declareRead({
  id: "api_key.current.retrieve",
  summary: "Retrieve the API key in use",
  tag: "API keys",
  http: { method: "GET", path: "/api-keys/current", status: 200 },
  principals: ["product_key"],
  scope: undefined,
  output: ApiKey,
  refusals: [],
  read(_snapshot, _input, { caller }) {
    invariant(caller.kind === "product_key", "an operation for Product keys is called with one");
    const { key: apiKey } = caller;
    const { environment, scopes } = apiKey;
    const resource: ApiKey = {
      apiKeyId: apiKey.apiKeyId,
      tenantId: apiKey.tenantId,
      productId: apiKey.productId,
      environment,
      name: apiKey.name,
      prefix: apiKey.prefix,
      scopes: [...scopes],
      operationIds: operationIdsFor(apiKey),
      status: apiKey.status,
      origin: apiKey.origin,
      createdAt: isoTime(apiKey.createdAtMs),
      ...(apiKey.expiresAtMs !== undefined && { expiresAt: isoTime(apiKey.expiresAtMs) }),
    };
    return found(resource);
  },
});
