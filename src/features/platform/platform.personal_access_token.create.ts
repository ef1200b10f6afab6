/**
 * platform.personal_access_token.create: make a token for a person, and show its text once. The token acts in live
 * too, so the owners of the company are told by mail.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";
import { audited } from "../audit/audit_note.ts";
import {
  type PersonalAccessTokenState,
  personalAccessTokenResource,
} from "../personal_access_token/personal_access_token_noun.ts";
import { PersonalAccessToken } from "../personal_access_token/personal_access_token_schema.ts";
import {
  newToken,
  scopeIssues,
  TokenName,
  TokenScopes,
} from "../personal_access_token/token_draft.ts";
import { companiesOf } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { tokenScopes } from "../token_scopes.ts";
import { mailsOfCredential } from "../user/operator_credential_mails.ts";
import { userNotFound } from "../user/user_noun.ts";
import type { UserState } from "../user/user_state.ts";
import { BY_OPERATOR } from "./platform_operation.ts";
import { AT_SOCKET } from "./platform_people.ts";

type State = PersonalAccessTokenState & TenantState & UserState;

export const platformPersonalAccessTokenCreate = declareWrite<State>()({
  ...BY_OPERATOR,
  id: "platform.personal_access_token.create",
  summary: "Make a personal access token for a person",
  http: { method: "POST", path: "/platform/personal-access-tokens", status: 201 },
  acts: { on: "platform" },
  body: Type.Object(
    {
      userId: Id("usr"),
      tenantId: Id("ten"),
      name: TokenName,
      scopes: Type.Optional(TokenScopes),
      expiresAt: Type.Optional(Timestamp),
    },
    { title: "PlatformPersonalAccessTokenDraft", additionalProperties: false },
  ),
  output: PersonalAccessToken,
  refusals: ["resource_not_found", "state_constraint_failed"],
  events: [],
  check: scopeIssues,
  prepare: async (_input, { newCredential }) => newCredential("pat"),
  decide(state, { userId, tenantId, scopes = tokenScopes(), ...draft }, context) {
    const person = state.users.byId(context.realm, userId);
    if (person === undefined) return userNotFound(userId);
    const tenantIds = companiesOf(state, userId);
    if (!tenantIds.includes(tenantId)) {
      const message = noSuch("ten", tenantId, "of this person");
      return refuse("resource_not_found", message, { resourceType: "tenant" });
    }
    // No second factor was given at the socket.
    const owner = { userId, tenantId, mfa: false };
    const fact = newToken(state, owner, { ...draft, scopes }, context.prepared, context);
    if ("refused" in fact) return fact;
    const after = personalAccessTokenResource(fact.personalAccessToken, context.nowMs);
    const resource = { type: "personal_access_token", id: after.personalAccessTokenId };
    const decision = accept([fact], { ...after, token: context.prepared.text });
    const which = `the personal access token "${draft.name}" for ${person.displayName}`;
    const effects = mailsOfCredential(state, tenantId, which);
    return audited({ ...decision, effects }, { tenantIds, resource, after }, AT_SOCKET);
  },
});
