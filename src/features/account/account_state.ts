/** The part of a shard's state about accounts that is not the ledger's: the freezes. */
import { RewrittenTable } from "../../contract/tables/entry_table.ts";
import type { CustomerState } from "../customer/customer_noun.ts";
import type { LedgerState } from "../ledger/ledger_state.ts";
import { LEDGER_TABLE } from "../table_codes.ts";

export type AccountState = LedgerState & CustomerState & ReturnType<typeof createAccountState>;

export function createAccountState() {
  return {
    /** Freezes by account, in force or ended. Key: the account's suffix and the freeze's. */
    accountFreezes: new RewrittenTable("account_freeze", LEDGER_TABLE.accountFreeze),
  };
}
