/**
 * The end of sessions before their time. With a login of the command line its keys end, in the same
 * decision: no moment has the one without the other.
 */
import type { Place } from "../../base/id.ts";
import type { Effect } from "../../contract/effect.ts";
import type { Fact } from "../../contract/record.ts";
import { endKeysOfLogins } from "../platform/login_keys.ts";
import type { PlatformState } from "../platform/platform_state.ts";
import { isSessionInForce, type SessionDocument } from "./session_document.ts";
import { revokedSession } from "./session_facts.ts";
import type { SessionState } from "./session_state.ts";

/** What a decision about the end of sessions knows: the time, and the place of its record. */
type At = { nowMs: number; place: Place };
export type EndedSessions = {
  facts: readonly Fact[];
  effects: readonly Effect[];
  /** The keys that ended with logins. */
  apiKeyIds: readonly string[];
};

/** The most active sessions of a person: in browsers, and as many logins of the command line. */
export const SESSIONS_MAX = 100;
export const LOGINS_MAX = 20;

/** Ends the sessions, which are in force. */
export function endSessions(
  state: PlatformState,
  sessions: readonly SessionDocument[],
  { nowMs, place }: At,
): EndedSessions {
  const logins = sessions.flatMap(({ login, sessionId }) => (login === undefined ? [] : sessionId));
  const keys = endKeysOfLogins(state, logins, { revokedAtMs: nowMs, place });
  const revoked = sessions.map((session) => revokedSession(session, nowMs));
  return { ...keys, facts: [...revoked, ...keys.facts] };
}

/** Ends the person's sessions that are in force, but for those that `isKept`. */
export function endSessionsOf(
  state: SessionState & PlatformState,
  userId: string,
  at: At,
  isKept: (session: SessionDocument) => boolean = () => false,
): EndedSessions {
  const ended = inForce(state, userId, at.nowMs).filter((session) => !isKept(session));
  return endSessions(state, ended, at);
}

/** Ends the oldest sessions of the kind, so that one more of the person may begin. */
export function endBeyond(
  state: SessionState & PlatformState,
  { userId, kind }: Pick<SessionDocument, "userId" | "kind">,
  at: At,
): EndedSessions {
  const active = inForce(state, userId, at.nowMs)
    .filter((session) => session.kind === kind)
    .sort((one, other) => (one.sessionId < other.sessionId ? -1 : 1));
  const most = kind === "browser" ? SESSIONS_MAX : LOGINS_MAX;
  return endSessions(state, active.slice(0, Math.max(0, active.length - most + 1)), at);
}

function inForce({ sessions }: SessionState, userId: string, nowMs: number): SessionDocument[] {
  return sessions.inGroup("user", userId).filter((session) => isSessionInForce(session, nowMs));
}
