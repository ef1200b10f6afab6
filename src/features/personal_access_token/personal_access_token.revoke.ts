/** personal_access_token.revoke: end one of the caller's tokens, on every edge before the answer. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { EVERYBODY } from "../../contract/declare/roles.ts";
import { askingOwner, isOwn } from "../own_person.ts";
import { companiesOf } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import {
  type PersonalAccessTokenState,
  personalAccessTokenNotFound,
} from "./personal_access_token_noun.ts";
import { PersonalAccessToken, PersonalAccessTokenPath } from "./personal_access_token_schema.ts";
import { revokeToken } from "./token_revocation.ts";

export const personalAccessTokenRevoke = declareWrite<PersonalAccessTokenState & TenantState>()({
  id: "personal_access_token.revoke",
  summary: "Revoke one of your personal access tokens",
  description:
    "The token ends at once, everywhere. One that was revoked before stays as it is. A token ends those of its company, and itself without a scope.",
  http: { method: "POST", path: "/personal-access-tokens/{personalAccessTokenId}/revoke" },
  principals: PEOPLE,
  scope: "tokens:write",
  ofItself: {
    by: "personalAccessTokenId",
    because:
      "Whoever has a token that has leaked, or is not needed any more, should be able to end it with nothing but the token.",
  },
  permission: EVERYBODY,
  acts: { on: "platform" },
  path: PersonalAccessTokenPath,
  output: PersonalAccessToken,
  refusals: ["resource_not_found"],
  events: [],
  prepare: askingOwner,
  decide(state, { personalAccessTokenId }, context) {
    const { owner, from } = context.prepared;
    const token = state.personalAccessTokens.byId(context.realm, personalAccessTokenId);
    if (token === undefined || !isOwn(token, owner)) {
      return personalAccessTokenNotFound(personalAccessTokenId);
    }
    const tenantIds = companiesOf(state, owner.userId);
    return revokeToken(token, context, { tenantIds, from });
  },
});
