/** platform.api_key.create: record a Product API key. */
import { Type } from "@sinclair/typebox";
import { ExternalId } from "../../contract/formats.ts";
import { accept } from "../../contract/operation.ts";
import { refuse } from "../../contract/refusal.ts";
import { BY_OPERATOR, Document, Name, write } from "./platform_operation.ts";
import type { ApiKeyDocument } from "./platform_state.ts";

export const apiKeyCreate = write({
  ...BY_OPERATOR,
  id: "platform.api_key.create",
  summary: "Record a Product API key",
  http: { method: "POST", path: "/platform/api-keys", status: 201 },
  body: Type.Object({
    productId: Type.String(),
    apiKeyId: Type.String(),
    environment: Type.Union([Type.Literal("sandbox"), Type.Literal("live")]),
    name: Name,
    prefix: Type.String(),
    digest: Type.String(),
    scopes: Type.Array(ExternalId),
    expiresAtMs: Type.Optional(Type.Integer()),
  }),
  output: Document,
  refusals: ["resource_not_found"],
  events: ["api_key.created"],
  decide(state, input, { nowMs, scope }) {
    const product = state.products.get(scope, input.productId);
    if (product === undefined) {
      return refuse("resource_not_found", `no Product ${input.productId}`, {
        resourceType: "product",
      });
    }
    const apiKey: Omit<ApiKeyDocument, "scope"> = {
      ...input,
      tenantId: product.tenantId,
      status: "active",
      origin: "cli",
      slot: state.apiKeys.size,
      createdAtMs: nowMs,
    };
    return accept([{ kind: "api_key.created.1", apiKey } as { kind: string }], apiKey);
  },
});
