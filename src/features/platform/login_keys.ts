/** The keys that a login of the command line has made: they end when it ends. */
import type { Place } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Effect } from "../../contract/effect.ts";
import { type Refusal, refuseConstraint } from "../../contract/refusal.ts";
import { idsInState, viewOfKey } from "./api_key_view.ts";
import type { ApiKeyChanged } from "./platform_facts.ts";
import type { ApiKeyDocument, PlatformState } from "./platform_state.ts";
import { tellApiKey } from "./platform_telling.ts";

/** The most keys in force that one login has made: with it they end in one decision. */
export const KEYS_OF_LOGIN_MAX = 20;

/** The keys in force of the logins, revoked at the time, and the events that tell of it. */
export function endKeysOfLogins(
  state: PlatformState,
  sessionIds: readonly string[],
  { revokedAtMs, place }: { revokedAtMs: number; place: Place },
): { facts: ApiKeyChanged[]; effects: Effect[]; apiKeyIds: string[] } {
  const keys = sessionIds.flatMap((sessionId) => keysOfLogin(state, sessionId));
  const ended = keys.map(({ realm, ...before }) => {
    const revision = (before.revision ?? 1) + 1;
    const apiKey = { ...before, status: "revoked" as const, revokedAtMs, revision };
    const product = state.products.get(realm, apiKey.productId);
    invariant(product !== undefined, "a key belongs to a Product of its tenant");
    const view = viewOfKey(apiKey, idsInState(state));
    const fact: ApiKeyChanged = { kind: "api_key.revoked.1", apiKey };
    return { fact, effects: tellApiKey("api_key.revoked", view, { product, place }) };
  });
  return {
    facts: ended.map(({ fact }) => fact),
    effects: ended.flatMap(({ effects }) => effects),
    apiKeyIds: keys.map(({ apiKeyId }) => apiKeyId),
  };
}

/** Refuses one more key of the login than it may have. */
export function refuseManyKeysOfLogin(
  { apiKeysOfLogins }: PlatformState,
  sessionId: string | undefined,
): Refusal<"state_constraint_failed"> | undefined {
  if (sessionId === undefined) return undefined;
  const count = apiKeysOfLogins.of(sessionId).length;
  if (count < KEYS_OF_LOGIN_MAX) return undefined;
  const message = `this login has ${count} keys, and at most ${KEYS_OF_LOGIN_MAX} are allowed; revoke one first, or make the key in a browser`;
  return refuseConstraint("api_keys_of_login", message, { limit: KEYS_OF_LOGIN_MAX });
}

function keysOfLogin({ apiKeysOfLogins }: PlatformState, sessionId: string): ApiKeyDocument[] {
  return apiKeysOfLogins.of(sessionId).sort((one, other) => one.slot - other.slot);
}
