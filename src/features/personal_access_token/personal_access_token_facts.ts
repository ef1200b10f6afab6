/** The facts about personal access tokens: each carries the whole token as it is afterwards. */
import type { AnnouncedSubject, Announcement } from "../../contract/declare/announcement.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { FoundRow } from "../../contract/tables/document_index.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import type { CredentialUseState } from "../credential_use/credential_use_state.ts";
import { forget } from "../credential_use/ended_credentials.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import {
  credentialOfToken,
  type PersonalAccessTokenDocument,
} from "./personal_access_token_document.ts";
import {
  type PersonalAccessTokenFact,
  type PersonalAccessTokenState,
  personalAccessTokens,
} from "./personal_access_token_noun.ts";

/** Tokens that ended long ago are removed. */
export const TOKENS_FORGOTTEN = "personal_access_tokens.forgotten.1";
export type TokensForgotten = Fact & {
  kind: typeof TOKENS_FORGOTTEN;
  personalAccessTokenIds: readonly string[];
};

export const tokensForgotten: Apply<PersonalAccessTokenState & CredentialUseState> = (
  state,
  fact,
) => forget(state.personalAccessTokens, state, (fact as TokensForgotten).personalAccessTokenIds);

export function announcementOfToken(fact: Fact): Announcement | undefined {
  const token = personalAccessTokens.of(fact);
  return token && { kind: "token", token: credentialOfToken(token) };
}

/** The token that a view of the platform shard shows. */
export function foundToken(view: Snapshot, subject: AnnouncedSubject): Announcement | undefined {
  if (subject.kind !== "person_credential") return undefined;
  const found = personalAccessTokens.find(view, PLATFORM_REALM, subject.id);
  return found && { kind: "token", token: credentialOfToken(found.document) };
}

/** The token whose text has the identity. */
export function tokenOfIdentity(view: Snapshot, identity: string): string | undefined {
  const row = view.get(PLATFORM_TABLE.tokenByIdentity, PLATFORM_REALM, identity);
  return row && `${personalAccessTokens.prefix}_${decodeDocument<FoundRow>(row).key}`;
}

/** The revocations of the person's tokens that are in force and that `isMeant`. */
export function revokedTokens(
  state: PersonalAccessTokenState,
  userId: string,
  nowMs: number,
  isMeant: (token: PersonalAccessTokenDocument) => boolean = () => true,
): PersonalAccessTokenFact[] {
  return state.personalAccessTokens.inGroup("user", userId).flatMap((token) => {
    const isOver = token.revokedAtMs !== undefined || nowMs >= token.expiresAtMs;
    return isOver || !isMeant(token) ? [] : [revokedToken(token, nowMs)];
  });
}

export function revokedToken(
  token: PersonalAccessTokenDocument,
  nowMs: number,
): PersonalAccessTokenFact {
  return personalAccessTokens.fact("revoked", { ...token, revokedAtMs: nowMs });
}
