/**
 * credential_use.record: the edges report which credentials were used, when and from where. One
 * record holds the whole batch.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/operation.ts";
import { PII } from "../../contract/redaction.ts";
import type { PersonalAccessTokenState } from "../personal_access_token/personal_access_token_state.ts";
import type { PlatformState } from "../platform/platform_state.ts";
import type { SessionState } from "../session/session_state.ts";
import {
  CREDENTIAL_USED,
  CREDENTIAL_USES_MAX,
  type CredentialUsed,
} from "./credential_use_facts.ts";
import type { CredentialUseState } from "./credential_use_state.ts";

type State = CredentialUseState & PlatformState & SessionState & PersonalAccessTokenState;

export const credentialUseRecord = declareWrite<State>()({
  id: "credential_use.record",
  summary: "Record when credentials were used last",
  tag: "Platform",
  http: { method: "POST", path: "/credential-uses", status: 200 },
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
    const used: CredentialUsed = { kind: CREDENTIAL_USED, uses: known };
    return accept(known.length === 0 ? [] : [used], {});
  },
});

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
