/**
 * What a plan and its refusals ask of accounts, by ordinal: the table in the memory of a shard answers it, and for
 * previews a snapshot (`seen_accounts.ts`), so that both are decided by the same code.
 */
import type { AccountTable } from "./account_table.ts";

export type LedgerAccounts = Pick<
  AccountTable,
  | "accountId"
  | "status"
  | "roleCode"
  | "currency"
  | "hasCurrency"
  | "extras"
  | "debitsPosted"
  | "creditsPosted"
  | "debitsPending"
  | "creditsPending"
  | "headPlace"
  | "headSub"
> &
  // Only a plan that opens accounts asks how many there are.
  Partial<Pick<AccountTable, "count">>;

/** And what movements of callers ask: which accounts there are, and whose they are. */
export type OwnedAccounts = LedgerAccounts &
  Pick<AccountTable, "ordinalOf" | "realm" | "isOpen" | "customerKeyOf" | "ofOwner">;
