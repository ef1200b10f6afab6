/**
 * The end of sessions before their time. With the login of a program its keys end, and with that of an agent
 * its grant, in the same decision: no moment has the one without the other.
 */
import type { Place } from "../../base/id.ts";
import type { Effect } from "../../contract/declare/effect.ts";
import type { Fact } from "../../contract/records/record.ts";
import { endedGrant } from "../agent/agent_facts.ts";
import { grantById } from "../agent/agent_state.ts";
import { tellGrant } from "../agent/agent_telling.ts";
import { endApprovals } from "../agent/approval_end.ts";
import { endKeysOfLogins } from "../platform/login_keys.ts";
import { isSessionInForce, type Login, type SessionDocument } from "./session_document.ts";
import { revokedSession } from "./session_facts.ts";
import type { SessionState } from "./session_noun.ts";

/** What a decision about the end of sessions knows: the time, and the place of its record. */
type At = { nowMs: number; place: Place };
export type EndedSessions = {
  facts: readonly Fact[];
  effects: readonly Effect[];
  /** The keys that ended with logins. */
  apiKeyIds: readonly string[];
};

/** The most active sessions of a person: in browsers, of programs, and of agents that the person let in. */
export const SESSIONS_MAX = 100;
export const LOGINS_MAX = 20;
export const AGENT_LOGINS_MAX = 100;
const MOST: Readonly<Record<SessionDocument["kind"], number>> = {
  browser: SESSIONS_MAX,
  cli: LOGINS_MAX,
  agent: AGENT_LOGINS_MAX,
};

/** Ends the sessions, which are in force. */
export function endSessions(
  state: SessionState,
  sessions: readonly SessionDocument[],
  { nowMs, place }: At,
): EndedSessions {
  const logins = sessions.flatMap(({ login, sessionId }) => (login === undefined ? [] : sessionId));
  const keys = endKeysOfLogins(state, logins, { revokedAtMs: nowMs, place });
  const revoked = sessions.map((session) => revokedSession(session, nowMs));
  const grants = sessions.map(({ login }) => endGrant(state, login, "revoked", { nowMs, place }));
  return {
    ...keys,
    facts: [...revoked, ...keys.facts, ...grants.flatMap(({ facts }) => facts)],
    effects: [...keys.effects, ...grants.flatMap(({ effects }) => effects)],
  };
}

/** The end of the grant whose login has ended; nothing of a login that is of no agent. */
export function endGrant(
  state: SessionState,
  login: Login | undefined,
  how: "revoked" | "expired",
  at: At,
): { facts: Fact[]; effects: Effect[] } {
  const { agentGrantId } = login ?? {};
  const grant = agentGrantId === undefined ? undefined : grantById(state, agentGrantId);
  if (grant?.status !== "active") return { facts: [], effects: [] };
  const ended = endedGrant(grant, how, at.nowMs);
  const approvals = endApprovals(state, grant.agentGrantId, at);
  const told = tellGrant(state, `agent_grant.${how}`, ended.agentGrant, at);
  return { facts: [ended, ...approvals.facts], effects: [...told, ...approvals.effects] };
}

/** Ends the person's sessions that are in force, but for those that `isKept`. */
export function endSessionsOf(
  state: SessionState,
  userId: string,
  at: At,
  isKept: (session: SessionDocument) => boolean = () => false,
): EndedSessions {
  const ended = inForce(state, userId, at.nowMs).filter((session) => !isKept(session));
  return endSessions(state, ended, at);
}

/** Ends the oldest sessions of the kind, so that one more of the person may begin. */
export function endBeyond(
  state: SessionState,
  { userId, kind }: Pick<SessionDocument, "userId" | "kind">,
  at: At,
): EndedSessions {
  const active = inForce(state, userId, at.nowMs)
    .filter((session) => session.kind === kind)
    .sort((one, other) => (one.sessionId < other.sessionId ? -1 : 1));
  return endSessions(state, active.slice(0, Math.max(0, active.length - MOST[kind] + 1)), at);
}

function inForce({ sessions }: SessionState, userId: string, nowMs: number): SessionDocument[] {
  return sessions.inGroup("user", userId).filter((session) => isSessionInForce(session, nowMs));
}
