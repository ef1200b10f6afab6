/** api_key.current.retrieve: the API key in use, without its secret, and the operations it may call. */
import { type Static, Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { EnvironmentName, Id, Timestamp } from "../../contract/formats.ts";
import { found } from "../../contract/found.ts";
import { declareRead } from "../../contract/operation.ts";
import { described } from "../../contract/schema_marks.ts";
import { operationIdsFor } from "../operation_ids.ts";

const ApiKey = Type.Object(
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
      Type.Union([Type.Literal("active"), Type.Literal("revoked")]),
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
type ApiKey = Static<typeof ApiKey>;

export const apiKeyCurrentRetrieve = declareRead({
  id: "api_key.current.retrieve",
  summary: "Retrieve the API key in use",
  description:
    "Who you are: the key that sent the request, its Product and environment, and the operations that it may call. The first request of a new client.",
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
