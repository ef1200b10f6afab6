/** How a key is made, whoever makes it: the operator, a member, or the roll of another key. */
import { invariant } from "../../base/invariant.ts";
import type { NewApiKey } from "../../contract/declare/preparation.ts";
import type {
  ApiKeyView,
  Environment,
  ProductBuildView,
} from "../../contract/declare/principal.ts";
import { type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { operationIdsFor } from "../operation_ids.ts";
import { BROWSER_KEY_MS } from "./api_key_times.ts";
import { idsInState, type StoredKey, viewOfKey } from "./api_key_view.ts";
import { operationSetOf } from "./operation_sets.ts";
import type { ApiKeyChanged, OperationSetCreated } from "./platform_facts.ts";
import { keyGroupOf, type PlatformState, type ProductDocument } from "./platform_state.ts";

/** The most keys in force that members may have of a Product in one environment. */
export const KEYS_PER_PRODUCT_MAX = 1_000;

/** The properties of a new key, as its maker chooses them. */
export type KeyDraft = Pick<StoredKey, "environment" | "name" | "scopes" | "origin"> & {
  allowedCidrs?: readonly string[] | undefined;
  /** True: agents without a person may use it. */
  mcp?: boolean | undefined;
  /** The login that the key ends with. */
  boundGrantId?: string | undefined;
  /** The person who makes it; absent where the operator does. */
  createdByUserId?: string;
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
  { productId, tenantId, build }: Pick<ProductDocument, "productId" | "tenantId" | "build">,
  { environment, name, scopes, origin, allowedCidrs = [], ...draft }: KeyDraft,
  { apiKeyId, prefix, digest }: NewApiKey,
  nowMs: number,
): MadeKey {
  const { boundGrantId, createdByUserId, expiresAtMs, mcp = false } = draft;
  invariant(
    !mcp || environment === "sandbox",
    "a key for agents without a person is of the sandbox",
  );
  const opened = operationIdsFor({ environment, scopes, origin });
  const operationIds = build === undefined ? opened : withinBuild(state, build, opened);
  const { operationSet, facts } = operationSetOf(state, operationIds);
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
    ...(mcp && { mcp }),
    ...(boundGrantId !== undefined && { boundGrantId }),
    ...(createdByUserId !== undefined && { createdByUserId }),
    slot: state.apiKeys.size,
    createdAtMs: nowMs,
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  };
  const created: ApiKeyChanged = { kind: "api_key.created.1", apiKey };
  return {
    facts: [...facts, created],
    view: viewOfKey(apiKey, () => operationIds),
  };
}

/**
 * The operations that the contract of the Product's Build has too, so that a key reaches no more than the Build needs.
 */
function withinBuild(
  state: PlatformState,
  { operationSet }: ProductBuildView,
  operationIds: readonly string[],
): readonly string[] {
  const ofBuild = idsInState(state)(operationSet);
  invariant(ofBuild !== undefined, "the list of operations of a Product's Build is stored");
  const ids = new Set(ofBuild);
  return operationIds.filter((id) => ids.has(id));
}

/**
 * When a new key expires, milliseconds UTC; undefined: never. A key that is made in a browser lasts 90
 * days, one that a login makes until the login ends at the latest, or shorter where that is asked for.
 */
export function expiryOf(
  origin: ApiKeyView["origin"],
  { askedMs, loginEndsAtMs }: { askedMs?: number | undefined; loginEndsAtMs: number | undefined },
  nowMs: number,
): number | undefined {
  const browserMs = origin === "browser" ? nowMs + BROWSER_KEY_MS : undefined;
  const ends = [askedMs, loginEndsAtMs, browserMs].filter((endMs) => endMs !== undefined);
  return ends.length === 0 ? undefined : Math.min(...ends);
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
