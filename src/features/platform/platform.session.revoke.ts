/** platform.session.revoke: end a person's session, on every edge before the answer. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import type { SessionState } from "../session/session_noun.ts";
import { revokeSession } from "../session/session_revocation.ts";
import { Session, SessionPath } from "../session/session_schema.ts";
import { companiesOf } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { BY_OPERATOR } from "./platform_operation.ts";
import { AT_SOCKET } from "./platform_people.ts";

export const platformSessionRevoke = declareWrite<SessionState & TenantState>()({
  ...BY_OPERATOR,
  id: "platform.session.revoke",
  summary: "Revoke a person's session",
  http: { method: "POST", path: "/platform/sessions/{sessionId}/revoke" },
  acts: { on: "platform" },
  path: SessionPath,
  output: Session,
  refusals: ["session_not_found"],
  events: [],
  decide(state, { sessionId }, context) {
    const session = state.sessions.byId(context.realm, sessionId);
    if (session === undefined) {
      return refuse("session_not_found", noSuch("ses", sessionId, "on this server"), { sessionId });
    }
    const tenantIds = companiesOf(state, session.userId);
    return revokeSession(state, session, context, { tenantIds, from: AT_SOCKET });
  },
});
