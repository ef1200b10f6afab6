/** What becomes of sessions, and what the edges are told of them. */
import type { AnnouncedSubject, Announcement } from "../../contract/declare/announcement.ts";
import type { Apply, DecisionContext } from "../../contract/declare/operation.ts";
import type { CallOrigin, NewCredential } from "../../contract/declare/preparation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { FoundRow } from "../../contract/tables/document_index.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import type { CredentialUseState } from "../credential_use/credential_use_state.ts";
import { forget } from "../credential_use/ended_credentials.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import {
  credentialOfLogin,
  credentialOfSession,
  SESSION_LASTS_MS,
  type SessionDocument,
} from "./session_document.ts";
import { type SessionFact, type SessionState, sessions } from "./session_noun.ts";

/** Sessions that ended long ago are removed. */
export const SESSIONS_FORGOTTEN = "sessions.forgotten.1";
export type SessionsForgotten = Fact & {
  kind: typeof SESSIONS_FORGOTTEN;
  sessionIds: readonly string[];
};

/** What becomes of a session may be decided in another realm. */
const change: Apply<SessionState> = ({ sessions: table }, fact) => {
  const session = sessions.of(fact) as SessionFact["session"];
  const key = table.keyOf(session.sessionId);
  const before = table.find(key);
  if (before !== undefined) table.set(key, { ...session, realm: before.realm });
};

export const sessionFacts: Record<string, Apply<SessionState & CredentialUseState>> = {
  ...sessions.manifest.facts,
  "session.changed.1": change,
  "session.revoked.1": change,
  [SESSIONS_FORGOTTEN]: (state, fact) =>
    forget(state.sessions, state, (fact as SessionsForgotten).sessionIds),
};

export function announcementOfSession(fact: Fact): Announcement | undefined {
  const session = sessions.of(fact);
  return session && announced(session);
}

/** The session or login that a view of the platform shard shows. */
export function foundSession(view: Snapshot, subject: AnnouncedSubject): Announcement | undefined {
  if (subject.kind !== "person_credential") return undefined;
  const found = sessions.find(view, PLATFORM_REALM, subject.id);
  return found && announced(found.document);
}

/** The session or login one of whose texts has the identity. */
export function sessionOfIdentity(view: Snapshot, identity: string): string | undefined {
  const row = view.get(PLATFORM_TABLE.sessionByIdentity, PLATFORM_REALM, identity);
  return row && `${sessions.prefix}_${decodeDocument<FoundRow>(row).key}`;
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
  return sessions.fact("begun", {
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
  });
}

export function revokedSession(session: SessionDocument, nowMs: number): SessionFact {
  return sessions.fact("revoked", { ...session, revokedAtMs: nowMs });
}
