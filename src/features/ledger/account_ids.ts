/** From the ordinals that rows name accounts by to account ids, for reads. */
import { invariant } from "../../base/invariant.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { TABLE } from "../table_codes.ts";
import { ordinalKey } from "./account_table.ts";

const decoder = new TextDecoder();

/** Looks ordinals up in `snapshot`, each once: a page of transfers names few accounts often. */
export function accountIdsOf(snapshot: Snapshot): (ordinal: number) => string {
  const known = new Map<number, string>();
  return (ordinal) => {
    const cached = known.get(ordinal);
    if (cached !== undefined) return cached;
    const suffix = snapshot.get(TABLE.accountOrdinal, 0, ordinalKey(ordinal));
    invariant(suffix !== undefined, "an account that a row names has its ordinal stored");
    const accountId = `acct_${decoder.decode(suffix)}`;
    known.set(ordinal, accountId);
    return accountId;
  };
}
