/** api_key.live.create: a member makes a key of live, in a browser and with a second factor. */
import { accept, declareWrite } from "../../contract/operation.ts";
import { parseTimestamp } from "../../contract/timestamp_text.ts";
import { audited } from "../audit/audit_note.ts";
import { browserKeyOnlyOperationIds } from "../operation_ids.ts";
import { expiryOf, keyMade, refuseManyKeys } from "../platform/api_key_making.ts";
import { shownKey } from "../platform/api_key_view.ts";
import { tellApiKey } from "../platform/platform_telling.ts";
import { productNotFound, refuseUnusable } from "../platform/product_making.ts";
import { askerOf, refuseScopes } from "../tenant/asker.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { ApiKeyDraft, issuesOfKey, KeysPath, NewApiKey, refuseExpiry } from "./api_key_draft.ts";

export const apiKeyLiveCreate = declareWrite<TenantState>()({
  id: "api_key.live.create",
  summary: "Make an API key of live",
  description:
    "By a person in a browser whose login was verified with a second factor, for a Product that is active and activated. The answer shows the key once. The key lasts 90 days at most.",
  tag: "API keys",
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
  decide(state, { productId, name, scopes, expiresAt, allowedCidrs }, context) {
    const { nowMs, place, realm, prepared } = context;
    const product = state.products.get(realm, productId);
    if (product === undefined) return productNotFound(productId);
    const askedMs = expiresAt === undefined ? undefined : parseTimestamp(expiresAt);
    const refusal =
      refuseUnusable(product, "live") ??
      refuseScopes(state, context, scopes, "live") ??
      refuseExpiry(askedMs, nowMs) ??
      refuseManyKeys(state, productId, "live");
    if (refusal !== undefined) return refusal;
    const expiresAtMs = expiryOf("browser", askedMs, nowMs);
    const draft = {
      environment: "live",
      name,
      scopes,
      origin: "browser",
      allowedCidrs,
      expiresAtMs,
    } as const;
    const { facts, view } = keyMade(state, product, draft, prepared.newKey, nowMs);
    const after = shownKey(view, nowMs);
    const reply = {
      ...after,
      key: prepared.newKey.text,
      browserKeyOnlyOperationIds: browserKeyOnlyOperationIds(),
    };
    const effects = tellApiKey("api_key.created", view, { product, place });
    const note = {
      tenantIds: [product.tenantId],
      resource: { type: "api_key", id: view.apiKeyId },
      after,
    };
    return audited({ ...accept(facts, reply), effects }, note, prepared.from);
  },
});
