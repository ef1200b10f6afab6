/** Where the platform itself keeps its records: one actor, and one scope that is no Product's. */
import { scopeKeyOf } from "./envelope.ts";
import type { ScopeNames } from "./principal.ts";

/** The platform actor's number in ids: beyond every shard's. */
export const PLATFORM_SHARD = 1_023;

export const PLATFORM_NAMES: ScopeNames = {
  tenantId: "platform",
  productId: "platform",
  environment: "live",
};
export const PLATFORM_SCOPE_KEY = scopeKeyOf(PLATFORM_NAMES.productId, PLATFORM_NAMES.environment);
