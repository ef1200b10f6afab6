/** Where the platform itself keeps its records: one actor, whose first scope is no tenant's. */
import { type ScopeNames, scopeKeyOf } from "./principal.ts";

/** The platform actor's number in ids: beyond every shard's. */
export const PLATFORM_SHARD = 1_023;

export const PLATFORM_NAMES: ScopeNames = { tenantId: "", productId: "", environment: "live" };
export const PLATFORM_SCOPE_KEY = scopeKeyOf(PLATFORM_NAMES);

/** What older logs have in the place of `PLATFORM_NAMES`. */
const OLD_PLATFORM_ID = "platform";

/** The names of a scope as its opening was logged, by any version of this program. */
export function namesOfOpened(names: ScopeNames): ScopeNames {
  return names.productId === OLD_PLATFORM_ID ? PLATFORM_NAMES : names;
}
