/** Sessions as reads show them: with their last use. Each person sees the own sessions only. */
import type { ReadContext } from "../../contract/operation.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { lastUseOf } from "../credential_use/credential_use_state.ts";
import type { SessionDocument } from "./session_document.ts";
import { sessionResource, sessions } from "./session_resource.ts";

/** The session as of now. */
export function seenSession(snapshot: Snapshot, session: SessionDocument, nowMs: number) {
  return sessionResource(session, nowMs, lastUseOf(snapshot, session.sessionId)?.atMs);
}

/** The person's session with the id; undefined alike for unknown, malformed and foreign ids. */
export function ownSession(
  snapshot: Snapshot,
  { realm }: Pick<ReadContext, "realm">,
  { sessionId, userId }: { sessionId: string; userId: string },
): SessionDocument | undefined {
  const session = sessions.find(snapshot, realm, sessionId)?.document;
  return session?.userId === userId ? session : undefined;
}
