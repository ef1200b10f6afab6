/** api_key.sandbox.create: a member makes a key of the sandbox, and is shown its text once. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuseManyKeysOfLogin } from "../platform/login_keys.ts";
import { productNotFound, refuseInactive } from "../platform/product_making.ts";
import type { SessionState } from "../session/session_noun.ts";
import { askerOf, ORIGIN_OF, refuseEndedLogin } from "../tenant/asker.ts";
import { createdKey } from "../tenant/created_key.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { issuesOfKey, KeysPath, NewApiKey, SandboxApiKeyDraft } from "./api_key_draft.ts";

export const apiKeySandboxCreate = declareWrite<TenantState & SessionState>()({
  id: "api_key.sandbox.create",
  summary: "Make an API key of the sandbox",
  description:
    "The answer shows the key once. The key reaches the operations that its scopes open now: what comes later needs a new key. It can have only scopes that you have; one that a program makes which you let in can have those that your role permits in the sandbox, and ends with that program's login.",
  http: { method: "POST", path: "/products/{productId}/api-keys/sandbox", status: 201 },
  principals: COMPANY_CALLERS,
  scope: "keys:write",
  permission: "keys:write@sandbox",
  acts: { on: "tenant" },
  path: KeysPath,
  body: SandboxApiKeyDraft,
  output: NewApiKey,
  refusals: [
    "session_revoked",
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
  decide(state, { productId, ...draft }, context) {
    const { nowMs, prepared, realm } = context;
    const ended = refuseEndedLogin(state, prepared, nowMs);
    if (ended !== undefined) return ended;
    const product = state.products.get(realm, productId);
    if (product === undefined) return productNotFound(productId);
    const refusal = refuseInactive(product) ?? refuseManyKeysOfLogin(state, prepared.loginId);
    if (refusal !== undefined) return refusal;
    const made = { environment: "sandbox", origin: ORIGIN_OF[prepared.kind] } as const;
    return createdKey(state, product, draft, made, context);
  },
});
