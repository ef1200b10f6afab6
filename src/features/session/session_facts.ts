/** The facts about sessions: each carries the whole session as it is afterwards. */
import type { Announcement } from "../../contract/announcement.ts";
import type { Apply, DecisionContext } from "../../contract/operation.ts";
import type { CallOrigin, NewCredential } from "../../contract/preparation.ts";
import type { Fact } from "../../contract/record.ts";
import { putDocument } from "../../contract/resource.ts";
import { credentialOfSession, SESSION_LASTS_MS, type SessionDocument } from "./session_document.ts";
import type { SessionState } from "./session_state.ts";

export type SessionFact = Fact & {
  kind: "session.begun.1" | "session.revoked.1";
  session: Omit<SessionDocument, "realm">;
};

const put = putDocument<SessionState, SessionDocument>(
  ({ sessions }) => sessions,
  (fact) => {
    const { session } = fact as SessionFact;
    return { id: session.sessionId, document: session };
  },
);

/** Sessions are in the platform's realm, whichever realm the record is in. */
export const sessionFacts: Record<SessionFact["kind"], Apply<SessionState>> = {
  "session.begun.1": put,
  "session.revoked.1": (state, fact) => {
    const { session } = fact as SessionFact;
    const before = state.sessions.find(state.sessions.keyOf(session.sessionId));
    if (before === undefined) return;
    state.sessions.set(state.sessions.keyOf(session.sessionId), {
      ...session,
      realm: before.realm,
    });
  },
};

export function announcementOfSession(fact: Fact): Announcement | undefined {
  if (fact.kind !== "session.begun.1" && fact.kind !== "session.revoked.1") return undefined;
  return { kind: "session", session: credentialOfSession((fact as SessionFact).session) };
}

export function* announcementsOfSessions({ sessions }: SessionState): Generator<Announcement> {
  for (const session of sessions.values()) {
    yield { kind: "session", session: credentialOfSession(session) };
  }
}

/** A new session. `credential`: its text goes to the browser, and nowhere else. */
export function newSession(
  { userId, tenantId, mfa }: Pick<SessionDocument, "userId" | "tenantId" | "mfa">,
  { identity, digest }: Omit<NewCredential, "text">,
  { address, userAgent }: CallOrigin,
  { nowMs, newId }: Pick<DecisionContext, "nowMs" | "newId">,
): SessionFact {
  return {
    kind: "session.begun.1",
    session: {
      sessionId: newId("ses"),
      userId,
      tenantId,
      kind: "browser",
      mfa,
      identity,
      digest,
      ipAddress: address,
      userAgent,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + SESSION_LASTS_MS,
    },
  };
}

/** The revocations of the person's sessions that are in force, but for those that `isKept`. */
export function revokedSessions(
  { sessions }: SessionState,
  userId: string,
  nowMs: number,
  isKept: (session: SessionDocument) => boolean = () => false,
): SessionFact[] {
  return sessions.inGroup("user", userId).flatMap((session) => {
    const isOver = session.revokedAtMs !== undefined || nowMs >= session.expiresAtMs;
    return isOver || isKept(session) ? [] : [revokedSession(session, nowMs)];
  });
}

export function revokedSession(
  { realm: _, ...session }: SessionDocument,
  nowMs: number,
): SessionFact {
  return { kind: "session.revoked.1", session: { ...session, revokedAtMs: nowMs } };
}

/** The most active sessions of a person. */
export const SESSIONS_MAX = 100;

/** The revocations, oldest session first, after which a further session of the person may begin. */
export function revokedBeyond(
  { sessions }: SessionState,
  userId: string,
  nowMs: number,
): SessionFact[] {
  const active = sessions
    .inGroup("user", userId)
    .filter(({ revokedAtMs, expiresAtMs }) => revokedAtMs === undefined && nowMs < expiresAtMs)
    .sort((one, other) => (one.sessionId < other.sessionId ? -1 : 1));
  const over = Math.max(0, active.length - SESSIONS_MAX + 1);
  return active.slice(0, over).map((session) => revokedSession(session, nowMs));
}
