/** The session as a resource, and the one function that renders it. */
import { suffixOf } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import { forgottenAtMs } from "../../contract/messages/credential_end.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { entriesOfGroup, foundOfOne } from "../../contract/tables/stored_index.ts";
import type { AgentState } from "../agent/agent_state.ts";
import { declareNoun, type FactOf, type StatePartOf } from "../noun.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { endOfSession, isSessionInForce, type SessionDocument } from "./session_document.ts";
import { type SESSION_STATUSES, Session } from "./session_schema.ts";

export const sessions = declareNoun<SessionDocument>()({
  noun: "session",
  plural: "sessions",
  prefix: "ses",
  readScope: "activity:read",
  output: Session,
  notFoundCode: "session_not_found",
  notFound: sessionNotFound,
  table: { code: PLATFORM_TABLE.session },
  private: ["digest", "identity", "access"],
  show: (session) => sessionResource(session, session.createdAtMs),
  search: { title: ({ userAgent }) => userAgent },
  groups: {
    user: ({ userId }) => userId,
    login: ({ login, identity }) => (login === undefined ? undefined : identity),
  },
  deadlineOf: (session) =>
    session.login === undefined ||
    session.revokedAtMs !== undefined ||
    session.login.endedAtMs !== undefined
      ? undefined
      : endOfSession(session),
  stored: {
    realmOf: () => PLATFORM_REALM,
    groups: {
      user: entriesOfGroup(
        { table: PLATFORM_TABLE.sessionByUser, realm: PLATFORM_REALM },
        (userId) => suffixOf("usr", userId),
      ),
      login: foundOfOne({ table: PLATFORM_TABLE.sessionByIdentity, inRealm: PLATFORM_REALM }),
    },
    deadlines: PLATFORM_TABLE.sessionDue,
    forgotten: {
      table: PLATFORM_TABLE.sessionForgotten,
      atMsOf: (session) => forgottenAtMs({ ...session, expiresAtMs: endOfSession(session) }),
    },
  },
  indexes: [
    {
      name: "session_by_user",
      table: PLATFORM_TABLE.sessionByUser,
      textsOf: ({ userId }) => [suffixOf("usr", userId) as string],
    },
  ],
  finders: [
    {
      name: "session_by_identity",
      table: PLATFORM_TABLE.sessionByIdentity,
      inRealm: PLATFORM_REALM,
      textsOf: identitiesOf,
    },
  ],
  happenings: { begun: {}, changed: {}, revoked: {} },
});

/** Sessions are in the platform's realm, as is the record that begins one. */
export type SessionState = AgentState & StatePartOf<typeof sessions>;
export type SessionFact = FactOf<typeof sessions>;

/** The identities of the session's texts, each once: of the cookie, or of the refresh and access tokens. */
function identitiesOf({ identity, access = [] }: SessionDocument): string[] {
  return [...new Set([identity, ...access.map((token) => token.identity)])];
}

export function sessionNotFound(sessionId: string): Refusal<"session_not_found"> {
  return refuse("session_not_found", noSuch("ses", sessionId, "of this person"), { sessionId });
}

export function statusOfSession(
  session: Pick<SessionDocument, "revokedAtMs" | "expiresAtMs" | "login">,
  nowMs: number,
): (typeof SESSION_STATUSES)[number] {
  if (session.revokedAtMs !== undefined) return "revoked";
  return isSessionInForce(session, nowMs) ? "active" : "expired";
}

/** The session in answers. `lastUsedAtMs`: as far as it was noted. */
export function sessionResource(
  session: Omit<SessionDocument, "realm" | "digest" | "identity" | "access">,
  nowMs: number,
  lastUsedAtMs?: number,
): Session {
  const { sessionId, userId, tenantId, kind, mfa, ipAddress, userAgent, revokedAtMs, login } =
    session;
  return {
    sessionId,
    userId,
    ...(tenantId !== "" && { tenantId }),
    kind,
    mfa,
    ipAddress,
    userAgent,
    status: statusOfSession(session, nowMs),
    createdAt: isoTime(session.createdAtMs),
    ...(lastUsedAtMs !== undefined && { lastUsedAt: isoTime(lastUsedAtMs) }),
    expiresAt: isoTime(session.expiresAtMs),
    ...(login !== undefined && {
      clientId: login.clientId,
      scopes: [...login.scopes],
      idleExpiresAt: isoTime(login.idleEndsAtMs),
      ...(login.agentGrantId !== undefined && { agentGrantId: login.agentGrantId }),
    }),
    ...(revokedAtMs !== undefined && { revokedAt: isoTime(revokedAtMs) }),
  };
}
