/** api_key.revoke: a key ends for ever. Every edge knows it before the answer is sent. */
import { accept, declareWrite } from "../../contract/operation.ts";
import { audited } from "../audit/audit_note.ts";
import { keyOfProduct, refuseOver } from "../platform/api_key_rules.ts";
import { idsInState, shownKey, viewOfKey } from "../platform/api_key_view.ts";
import type { ApiKeyChanged } from "../platform/platform_facts.ts";
import { tellApiKey } from "../platform/platform_telling.ts";
import { askerOf, refuseRoleIn } from "../tenant/asker.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { ApiKey } from "./api_key_document.ts";
import { KeyPath } from "./api_key_draft.ts";

export const apiKeyRevoke = declareWrite<TenantState>()({
  id: "api_key.revoke",
  summary: "Revoke an API key",
  description:
    "No request with the key is accepted after the answer. A key that is over already is answered as it is.",
  tag: "API keys",
  http: { method: "POST", path: "/products/{productId}/api-keys/{apiKeyId}/revoke", status: 200 },
  principals: ["founder", "agent"],
  scope: "keys:write",
  permission: "keys:write@sandbox",
  acts: { on: "tenant" },
  path: KeyPath,
  output: ApiKey,
  refusals: ["resource_not_found", "missing_required_permission"],
  events: ["api_key.revoked"],
  prepare: askerOf,
  decide(state, input, context) {
    const { nowMs, place, realm, prepared } = context;
    const seen = keyOfProduct(state, input, realm);
    if ("refused" in seen) return seen;
    const { product, apiKey: before } = seen;
    const { realm: _, ...document } = before;
    const { apiKeyId, tenantId, environment, revision = 1 } = document;
    const refusal = refuseRoleIn(state, context, "keys:write", environment);
    if (refusal !== undefined) return refusal;
    const idsOf = idsInState(state);
    const viewBefore = viewOfKey(document, idsOf);
    const shownBefore = shownKey(viewBefore, nowMs);
    if (refuseOver(viewBefore, nowMs) !== undefined) return accept([], shownBefore);
    const apiKey = {
      ...document,
      status: "revoked" as const,
      revokedAtMs: nowMs,
      revision: revision + 1,
    };
    const fact: ApiKeyChanged = { kind: "api_key.revoked.1", apiKey };
    const view = viewOfKey(apiKey, idsOf);
    const shownAfter = shownKey(view, nowMs);
    const effects = tellApiKey("api_key.revoked", view, { product, place });
    return audited(
      { ...accept([fact], shownAfter), effects },
      {
        tenantIds: [tenantId],
        resource: { type: "api_key", id: apiKeyId },
        before: shownBefore,
        after: shownAfter,
      },
      prepared.from,
    );
  },
});
