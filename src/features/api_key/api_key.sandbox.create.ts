/** api_key.sandbox.create: a member makes a key of the sandbox, and is shown its text once. */
import { accept, declareWrite } from "../../contract/operation.ts";
import { parseTimestamp } from "../../contract/timestamp_text.ts";
import { audited } from "../audit/audit_note.ts";
import { browserKeyOnlyOperationIds } from "../operation_ids.ts";
import { expiryOf, keyMade, refuseManyKeys } from "../platform/api_key_making.ts";
import { shownKey } from "../platform/api_key_view.ts";
import { tellApiKey } from "../platform/platform_telling.ts";
import { productNotFound, refuseInactive } from "../platform/product_making.ts";
import { askerOf, ORIGIN_OF, refuseScopes } from "../tenant/asker.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { ApiKeyDraft, issuesOfKey, KeysPath, NewApiKey, refuseExpiry } from "./api_key_draft.ts";

export const apiKeySandboxCreate = declareWrite<TenantState>()({
  id: "api_key.sandbox.create",
  summary: "Make an API key of the sandbox",
  description:
    "The answer shows the key once. The key reaches the operations that its scopes open now: what comes later needs a new key. It can have only scopes that you have.",
  tag: "API keys",
  http: { method: "POST", path: "/products/{productId}/api-keys/sandbox", status: 201 },
  principals: ["founder", "agent"],
  scope: "keys:write",
  permission: "keys:write@sandbox",
  acts: { on: "tenant" },
  path: KeysPath,
  body: ApiKeyDraft,
  output: NewApiKey,
  refusals: [
    "resource_not_found",
    "product_access_suspended",
    "missing_required_scope",
    "state_constraint_failed",
  ],
  events: ["api_key.created"],
  check: issuesOfKey,
  prepare: async (input, tools) => ({
    ...(await askerOf(input, tools)),
    newKey: tools.newApiKey("sandbox"),
  }),
  decide(state, { productId, name, scopes, expiresAt, allowedCidrs }, context) {
    const { nowMs, place, realm, prepared } = context;
    const product = state.products.get(realm, productId);
    if (product === undefined) return productNotFound(productId);
    const askedMs = expiresAt === undefined ? undefined : parseTimestamp(expiresAt);
    const refusal =
      refuseInactive(product) ??
      refuseScopes(state, context, scopes, "sandbox") ??
      refuseExpiry(askedMs, nowMs) ??
      refuseManyKeys(state, productId, "sandbox");
    if (refusal !== undefined) return refusal;
    const origin = ORIGIN_OF[prepared.kind];
    const expiresAtMs = expiryOf(origin, askedMs, nowMs);
    const draft = {
      environment: "sandbox",
      name,
      scopes,
      origin,
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
