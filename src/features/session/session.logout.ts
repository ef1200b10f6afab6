/** session.logout: end the session that calls, and remove its cookie. */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { declareWrite } from "../../contract/declare/operation.ts";
import { originOf } from "../own_person.ts";
import { companiesOf } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import type { SessionState } from "./session_noun.ts";
import { revokeSession } from "./session_revocation.ts";

export const sessionLogout = declareWrite<SessionState & TenantState>()({
  id: "session.logout",
  summary: "Log out",
  description:
    "Revokes the session in use and removes its cookie. Open to a session without a second factor.",
  http: { method: "POST", path: "/sessions/current/logout", status: 204 },
  principals: ["session"],
  scope: undefined,
  mfa: "never",
  head: { session: "ends" },
  acts: { on: "platform" },
  output: Type.Null(),
  refusals: [],
  events: [],
  prepare: originOf,
  decide(state, _input, context) {
    const session = state.sessions.byId(context.realm, context.principal.principalId);
    invariant(session !== undefined, "the session that calls is there");
    const tenantIds = companiesOf(state, session.userId);
    const from = context.prepared;
    return { ...revokeSession(state, session, context, { tenantIds, from }), reply: undefined };
  },
  respond: () => "",
});
