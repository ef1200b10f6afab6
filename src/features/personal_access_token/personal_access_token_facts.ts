/** The facts about personal access tokens: each carries the whole token as it is afterwards. */
import type { Announcement } from "../../contract/announcement.ts";
import type { Apply } from "../../contract/operation.ts";
import type { Fact } from "../../contract/record.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import {
  credentialOfToken,
  type PersonalAccessTokenDocument,
} from "./personal_access_token_document.ts";
import type { PersonalAccessTokenState } from "./personal_access_token_state.ts";

export type PersonalAccessTokenFact = Fact & {
  kind: "personal_access_token.created.1" | "personal_access_token.revoked.1";
  personalAccessToken: Omit<PersonalAccessTokenDocument, "realm">;
};

export const personalAccessTokenFacts: Record<
  PersonalAccessTokenFact["kind"],
  Apply<PersonalAccessTokenState>
> = {
  "personal_access_token.created.1": put,
  "personal_access_token.revoked.1": put,
};

/** Tokens are in the platform's realm, whichever realm the record is in. */
function put({ personalAccessTokens }: PersonalAccessTokenState, fact: Fact): void {
  const { personalAccessToken } = fact as PersonalAccessTokenFact;
  const key = personalAccessTokens.keyOf(personalAccessToken.personalAccessTokenId);
  personalAccessTokens.set(key, { ...personalAccessToken, realm: PLATFORM_REALM });
}

export function announcementOfToken(fact: Fact): Announcement | undefined {
  if (!(fact.kind in personalAccessTokenFacts)) return undefined;
  const { personalAccessToken } = fact as PersonalAccessTokenFact;
  return { kind: "token", token: credentialOfToken(personalAccessToken) };
}

export function* announcementsOfTokens({
  personalAccessTokens,
}: PersonalAccessTokenState): Generator<Announcement> {
  for (const token of personalAccessTokens.values()) {
    yield { kind: "token", token: credentialOfToken(token) };
  }
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
