/** api_key.revoke: a key ends for ever. Every edge knows it before the answer is sent. */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { findsIn } from "../../contract/declare/reach.ts";
import { apiKeyNotFound, keyOfProduct, refuseOver } from "../platform/api_key_rules.ts";
import { idsInState, shownKey, viewOfKey } from "../platform/api_key_view.ts";
import { askerOf, refuseRoleIn } from "../tenant/asker.ts";
import { keyChanged } from "../tenant/key_change.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { ApiKey } from "./api_key_document.ts";
import { KeyPath } from "./api_key_draft.ts";

export const apiKeyRevoke = declareWrite<TenantState>()({
  id: "api_key.revoke",
  summary: "Revoke an API key",
  description:
    "No request with the key is accepted after the answer. A key that is over already is answered as it is. An agent finds one of live by a call in live.",
  http: { method: "POST", path: "/products/{productId}/api-keys/{apiKeyId}/revoke" },
  principals: COMPANY_CALLERS,
  scope: "keys:write",
  permission: "keys:write@sandbox",
  acts: { on: "tenant" },
  path: KeyPath,
  output: ApiKey,
  refusals: ["resource_not_found", "missing_required_permission"],
  events: ["api_key.revoked"],
  prepare: async (input, tools) => ({
    ...(await askerOf(input, tools)),
    environment: tools.environment,
  }),
  decide(state, input, context) {
    const { nowMs, realm } = context;
    const seen = keyOfProduct(state, input, realm);
    if ("refused" in seen) return seen;
    const { product, apiKey } = seen;
    const { prepared } = context;
    if (!findsIn(prepared, prepared.environment, apiKey.environment)) {
      return apiKeyNotFound(input.apiKeyId);
    }
    const { realm: _, ...before } = apiKey;
    const refusal = refuseRoleIn(state, context, "keys:write", before.environment);
    if (refusal !== undefined) return refusal;
    const view = viewOfKey(before, idsInState(state));
    if (refuseOver(view, nowMs) !== undefined) return accept([], shownKey(view, nowMs));
    const after = { ...before, status: "revoked" as const, revokedAtMs: nowMs };
    return keyChanged(state, { before, after, product }, "api_key.revoked", context);
  },
});
