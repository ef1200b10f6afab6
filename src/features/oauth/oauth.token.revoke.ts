/** oauth.token.revoke: a program gives a token back (RFC 7009). */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { SECRET } from "../../contract/declare/redaction.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import { CLIENT_ID_MAX } from "../oauth_client/client_address.ts";
import { given, refuseOauth } from "../oauth_refusal.ts";
import { loginOfIdentity, withoutAccess } from "../session/login_facts.ts";
import { isSessionInForce } from "../session/session_document.ts";
import { revokeSession } from "../session/session_revocation.ts";
import { companiesOf } from "../tenant/tenant_facts.ts";
import { isDigestIn } from "../user/one_time_code.ts";
import type { GrantState } from "./token_answer.ts";

export const oauthTokenRevoke = declareWrite<GrantState>()({
  id: "oauth.token.revoke",
  summary: "Give a token back",
  description:
    "A refresh token ends its login with all its tokens and keys; an access token ends alone. The answer is 200 and `{}`, for a token that is unknown or over too (RFC 7009, 2.2).",
  http: { method: "POST", path: "/oauth/revoke" },
  principals: ["public"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  takes: "form",
  oauth: { addressBudget: "ip" },
  body: Type.Object(
    {
      token: Type.Optional(
        // RFC 7009, 2.2: "invalid tokens do not cause an error response", and one that is too long is none.
        Type.String({ description: "The refresh or access token.", ...SECRET }),
      ),
      token_type_hint: Type.Optional(
        Type.String({ description: "Not looked at: the token says what it is." }),
      ),
      client_id: Type.Optional(
        Type.String({
          maxLength: CLIENT_ID_MAX,
          description: "What the program was called when it asked to be let in.",
        }),
      ),
    },
    { title: "TokenRevocation", description: "What a program gives back." },
  ),
  output: Type.Object({}, { title: "TokenRevoked", additionalProperties: false }),
  refusals: ["invalid_request", "state_constraint_failed"],
  events: [],
  prepare: async ({ token }, { readCredential, from }) => {
    const presented = readCredential(given(token) ?? "");
    return { ...(presented !== undefined && { presented }), from };
  },
  decide(state, { token, client_id }, context) {
    if (given(token) === undefined) {
      return refuseIssues([{ code: "required", message: "token is missing", path: ["token"] }]);
    }
    const { nowMs, prepared } = context;
    const { presented, from } = prepared;
    const session = presented && loginOfIdentity(state, presented.identity);
    if (presented === undefined || session === undefined || !isSessionInForce(session, nowMs)) {
      return accept([], {});
    }
    const access = session.access?.find(({ digest }) => isDigestIn(digest, presented.digests));
    const isKnown = presented.word === "refresh" || access !== undefined;
    const clientId = given(client_id);
    if (isKnown && clientId !== undefined && clientId !== session.login.clientId) {
      return refuseOauth("invalid_grant", "the token is none of this client");
    }
    // Whether the token is the current one or an earlier one, its login ends.
    if (presented.word === "refresh") {
      const tenantIds = companiesOf(state, session.userId);
      return { ...revokeSession(state, session, context, { tenantIds, from }), reply: {} };
    }
    return accept(access === undefined ? [] : [withoutAccess(session, access)], {});
  },
});
