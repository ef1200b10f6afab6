/** Tokens as reads show them: with their last use. Each person sees the own tokens only. */
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { lastUseOf } from "../credential_use/credential_use_state.ts";
import { isOwn, type Owner } from "../own_person.ts";
import type { PersonalAccessTokenDocument } from "./personal_access_token_document.ts";
import {
  personalAccessTokenResource,
  personalAccessTokens,
} from "./personal_access_token_resource.ts";

/** The token as of now. */
export function seenToken(snapshot: Snapshot, token: PersonalAccessTokenDocument, nowMs: number) {
  const lastUsedAtMs = lastUseOf(snapshot, token.personalAccessTokenId)?.atMs;
  return personalAccessTokenResource(token, nowMs, lastUsedAtMs);
}

/** The owner's token with the id; undefined alike for unknown, malformed and foreign ids. */
export function ownToken(
  snapshot: Snapshot,
  { realm }: Pick<ReadContext, "realm">,
  { personalAccessTokenId, owner }: { personalAccessTokenId: string; owner: Owner },
): PersonalAccessTokenDocument | undefined {
  const token = personalAccessTokens.find(snapshot, realm, personalAccessTokenId)?.document;
  return token !== undefined && isOwn(token, owner) ? token : undefined;
}
