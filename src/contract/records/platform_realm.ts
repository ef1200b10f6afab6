/** Where the platform keeps its own records: one shard, whose first realm belongs to no tenant. */
import { type RealmNames, realmKeyOf } from "../declare/principal.ts";

/** The number of the platform shard in ids; no ledger shard has it. */
export const PLATFORM_SHARD = 1_023;
/** Every data directory has this ledger shard. */
export const FIRST_LEDGER_SHARD = 0;

export const PLATFORM_NAMES: RealmNames = { tenantId: "", productId: "", environment: "live" };
export const PLATFORM_REALM_KEY = realmKeyOf(PLATFORM_NAMES);

/** The `productId` that older logs have instead of the one in `PLATFORM_NAMES`. */
const OLD_PLATFORM_ID = "platform";

/** The names of a realm, from the fact of its opening by any version of this program. */
export function namesOfOpened(names: RealmNames): RealmNames {
  return names.productId === OLD_PLATFORM_ID ? PLATFORM_NAMES : names;
}
