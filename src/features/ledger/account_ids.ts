/** From the ordinals that rows name accounts by to account ids, for reads. */
import { invariant } from "../../base/invariant.ts";
import type { MemoryKey, Snapshot } from "../../contract/snapshot.ts";
import { numberKey } from "../../contract/table.ts";
import { ACCOUNT_ORDINAL_TABLE } from "./account_table.ts";

/** Ids kept of one snapshot object, about 100 bytes each; then it starts anew. */
const KEPT_MAX = 16_384;

/** Account id behind an ordinal. */
export type AccountIdOf = (ordinal: number) => string;

const decoder = new TextDecoder();
/** An ordinal never names another account, so an id that was found stays right as the shard moves on. */
const KNOWN: MemoryKey<Map<number, string>> = {};

/** Looks ordinals up in `snapshot`, each once for as long as the snapshot object lives. */
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
