/** The personal access token as a resource, and the one function that renders it. */
import { suffixOf } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import { forgottenAtMs } from "../../contract/messages/credential_end.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { entriesOfGroup } from "../../contract/tables/stored_index.ts";
import { declareNoun, type FactOf, type StatePartOf } from "../noun.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { PersonalAccessTokenDocument } from "./personal_access_token_document.ts";
import { PersonalAccessToken } from "./personal_access_token_schema.ts";

export const personalAccessTokens = declareNoun<PersonalAccessTokenDocument>()({
  noun: "personal_access_token",
  plural: "personalAccessTokens",
  prefix: "pat",
  readScope: "activity:read",
  output: PersonalAccessToken,
  notFoundCode: "resource_not_found",
  notFound: personalAccessTokenNotFound,
  table: { code: PLATFORM_TABLE.personalAccessToken },
  private: ["digest", "digestAtMs", "identity"],
  show: (token) => personalAccessTokenResource(token, token.createdAtMs),
  search: { title: ({ name }) => name },
  groups: { user: ({ userId }) => userId },
  stored: {
    realmOf: () => PLATFORM_REALM,
    groups: {
      user: entriesOfGroup({ table: PLATFORM_TABLE.tokenByUser, realm: PLATFORM_REALM }, (userId) =>
        suffixOf("usr", userId),
      ),
    },
    forgotten: { table: PLATFORM_TABLE.personalAccessTokenForgotten, atMsOf: forgottenAtMs },
  },
  indexes: [
    {
      name: "token_by_user",
      table: PLATFORM_TABLE.tokenByUser,
      textsOf: ({ userId }) => [suffixOf("usr", userId) as string],
    },
  ],
  finders: [
    {
      name: "token_by_identity",
      table: PLATFORM_TABLE.tokenByIdentity,
      inRealm: PLATFORM_REALM,
      textsOf: ({ identity }) => [identity],
    },
  ],
  realmOf: () => PLATFORM_REALM,
  happenings: { created: {}, digest_renewed: {}, revoked: {} },
});

export type PersonalAccessTokenState = StatePartOf<typeof personalAccessTokens>;
export type PersonalAccessTokenFact = FactOf<typeof personalAccessTokens>;

export function personalAccessTokenNotFound(
  personalAccessTokenId: string,
): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuch("pat", personalAccessTokenId, "of this person"), {
    resourceType: "personal_access_token",
    personalAccessTokenId,
  });
}

/** The token in answers, without its text. `lastUsedAtMs`: as far as it was noted. */
export function personalAccessTokenResource(
  token: Omit<PersonalAccessTokenDocument, "realm" | "digest" | "digestAtMs" | "identity">,
  nowMs: number,
  lastUsedAtMs?: number,
): PersonalAccessToken {
  const { personalAccessTokenId, userId, tenantId, name, scopes, mfa, prefix } = token;
  const { createdAtMs, expiresAtMs, revokedAtMs } = token;
  return {
    personalAccessTokenId,
    userId,
    tenantId,
    name,
    scopes: [...scopes],
    mfa,
    prefix,
    status: revokedAtMs !== undefined ? "revoked" : nowMs >= expiresAtMs ? "expired" : "active",
    createdAt: isoTime(createdAtMs),
    ...(lastUsedAtMs !== undefined && { lastUsedAt: isoTime(lastUsedAtMs) }),
    expiresAt: isoTime(expiresAtMs),
    ...(revokedAtMs !== undefined && { revokedAt: isoTime(revokedAtMs) }),
  };
}
