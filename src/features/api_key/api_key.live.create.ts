/** api_key.live.create: a member makes a key of live, in a browser and with a second factor. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { productNotFound, refuseUnusable } from "../platform/product_making.ts";
import { askerOf } from "../tenant/asker.ts";
import { createdKey } from "../tenant/created_key.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { ApiKeyDraft, issuesOfKey, KeysPath, NewApiKey } from "./api_key_draft.ts";

export const apiKeyLiveCreate = declareWrite<TenantState>()({
  id: "api_key.live.create",
  summary: "Make an API key of live",
  description:
    "By a person in a browser whose login was verified with a second factor, for a Product that is active and activated. The answer shows the key once. The key lasts 90 days at most.",
  http: { method: "POST", path: "/products/{productId}/api-keys/live", status: 201 },
  principals: ["session"],
  scope: undefined,
  permission: "keys:write@live",
  mfa: "always",
  acts: { on: "tenant" },
  path: KeysPath,
  body: ApiKeyDraft,
  output: NewApiKey,
  refusals: [
    "resource_not_found",
    "product_access_suspended",
    "product_activation_required",
    "missing_required_scope",
    "state_constraint_failed",
  ],
  events: ["api_key.created"],
  check: issuesOfKey,
  prepare: async (input, tools) => ({
    ...(await askerOf(input, tools)),
    newKey: tools.newApiKey("live"),
  }),
  decide(state, { productId, ...draft }, context) {
    const product = state.products.get(context.realm, productId);
    if (product === undefined) return productNotFound(productId);
    const refusal = refuseUnusable(product, "live");
    if (refusal !== undefined) return refusal;
    const made = { environment: "live", origin: "browser" } as const;
    return createdKey(state, product, draft, made, context);
  },
});
