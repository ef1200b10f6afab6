/** The parts of the state that the reply of a transfer needs, for reads that show the reply. */
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { type AccountIdOf, accountIdsOf } from "../ledger/account_ids.ts";

/** The argument `state` of `transferReply`. */
export function transferReplyState(snapshot: Snapshot): { accounts: { accountId: AccountIdOf } } {
  return { accounts: { accountId: accountIdsOf(snapshot) } };
}
