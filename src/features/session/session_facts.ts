/** The facts about sessions: each carries the whole session as it is afterwards. */
import type { Announcement } from "../../contract/announcement.ts";
import type { Apply, DecisionContext } from "../../contract/operation.ts";
import type { CallOrigin, NewCredential } from "../../contract/preparation.ts";
import type { Fact } from "../../contract/record.ts";
import { putDocument } from "../../contract/resource.ts";
import {
  credentialOfLogin,
  credentialOfSession,
  SESSION_LASTS_MS,
  type SessionDocument,
} from "./session_document.ts";
import type { SessionState } from "./session_state.ts";

export type SessionFact = Fact & {
  kind: "session.begun.1" | "session.changed.1" | "session.revoked.1";
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
  "session.changed.1": change,
  "session.revoked.1": change,
};

function change({ sessions }: SessionState, fact: Fact): void {
  const { session } = fact as SessionFact;
  const key = sessions.keyOf(session.sessionId);
  const before = sessions.find(key);
  if (before !== undefined) sessions.set(key, { ...session, realm: before.realm });
}

export function announcementOfSession(fact: Fact): Announcement | undefined {
  switch (fact.kind) {
    case "session.begun.1":
    case "session.changed.1":
    case "session.revoked.1":
      return announced((fact as SessionFact).session);
    default:
      return undefined;
  }
}

export function* announcementsOfSessions({ sessions }: SessionState): Generator<Announcement> {
  for (const session of sessions.values()) yield announced(session);
}

function announced(session: SessionFact["session"]): Announcement {
  const { login } = session;
  return login === undefined
    ? { kind: "session", session: credentialOfSession(session) }
    : { kind: "login", login: credentialOfLogin(session, login) };
}

/** A new session of a browser. `credential`: its text goes to the browser, and nowhere else. */
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

export function revokedSession(
  { realm: _, ...session }: SessionDocument,
  nowMs: number,
): SessionFact {
  return { kind: "session.revoked.1", session: { ...session, revokedAtMs: nowMs } };
}
