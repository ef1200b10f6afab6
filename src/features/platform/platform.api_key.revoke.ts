/** platform.api_key.revoke: revoke a Product API key. */
import { Type } from "@sinclair/typebox";
import { accept } from "../../contract/operation.ts";
import { refuse } from "../../contract/refusal.ts";
import { BY_OPERATOR, Document, write } from "./platform_operation.ts";

export const apiKeyRevoke = write({
  ...BY_OPERATOR,
  id: "platform.api_key.revoke",
  summary: "Revoke a Product API key",
  http: { method: "POST", path: "/platform/api-keys/{apiKeyId}/revoke", status: 200 },
  path: Type.Object({ apiKeyId: Type.String() }),
  output: Document,
  refusals: ["resource_not_found"],
  events: ["api_key.revoked"],
  decide(state, { apiKeyId }, { nowMs, scope }) {
    const before = state.apiKeys.get(scope, apiKeyId);
    if (before === undefined) {
      return refuse("resource_not_found", `no API key ${apiKeyId}`, { resourceType: "api_key" });
    }
    const { scope: _scope, ...document } = before;
    if (before.status === "revoked") return accept([], document);
    const apiKey = { ...document, status: "revoked" as const, revokedAtMs: nowMs };
    return accept([{ kind: "api_key.revoked.1", apiKey } as { kind: string }], apiKey);
  },
});
