/** Sessions as reads show them: with their last use. Each person sees the own sessions only. */
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { lastUseOf } from "../credential_use/credential_use_state.ts";
import { isOwn, type Owner } from "../own_person.ts";
import type { SessionDocument } from "./session_document.ts";
import { sessionResource, sessions } from "./session_resource.ts";

/** The session as of now. */
export function seenSession(snapshot: Snapshot, session: SessionDocument, nowMs: number) {
  return sessionResource(session, nowMs, lastUseOf(snapshot, session.sessionId)?.atMs);
}

/** The owner's session with the id; undefined alike for unknown, malformed and foreign ids. */
export function ownSession(
  snapshot: Snapshot,
  { realm }: Pick<ReadContext, "realm">,
  { sessionId, owner }: { sessionId: string; owner: Owner },
): SessionDocument | undefined {
  const session = sessions.find(snapshot, realm, sessionId)?.document;
  return session !== undefined && isOwn(session, owner) ? session : undefined;
}
