/** session.revoke: end one of the caller's sessions. Every edge knows it before the answer is sent. */
import { declareWrite } from "../../contract/operation.ts";
import { originOf } from "../own_person.ts";
import { companiesOf } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { sessionNotFound } from "./session_resource.ts";
import { revokeSession } from "./session_revocation.ts";
import { Session, SessionPath } from "./session_schema.ts";
import type { SessionState } from "./session_state.ts";

export const sessionRevoke = declareWrite<SessionState & TenantState>()({
  id: "session.revoke",
  summary: "Revoke one of your sessions",
  description:
    "The session ends at once, everywhere; with the login of a program its tokens and the API keys that it made end too. One that was revoked before stays as it is.",
  tag: "Start",
  http: { method: "POST", path: "/sessions/{sessionId}/revoke", status: 200 },
  principals: ["founder", "session"],
  scope: undefined,
  acts: { on: "platform" },
  path: SessionPath,
  output: Session,
  refusals: ["session_not_found"],
  events: [],
  prepare: originOf,
  decide(state, { sessionId }, context) {
    const userId = context.actor.id;
    const session = state.sessions.byId(context.realm, sessionId);
    if (session?.userId !== userId) return sessionNotFound(sessionId);
    const tenantIds = companiesOf(state, userId);
    return revokeSession(state, session, context, { tenantIds, from: context.prepared });
  },
});
