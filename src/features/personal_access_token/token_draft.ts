/** How a personal access token is asked for, and what its fact holds. */
import { type Static, Type } from "@sinclair/typebox";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { NewCredential } from "../../contract/declare/preparation.ts";
import { type Issue, type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { notBlank, Timestamp } from "../../contract/values/formats.ts";
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import { tokenScopes } from "../token_scopes.ts";
import {
  type PersonalAccessTokenFact,
  type PersonalAccessTokenState,
  personalAccessTokens,
} from "./personal_access_token_noun.ts";

const DAY_MS = 86_400_000;
/** How long a token lasts where nothing is said, milliseconds. */
const TOKEN_LASTS_MS = 90 * DAY_MS;
/** How long a token lasts at most, milliseconds. */
export const TOKEN_LASTS_MAX_MS = 365 * DAY_MS;
/** The most active tokens of a person. */
export const TOKENS_MAX = 100;
/** Characters of the text that answers show. */
const PREFIX_LENGTH = 16;

export const TokenName = notBlank(
  Type.String({
    minLength: 1,
    maxLength: 120,
    description: "What the token is for, to tell it from others.",
  }),
);

export const TokenScopes = Type.Array(Type.String({ maxLength: 60 }), {
  maxItems: 200,
  uniqueItems: true,
  description: "What the token may do, as far as the person's role allows it.",
});

export const PersonalAccessTokenDraft = Type.Object(
  {
    name: TokenName,
    scopes: TokenScopes,
    expiresAt: Type.Optional({
      ...Timestamp,
      description: "When the token ends: at most 365 days from now; 90 days where it is absent.",
    }),
  },
  {
    title: "PersonalAccessTokenDraft",
    description: "A token to be made for the person who calls.",
    additionalProperties: false,
  },
);
export type PersonalAccessTokenDraft = Static<typeof PersonalAccessTokenDraft>;

/** The scopes that no operation of a person needs. */
export function scopeIssues({ scopes = [] }: { scopes?: readonly string[] }): Issue[] {
  const known = tokenScopes();
  return scopes.flatMap((scope, at) => {
    if (known.includes(scope)) return [];
    const message = `no scope "${scope}"; there are: ${known.join(", ")}`;
    return [{ code: "unknown_scope", message, path: ["scopes", at] }];
  });
}

type Owner = { userId: string; tenantId: string; mfa: boolean };

/** A new token, or why the person cannot have it. `expiresAt` passed its schema. */
export function newToken(
  state: PersonalAccessTokenState,
  { userId, tenantId, mfa }: Owner,
  { name, scopes, expiresAt }: PersonalAccessTokenDraft,
  { text, identity, digest }: NewCredential,
  { nowMs, newId }: Pick<DecisionContext, "nowMs" | "newId">,
): PersonalAccessTokenFact | Refusal<"state_constraint_failed"> {
  const active = state.personalAccessTokens
    .inGroup("user", userId)
    .filter(({ revokedAtMs, expiresAtMs }) => revokedAtMs === undefined && nowMs < expiresAtMs);
  if (active.length >= TOKENS_MAX) {
    const message = `the person has ${active.length} tokens; at most ${TOKENS_MAX}: revoke one`;
    return refuseConstraint("personal_access_tokens", message, { limit: TOKENS_MAX });
  }
  const given = expiresAt === undefined ? undefined : parseTimestamp(expiresAt);
  const expiresAtMs = given ?? nowMs + TOKEN_LASTS_MS;
  if (expiresAtMs <= nowMs || expiresAtMs > nowMs + TOKEN_LASTS_MAX_MS) {
    const message = "expiresAt must be after now, and at most 365 days from now";
    return refuseConstraint("expires_at", message);
  }
  return personalAccessTokens.fact("created", {
    personalAccessTokenId: newId("pat"),
    userId,
    tenantId,
    name,
    scopes,
    mfa,
    prefix: text.slice(0, PREFIX_LENGTH),
    identity,
    digest,
    createdAtMs: nowMs,
    expiresAtMs,
  });
}
