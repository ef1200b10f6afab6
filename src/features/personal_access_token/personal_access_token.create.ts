/** personal_access_token.create: make a token, and show its text once. */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { audited } from "../audit/audit_note.ts";
import { companiesOf } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import {
  type PersonalAccessTokenState,
  personalAccessTokenResource,
} from "./personal_access_token_noun.ts";
import { PersonalAccessToken } from "./personal_access_token_schema.ts";
import { newToken, PersonalAccessTokenDraft, scopeIssues } from "./token_draft.ts";

export const personalAccessTokenCreate = declareWrite<PersonalAccessTokenState & TenantState>()({
  id: "personal_access_token.create",
  summary: "Create a personal access token",
  description:
    "For programs that act for you in the company that this session acts for. `token` is in this answer alone. Whether the session was verified with a second factor is a part of the token, for as long as it lasts.",
  http: { method: "POST", path: "/personal-access-tokens", status: 201 },
  principals: ["session"],
  scope: undefined,
  acts: { on: "platform" },
  body: PersonalAccessTokenDraft,
  output: PersonalAccessToken,
  refusals: ["missing_required_permission", "state_constraint_failed"],
  events: [],
  check: scopeIssues,
  async prepare(_input, { caller, newCredential, from }) {
    const [tenantId, mfa] = caller.kind === "session" ? [caller.tenantId, caller.mfa] : ["", false];
    return { credential: newCredential("pat"), tenantId, mfa, from };
  },
  decide(state, draft, context) {
    const { credential, tenantId, mfa, from } = context.prepared;
    const userId = context.actor.id;
    const tenantIds = companiesOf(state, userId);
    if (!tenantIds.includes(tenantId)) return refuseWithoutCompany();
    const fact = newToken(state, { userId, tenantId, mfa }, draft, credential, context);
    if ("refused" in fact) return fact;
    const after = personalAccessTokenResource(fact.personalAccessToken, context.nowMs);
    const resource = { type: "personal_access_token", id: after.personalAccessTokenId };
    const decision = accept([fact], { ...after, token: credential.text });
    return audited(decision, { tenantIds, resource, after }, from);
  },
});

function refuseWithoutCompany(): Refusal<"missing_required_permission"> {
  const message = "a token acts for a company, and the caller is no member of one";
  return refuse("missing_required_permission", message, { permission: "member", role: "none" });
}
