/** The end of grants before their time, together with their logins and the keys that are bound to them. */
import type { Effect } from "../../contract/declare/effect.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { AgentGrantDocument } from "../agent/agent_document.ts";
import { endedGrant } from "../agent/agent_facts.ts";
import { tellGrant } from "../agent/agent_telling.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { isSessionInForce } from "../session/session_document.ts";
import { endSessions } from "../session/session_end.ts";
import type { SessionState } from "../session/session_noun.ts";

type At = Parameters<typeof endSessions>[2];

/** The facts that end active grants and their logins, and the effects that tell of it. */
export function endGrants(
  state: SessionState,
  grants: readonly AgentGrantDocument[],
  at: At,
): { facts: Fact[]; effects: Effect[] } {
  const logins = grants.flatMap(({ sessionId }) => {
    const session = sessionId && state.sessions.byId(PLATFORM_REALM, sessionId);
    return session && isSessionInForce(session, at.nowMs) ? [session] : [];
  });
  const withLogin = new Set(logins.map(({ login }) => login?.agentGrantId));
  const ended = endSessions(state, logins, at);
  const others = grants
    .filter(({ agentGrantId }) => !withLogin.has(agentGrantId))
    .map((grant) => endedGrant(grant, "revoked", at.nowMs));
  return {
    facts: [...ended.facts, ...others],
    effects: [
      ...ended.effects,
      ...others.flatMap(({ agentGrant }) =>
        tellGrant(state, "agent_grant.revoked", agentGrant, at),
      ),
    ],
  };
}
