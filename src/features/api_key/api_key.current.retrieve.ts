/** api_key.current.retrieve: the API key in use, without its secret, and the operations it may call. */
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { found } from "../../contract/found.ts";
import { declareRead } from "../../contract/operation.ts";
import { operationIdsFor } from "../operation_ids.ts";
import { ApiKey } from "./api_key_schema.ts";

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
