/** What the end of a session leaves: its facts, and the note in the feeds of the person's companies. */
import { accept, type DecisionContext } from "../../contract/declare/operation.ts";
import type { CallOrigin } from "../../contract/declare/preparation.ts";
import { audited } from "../audit/audit_note.ts";
import type { SessionDocument } from "./session_document.ts";
import { endSessions } from "./session_end.ts";
import { type SessionState, sessionResource } from "./session_noun.ts";

/**
 * Ends the session, and the keys of a login with it; one that was revoked before is shown unchanged. The
 * note names the keys.
 */
export function revokeSession(
  state: SessionState,
  session: SessionDocument,
  { nowMs, place }: Pick<DecisionContext, "nowMs" | "place">,
  { tenantIds, from }: { tenantIds: readonly string[]; from: CallOrigin },
) {
  const before = sessionResource(session, nowMs);
  if (session.revokedAtMs !== undefined) return accept([], before);
  const { facts, effects, apiKeyIds } = endSessions(state, [session], { nowMs, place });
  const after = sessionResource({ ...session, revokedAtMs: nowMs }, nowMs);
  const resource = { type: "session", id: session.sessionId };
  const noted = apiKeyIds.length === 0 ? after : { ...after, revokedApiKeyIds: apiKeyIds };
  const decision = { ...accept(facts, after), effects };
  return audited(decision, { tenantIds, resource, before, after: noted }, from);
}
