/** session.revoke: end one of the caller's sessions. Every edge knows it before the answer is sent. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { EVERYBODY } from "../../contract/declare/roles.ts";
import { askingOwner, isOwn } from "../own_person.ts";
import { companiesOf } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { type SessionState, sessionNotFound } from "./session_noun.ts";
import { revokeSession } from "./session_revocation.ts";
import { Session, SessionPath } from "./session_schema.ts";

export const sessionRevoke = declareWrite<SessionState & TenantState>()({
  id: "session.revoke",
  summary: "Revoke one of your sessions",
  description:
    "The session ends at once, everywhere; with the login of a program its tokens and the API keys that it made end too. One that was revoked before stays as it is. A token ends those of its company; a login ends itself without a scope.",
  http: { method: "POST", path: "/sessions/{sessionId}/revoke" },
  principals: PEOPLE,
  scope: "sessions:write",
  ofItself: {
    by: "sessionId",
    because:
      "A program that ends its own login takes nothing from anybody, and should not need more than it has for that.",
  },
  permission: EVERYBODY,
  acts: { on: "platform" },
  path: SessionPath,
  output: Session,
  refusals: ["session_not_found"],
  events: [],
  prepare: askingOwner,
  decide(state, { sessionId }, context) {
    const { owner, from } = context.prepared;
    const session = state.sessions.byId(context.realm, sessionId);
    if (session === undefined || !isOwn(session, owner)) return sessionNotFound(sessionId);
    const tenantIds = companiesOf(state, owner.userId);
    return revokeSession(state, session, context, { tenantIds, from });
  },
});
