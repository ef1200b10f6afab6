/** All that a ledger shard holds in memory: every feature's tables side by side. */
import { DocumentTable, EntryTable, RewrittenTable, type Table } from "../contract/table.ts";
import { CustomerAccountIndex } from "./account/customer_account_index.ts";
import type { CustomerDocument } from "./customer/customer_document.ts";
import { AccountTable } from "./ledger/account_table.ts";
import { BookTable } from "./ledger/book_table.ts";
import { createEntryIndex, type LedgerState } from "./ledger/ledger.ts";
import type { SandboxClock } from "./sandbox/sandbox_clock.ts";
import { TABLE } from "./table_codes.ts";
import type { TransferReversal } from "./transfer/transfer_reversal.ts";
import { ExpiryQueue } from "./transfer_hold/expiry_queue.ts";
import type { TransferHoldDocument } from "./transfer_hold/transfer_hold_document.ts";

/** An external id that is taken: which resource has it. Key: `scope:resource:externalId`. */
export type ExternalId = { scope: number; id: string };

export type ShardState = LedgerState & {
  customers: DocumentTable<CustomerDocument>;
  transferHolds: DocumentTable<TransferHoldDocument>;
  transferReversals: DocumentTable<TransferReversal>;
  externalIds: DocumentTable<ExternalId>;
  sandboxClocks: DocumentTable<SandboxClock>;
  /** Holds by account, for readers: key is the account's suffix and the hold's. */
  accountTransferHolds: EntryTable;
  /** Freezes by account, ended or not: key is the account's suffix and the freeze's. */
  accountFreezes: RewrittenTable;
  /** Accounts by customer, for readers. */
  customerAccounts: CustomerAccountIndex;
  /** Reserved holds by deadline; rebuilt from the holds, never stored. */
  expiries: ExpiryQueue;
};

export function createShardState(): ShardState {
  return {
    accounts: new AccountTable(),
    entryIndex: createEntryIndex(),
    books: new BookTable(),
    customers: new DocumentTable("customer", TABLE.customer),
    transferHolds: new DocumentTable("transfer_hold", TABLE.transferHold),
    transferReversals: new DocumentTable("transfer_reversal", TABLE.transferReversal),
    externalIds: new DocumentTable("external_id", TABLE.externalId),
    sandboxClocks: new DocumentTable("sandbox_clock", TABLE.sandboxClock),
    accountTransferHolds: new EntryTable("account_transfer_hold", TABLE.accountTransferHold),
    accountFreezes: new RewrittenTable("account_freeze", TABLE.accountFreeze),
    customerAccounts: new CustomerAccountIndex(),
    expiries: new ExpiryQueue(),
  };
}

/** Every table of the state, in the order in which stored documents are loaded. */
export function tablesOf(state: ShardState): Table[] {
  return [
    state.accounts,
    state.accounts.ordinals,
    state.accounts.balances,
    state.entryIndex,
    state.books,
    state.customers,
    state.transferHolds,
    state.transferReversals,
    state.externalIds,
    state.sandboxClocks,
    state.accountTransferHolds,
    state.accountFreezes,
    state.customerAccounts,
  ];
}
