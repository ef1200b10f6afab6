/** How a key is made, whoever makes it: the operator, a member, or the roll of another key. */

import type { NewApiKey } from "../../contract/preparation.ts";
import type { ApiKeyView, Environment } from "../../contract/principal.ts";
import { type Refusal, refuseConstraint } from "../../contract/refusal.ts";
import { operationIdsFor } from "../operation_ids.ts";
import { BROWSER_KEY_MS } from "./api_key_times.ts";
import { type StoredKey, viewOfKey } from "./api_key_view.ts";
import type { ApiKeyChanged, OperationSetCreated } from "./platform_facts.ts";
import { keyGroupOf, type PlatformState, type ProductDocument } from "./platform_state.ts";

/** The most keys of a Product in one environment that members may have, which are not over. */
export const KEYS_PER_PRODUCT_MAX = 1_000;

/** What a new key shall be. */
export type KeyDraft = Pick<StoredKey, "environment" | "name" | "scopes" | "origin"> & {
  allowedCidrs?: readonly string[] | undefined;
  /** The login that the key ends with. */
  boundGrantId?: string | undefined;
  expiresAtMs?: number | undefined;
};

export type MadeKey = {
  /** The fact of the key, behind that of its list of operations where no key has that list yet. */
  facts: readonly (OperationSetCreated | ApiKeyChanged)[];
  view: ApiKeyView;
};

/** A key of the Product. `made`: what the preparation made; its text is in nothing that is returned. */
export function keyMade(
  state: PlatformState,
  { productId, tenantId }: Pick<ProductDocument, "productId" | "tenantId">,
  { environment, name, scopes, origin, allowedCidrs = [], boundGrantId, expiresAtMs }: KeyDraft,
  { apiKeyId, prefix, digest }: NewApiKey,
  nowMs: number,
): MadeKey {
  const operationIds = operationIdsFor({ environment, scopes, origin });
  const [known] = state.operationSetNumbers.of(operationIds.join(" "));
  const operationSet = known === undefined ? state.operationSets.size : Number(known);
  const apiKey: StoredKey = {
    apiKeyId,
    prefix,
    digest,
    productId,
    environment,
    name,
    scopes,
    tenantId,
    status: "active",
    origin,
    operationSet,
    ...(allowedCidrs.length > 0 && { allowedCidrs }),
    ...(boundGrantId !== undefined && { boundGrantId }),
    slot: state.apiKeys.size,
    createdAtMs: nowMs,
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  };
  const set: OperationSetCreated = { kind: "operation_set.created.1", operationSet, operationIds };
  const created: ApiKeyChanged = { kind: "api_key.created.1", apiKey };
  return {
    facts: known === undefined ? [set, created] : [created],
    view: viewOfKey(apiKey, () => operationIds),
  };
}

/**
 * When a new key expires, milliseconds UTC; undefined: never. A key that is made in a browser lasts 90
 * days, or shorter where that is asked for.
 */
export function expiryOf(
  origin: ApiKeyView["origin"],
  askedMs: number | undefined,
  nowMs: number,
): number | undefined {
  if (origin !== "browser") return askedMs;
  return Math.min(askedMs ?? Number.POSITIVE_INFINITY, nowMs + BROWSER_KEY_MS);
}

/** Refuses one more key of the Product and environment than members may have. */
export function refuseManyKeys(
  { apiKeysInForce }: PlatformState,
  productId: string,
  environment: Environment,
): Refusal<"state_constraint_failed"> | undefined {
  const count = apiKeysInForce.of(keyGroupOf(productId, environment));
  if (count < KEYS_PER_PRODUCT_MAX) return undefined;
  const message = `the Product has ${count} keys in ${environment}, and at most ${KEYS_PER_PRODUCT_MAX} are allowed; revoke one first`;
  return refuseConstraint("api_keys", message, { limit: KEYS_PER_PRODUCT_MAX });
}
