/** What the reply of a transfer needs of the state, for reads of it. */
import type { Snapshot } from "../../contract/snapshot.ts";
import { type AccountIdOf, accountIdsOf } from "../ledger/account_ids.ts";

/** The argument `state` of `transferReply`. */
export function transferReplyState(snapshot: Snapshot): { accounts: { accountId: AccountIdOf } } {
  return { accounts: { accountId: accountIdsOf(snapshot) } };
}
