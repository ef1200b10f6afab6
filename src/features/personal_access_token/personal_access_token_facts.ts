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
import { personalAccessTokens } from "./personal_access_token_resource.ts";
import type { PersonalAccessTokenState } from "./personal_access_token_state.ts";

export type PersonalAccessTokenFact = Fact & {
  kind:
    | "personal_access_token.created.1"
    | "personal_access_token.digest_renewed.1"
    | "personal_access_token.revoked.1";
  personalAccessToken: Omit<PersonalAccessTokenDocument, "realm">;
};

/** Tokens that ended long ago are removed. */
export const TOKENS_FORGOTTEN = "personal_access_tokens.forgotten.1";
export type TokensForgotten = Fact & {
  kind: typeof TOKENS_FORGOTTEN;
  personalAccessTokenIds: readonly string[];
};

export const personalAccessTokenFacts: Record<
  PersonalAccessTokenFact["kind"] | typeof TOKENS_FORGOTTEN,
  Apply<PersonalAccessTokenState & CredentialUseState>
> = {
  [TOKENS_FORGOTTEN]: (state, fact) =>
    forget(state.personalAccessTokens, state, (fact as TokensForgotten).personalAccessTokenIds),
  "personal_access_token.created.1": put,
  "personal_access_token.digest_renewed.1": put,
  "personal_access_token.revoked.1": put,
};

/** Tokens are in the platform's realm, whichever realm the record is in. */
function put({ personalAccessTokens }: PersonalAccessTokenState, fact: Fact): void {
  const { personalAccessToken } = fact as PersonalAccessTokenFact;
  const key = personalAccessTokens.keyOf(personalAccessToken.personalAccessTokenId);
  personalAccessTokens.set(key, { ...personalAccessToken, realm: PLATFORM_REALM });
}

export function announcementOfToken(fact: Fact): Announcement | undefined {
  if (!(fact.kind in personalAccessTokenFacts) || fact.kind === TOKENS_FORGOTTEN) return undefined;
  const { personalAccessToken } = fact as PersonalAccessTokenFact;
  return { kind: "token", token: credentialOfToken(personalAccessToken) };
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
  { personalAccessTokens }: PersonalAccessTokenState,
  userId: string,
  nowMs: number,
  isMeant: (token: PersonalAccessTokenDocument) => boolean = () => true,
): PersonalAccessTokenFact[] {
  return personalAccessTokens.inGroup("user", userId).flatMap((token) => {
    const isOver = token.revokedAtMs !== undefined || nowMs >= token.expiresAtMs;
    return isOver || !isMeant(token) ? [] : [revokedToken(token, nowMs)];
  });
}

export function revokedToken(
  { realm: _, ...token }: PersonalAccessTokenDocument,
  nowMs: number,
): PersonalAccessTokenFact {
  return {
    kind: "personal_access_token.revoked.1",
    personalAccessToken: { ...token, revokedAtMs: nowMs },
  };
}
