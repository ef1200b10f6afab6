/**
 * session.expire: the login of a program is over because its time has come, and its keys with it, as a step
 * of the platform. No caller reaches it. Edges refuse its tokens by the clock, whether or not the step ran.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { endKeysOfLogins } from "../platform/login_keys.ts";
import { endedLogin } from "./login_facts.ts";
import { endOfSession } from "./session_document.ts";
import { endGrant } from "./session_end.ts";
import {
  type SessionState,
  sessionNotFound,
  sessionResource,
  statusOfSession,
} from "./session_noun.ts";
import { Session } from "./session_schema.ts";

export const sessionExpire = declareWrite<SessionState>()({
  id: "session.expire",
  summary: "End a login whose time has come",
  http: { method: "POST", path: "/sessions/expire" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  body: Type.Object(
    { sessionId: Type.String() },
    { title: "SessionExpiry", additionalProperties: false },
  ),
  output: Session,
  refusals: ["session_not_found", "state_conflict"],
  // What happens to the keys are events of their own realms, where `api_key.tell` records them.
  events: [],
  decide(state, { sessionId }, { dueMs = 0, nowMs: clockMs, place, realm }) {
    const session = state.sessions.byId(realm, sessionId);
    if (session?.login === undefined) return sessionNotFound(sessionId);
    const nowMs = Math.max(dueMs, clockMs);
    const { login } = session;
    const endsAtMs = endOfSession(session);
    const isNoted = session.revokedAtMs !== undefined || login.endedAtMs !== undefined;
    if (isNoted || endsAtMs > nowMs) {
      const actual = statusOfSession(session, nowMs);
      return refuse("state_conflict", "nothing is due of the login", { expected: "due", actual });
    }
    const fact = endedLogin(session, login);
    const keys = endKeysOfLogins(state, [sessionId], { revokedAtMs: endsAtMs, place });
    const grant = endGrant(state, login, "expired", { nowMs: endsAtMs, place });
    const reply = sessionResource(fact.session, nowMs);
    const effects = [...keys.effects, ...grant.effects];
    return { ...accept([fact, ...keys.facts, ...grant.facts], reply), effects };
  },
});
