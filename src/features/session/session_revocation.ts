/** What the end of a session leaves: its fact, and the note in the feeds of the person's companies. */
import { accept, type DecisionContext } from "../../contract/operation.ts";
import type { CallOrigin } from "../../contract/preparation.ts";
import { audited } from "../audit/audit_note.ts";
import type { SessionDocument } from "./session_document.ts";
import { revokedSession } from "./session_facts.ts";
import { sessionResource } from "./session_resource.ts";

/** Ends the session; one that was revoked before is shown unchanged. */
export function revokeSession(
  session: SessionDocument,
  { nowMs }: Pick<DecisionContext, "nowMs">,
  { tenantIds, from }: { tenantIds: readonly string[]; from: CallOrigin },
) {
  const before = sessionResource(session, nowMs);
  if (session.revokedAtMs !== undefined) return accept([], before);
  const fact = revokedSession(session, nowMs);
  const after = sessionResource(fact.session, nowMs);
  const resource = { type: "session", id: session.sessionId };
  return audited(accept([fact], after), { tenantIds, resource, before, after }, from);
}
