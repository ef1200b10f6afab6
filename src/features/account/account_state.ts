/** What a shard keeps of accounts beside their ledger: freezes, and whose an account is. */
import { RewrittenTable } from "../../contract/table.ts";
import type { CustomerState } from "../customer/customer_state.ts";
import type { LedgerState } from "../ledger/ledger_state.ts";
import { CustomerAccountIndex } from "./customer_account_index.ts";

export const ACCOUNT_FREEZE_TABLE = 11;

export type AccountState = LedgerState & CustomerState & ReturnType<typeof createAccountState>;

export function createAccountState() {
  return {
    /** Freezes by account, ended or not: key is the account's suffix and the freeze's. */
    accountFreezes: new RewrittenTable("account_freeze", ACCOUNT_FREEZE_TABLE),
    /** Accounts by customer, for readers. */
    customerAccounts: new CustomerAccountIndex(),
  };
}
