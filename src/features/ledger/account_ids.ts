/** Finds the ids of accounts by the ordinals that rows hold; for reads. */
import { invariant } from "../../base/invariant.ts";
import type { MemoryKey, Snapshot } from "../../contract/snapshot.ts";
import { numberKey } from "../../contract/table.ts";
import { ACCOUNT_ORDINAL_TABLE } from "./account_table.ts";

/** Most ids that are kept for one snapshot object, about 100 bytes each; a full map is cleared. */
const KEPT_MAX = 16_384;

/** Returns the account id of an ordinal. */
export type AccountIdOf = (ordinal: number) => string;

const decoder = new TextDecoder();
/** An ordinal always names the same account, so a cached id stays valid when the snapshot moves. */
const KNOWN: MemoryKey<Map<number, string>> = {};

/** Looks up ordinals in `snapshot`; keeps the results while the snapshot object lives. */
export function accountIdsOf(snapshot: Snapshot): AccountIdOf {
  const known = snapshot.memory.lasting(KNOWN, () => new Map<number, string>());
  return (ordinal) => {
    const cached = known.get(ordinal);
    if (cached !== undefined) return cached;
    const suffix = snapshot.get(ACCOUNT_ORDINAL_TABLE, 0, numberKey(ordinal));
    invariant(suffix !== undefined, "an account that a row names has its ordinal stored");
    const accountId = `acct_${decoder.decode(suffix)}`;
    if (known.size === KEPT_MAX) known.clear();
    known.set(ordinal, accountId);
    return accountId;
  };
}
