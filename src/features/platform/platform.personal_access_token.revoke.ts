/** platform.personal_access_token.revoke: end a person's token, on every edge before the answer. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import type { PersonalAccessTokenState } from "../personal_access_token/personal_access_token_noun.ts";
import {
  PersonalAccessToken,
  PersonalAccessTokenPath,
} from "../personal_access_token/personal_access_token_schema.ts";
import { revokeToken } from "../personal_access_token/token_revocation.ts";
import { companiesOf } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { BY_OPERATOR } from "./platform_operation.ts";
import { AT_SOCKET } from "./platform_people.ts";

type State = PersonalAccessTokenState & TenantState;

export const platformPersonalAccessTokenRevoke = declareWrite<State>()({
  ...BY_OPERATOR,
  id: "platform.personal_access_token.revoke",
  summary: "Revoke a person's personal access token",
  http: { method: "POST", path: "/platform/personal-access-tokens/{personalAccessTokenId}/revoke" },
  acts: { on: "platform" },
  path: PersonalAccessTokenPath,
  output: PersonalAccessToken,
  refusals: ["resource_not_found"],
  events: [],
  decide(state, { personalAccessTokenId }, context) {
    const token = state.personalAccessTokens.byId(context.realm, personalAccessTokenId);
    if (token === undefined) {
      const message = noSuch("pat", personalAccessTokenId, "on this server");
      return refuse("resource_not_found", message, { resourceType: "personal_access_token" });
    }
    const tenantIds = companiesOf(state, token.userId);
    return revokeToken(token, context, { tenantIds, from: AT_SOCKET });
  },
});
