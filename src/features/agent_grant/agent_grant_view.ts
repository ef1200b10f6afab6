/** The grant as reads show it, with the times that its login has: of its last use, and of its end. */
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { AgentGrantDocument } from "../agent/agent_document.ts";
import { agentGrantResource } from "../agent/agent_nouns.ts";
import { lastUseOf } from "../credential_use/credential_use_state.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { sessions } from "../session/session_noun.ts";

export function seenGrant(
  snapshot: Snapshot,
  grant: Omit<AgentGrantDocument, "realm">,
  { nowMs }: Pick<ReadContext, "nowMs">,
) {
  const { sessionId } = grant;
  if (sessionId === undefined) return agentGrantResource(grant, nowMs);
  const login = sessions.find(snapshot, PLATFORM_REALM, sessionId)?.document.login;
  return agentGrantResource(grant, nowMs, {
    idleEndsAtMs: login?.idleEndsAtMs,
    lastUsedAtMs: lastUseOf(snapshot, sessionId)?.atMs,
  });
}
