/** What the end of a token leaves: its fact, and the note in the feeds of the person's companies. */
import { accept, type DecisionContext } from "../../contract/declare/operation.ts";
import type { CallOrigin } from "../../contract/declare/preparation.ts";
import { audited } from "../audit/audit_note.ts";
import type { PersonalAccessTokenDocument } from "./personal_access_token_document.ts";
import { revokedToken } from "./personal_access_token_facts.ts";
import { personalAccessTokenResource } from "./personal_access_token_noun.ts";

/** Ends the token; one that was revoked before is shown unchanged. */
export function revokeToken(
  token: PersonalAccessTokenDocument,
  { nowMs }: Pick<DecisionContext, "nowMs">,
  { tenantIds, from }: { tenantIds: readonly string[]; from: CallOrigin },
) {
  const before = personalAccessTokenResource(token, nowMs);
  if (token.revokedAtMs !== undefined) return accept([], before);
  const fact = revokedToken(token, nowMs);
  const after = personalAccessTokenResource(fact.personalAccessToken, nowMs);
  const resource = { type: "personal_access_token", id: token.personalAccessTokenId };
  return audited(accept([fact], after), { tenantIds, resource, before, after }, from);
}
