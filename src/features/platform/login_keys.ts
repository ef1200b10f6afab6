/** The keys that a login of the command line has made: they end when it ends. */
import type { Place } from "../../base/id.ts";
import { type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { type EndedKeys, endKeys, inOrderOfMaking } from "./key_end.ts";
import type { ApiKeyDocument, PlatformState } from "./platform_state.ts";

/** The most keys in force that one login may have made: all of them end in one decision, together with the login. */
export const KEYS_OF_LOGIN_MAX = 20;

/**
 * The facts that revoke the logins' keys in force, and the effects that tell of it. A key that has expired by then gets
 * no such fact.
 */
export function endKeysOfLogins(
  state: PlatformState,
  sessionIds: readonly string[],
  at: { revokedAtMs: number; place: Place },
): EndedKeys {
  const keys = sessionIds.flatMap((sessionId) => keysOfLogin(state, sessionId));
  const going = keys.filter(({ expiresAtMs }) => (expiresAtMs ?? Infinity) > at.revokedAtMs);
  return endKeys(state, going, at);
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
  return inOrderOfMaking(apiKeysOfLogins.of(sessionId));
}
