/**
 * The end of a login of which something was used twice that is good for once: nobody can say who is the thief
 * (RFC 6749, 4.1.2; RFC 9700, 4.14.2).
 */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { auditNote } from "../audit/audit_note.ts";
import { refuseOauth } from "../oauth_refusal.ts";
import type { SessionDocument } from "../session/session_document.ts";
import { endSessions } from "../session/session_end.ts";
import { sessionResource } from "../session/session_noun.ts";
import type { GrantState, Tokens } from "./token_answer.ts";

const SAYS = {
  refresh_token_reused: "the refresh token was used before: the login has ended",
  authorization_code_reused: "the code was used before: the login has ended",
} as const;

/** Ends the login, which is in force, and says so in its company's feed. */
export function refuseReused(
  state: GrantState,
  session: SessionDocument,
  { nowMs, place, prepared }: DecisionContext<Tokens>,
  reason: keyof typeof SAYS,
): Refusal<"state_constraint_failed"> {
  const { facts, effects, apiKeyIds } = endSessions(state, [session], { nowMs, place });
  const before = sessionResource(session, nowMs);
  const after = {
    ...sessionResource({ ...session, revokedAtMs: nowMs }, nowMs),
    reason,
    ...(apiKeyIds.length > 0 && { revokedApiKeyIds: apiKeyIds }),
  };
  const resource = { type: "session", id: session.sessionId };
  const note = {
    tenantIds: [session.tenantId],
    resource,
    before,
    after,
    byPlatform: true as const,
  };
  const kept = { facts: [...facts, auditNote(note, prepared.from)], effects };
  return refuseOauth("invalid_grant", SAYS[reason], kept);
}
