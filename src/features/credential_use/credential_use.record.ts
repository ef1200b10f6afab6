/**
 * credential_use.record: the edges report which credentials were used, when and from where, and with a digest
 * under the current pepper where the stored one is under another. One record holds the whole batch.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PII } from "../../contract/declare/redaction.ts";
import type { CredentialUse } from "../../contract/messages/credential_use.ts";
import {
  type PersonalAccessTokenFact,
  type PersonalAccessTokenState,
  personalAccessTokens,
} from "../personal_access_token/personal_access_token_noun.ts";
import { type ApiKeyChanged, ofApiKeys } from "../platform/platform_facts.ts";
import type { PlatformState } from "../platform/platform_state.ts";
import type { SessionState } from "../session/session_noun.ts";
import {
  CREDENTIAL_USED,
  CREDENTIAL_USES_MAX,
  type CredentialUsed,
} from "./credential_use_facts.ts";
import type { CredentialUseState } from "./credential_use_state.ts";

/**
 * The most digests that one record renews: each fact has a whole key or token. The others are renewed by their
 * next uses.
 */
export const RENEWALS_MAX = 100;

type State = CredentialUseState & PlatformState & SessionState & PersonalAccessTokenState;

export const credentialUseRecord = declareWrite<State>()({
  id: "credential_use.record",
  summary: "Record when credentials were used last",
  http: { method: "POST", path: "/credential-uses" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  body: Type.Object(
    {
      uses: Type.Array(
        Type.Object(
          {
            id: Type.String({ description: "The public id of a key, a session or a token." }),
            atMs: Type.Integer({ minimum: 0, description: "Milliseconds UTC." }),
            address: Type.String({ maxLength: 45, description: "The client's address.", ...PII }),
            digest: Type.Optional(
              Type.Object(
                {
                  before: Type.String({ description: "The digest that the edge compared with." }),
                  after: Type.String({ description: "The digest under the current pepper." }),
                },
                { additionalProperties: false },
              ),
            ),
          },
          { additionalProperties: false },
        ),
        { maxItems: CREDENTIAL_USES_MAX },
      ),
    },
    { title: "CredentialUses", additionalProperties: false },
  ),
  output: Type.Object({}, { title: "CredentialUsesRecorded", additionalProperties: false }),
  refusals: [],
  events: [],
  decide(state, { uses }, { nowMs }) {
    const known = uses.filter(({ id }) => isInForce(state, id, nowMs));
    if (known.length === 0) return accept([], {});
    const stored = known.map(({ id, atMs, address }) => ({ id, atMs, address }));
    const used: CredentialUsed = { kind: CREDENTIAL_USED, uses: stored };
    return accept([used, ...renewals(state, known, nowMs)], {});
  },
});

/** The credentials with their digests under the current pepper, where the stored ones are those that were seen. */
function renewals(
  state: State,
  uses: readonly CredentialUse[],
  nowMs: number,
): (ApiKeyChanged | PersonalAccessTokenFact)[] {
  const facts = uses.flatMap(({ id, digest }): (ApiKeyChanged | PersonalAccessTokenFact)[] => {
    if (digest === undefined) return [];
    const renewed = { digest: digest.after, digestAtMs: nowMs };
    if (id.startsWith("key_")) {
      const key = state.apiKeys.find(id);
      if (key?.digest !== digest.before) return [];
      return [ofApiKeys.fact("digest_renewed", { ...key, ...renewed })];
    }
    const token = state.personalAccessTokens.find(state.personalAccessTokens.keyOf(id));
    if (token?.digest !== digest.before) return [];
    return [personalAccessTokens.fact("digest_renewed", { ...token, ...renewed })];
  });
  return facts.slice(0, RENEWALS_MAX);
}

/** Whether there is such a credential that is neither revoked nor over. */
function isInForce(state: State, id: string, nowMs: number): boolean {
  const { sessions, personalAccessTokens, apiKeys } = state;
  const credential = id.startsWith("key_")
    ? apiKeys.find(id)
    : id.startsWith("ses_")
      ? sessions.find(sessions.keyOf(id))
      : personalAccessTokens.find(personalAccessTokens.keyOf(id));
  if (credential === undefined || credential.revokedAtMs !== undefined) return false;
  return nowMs < (credential.expiresAtMs ?? Number.POSITIVE_INFINITY);
}
