/** What all grants have in common: what is presented, the tokens that may be made, and the answer. */
import { type Acceptance, accept } from "../../contract/declare/operation.ts";
import type {
  CallOrigin,
  NewCredential,
  PreparationTools,
  PresentedCredential,
} from "../../contract/declare/preparation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { DeviceState } from "../device_authorization/device_state.ts";
import type { ClientState } from "../oauth_client/client_state.ts";
import type { SessionDocument } from "../session/session_document.ts";
import type { SessionState } from "../session/session_noun.ts";
import type { TenantState } from "../tenant/tenant_state.ts";

export type GrantState = ClientState & DeviceState & SessionState & TenantState;

/** What a program says beside the secret that it presents. */
export type Asked = {
  clientId: string;
  resource: string | undefined;
  scope: string | undefined;
};

/** What the preparation read of the secret, and a pair of new tokens with the identity of the login. */
export type Tokens = {
  presented: PresentedCredential | undefined;
  refresh: NewCredential;
  access: NewCredential;
  from: CallOrigin;
};

export function tokensOf(
  text: string,
  { readCredential, newCredential, from }: PreparationTools,
): Tokens {
  const presented = readCredential(text);
  const identity = presented?.word === "refresh" ? presented.identity : undefined;
  const refresh = newCredential("refresh", identity);
  const access = newCredential("access", refresh.identity);
  return { ...(presented !== undefined && { presented }), refresh, access, from } as Tokens;
}

/** The pair as it is stored. */
export function storedPair({ refresh, access }: Tokens) {
  const stored = ({ identity, digest }: NewCredential) => ({ identity, digest });
  return { refresh: stored(refresh), access: stored(access) };
}

/** The acceptance with the answer of RFC 6749, 5.1. `session`: the login with its newest token last. */
export function answerTokens(
  facts: readonly Fact[],
  session: Omit<SessionDocument, "realm">,
  { refresh, access }: Tokens,
  nowMs: number,
): Acceptance {
  const expiresAtMs = session.access?.at(-1)?.expiresAtMs ?? nowMs;
  const scopes = session.login?.scopes ?? [];
  return accept(facts, {
    access_token: access.text,
    token_type: "Bearer",
    expires_in: Math.floor((expiresAtMs - nowMs) / 1_000),
    refresh_token: refresh.text,
    scope: scopes.join(" "),
  });
}
