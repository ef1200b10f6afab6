/** The end of several keys in one decision: each is told in its Product's realm. */
import type { Place } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Effect } from "../../contract/declare/effect.ts";
import { idsInState, viewOfKey } from "./api_key_view.ts";
import type { ApiKeyChanged } from "./platform_facts.ts";
import type { ApiKeyDocument, PlatformState } from "./platform_state.ts";
import { tellApiKey } from "./platform_telling.ts";

export type EndedKeys = { facts: ApiKeyChanged[]; effects: Effect[]; apiKeyIds: string[] };

/** The facts that revoke keys in force, and the effects that tell of it. */
export function endKeys(
  state: PlatformState,
  keys: readonly ApiKeyDocument[],
  { revokedAtMs, place }: { revokedAtMs: number; place: Place },
): EndedKeys {
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

/** In the order in which the keys were made. */
export function inOrderOfMaking(keys: readonly ApiKeyDocument[]): ApiKeyDocument[] {
  return [...keys].sort((one, other) => one.slot - other.slot);
}
