/** All that a ledger shard holds in memory: the parts of every feature side by side. */
import type { Table } from "../contract/table.ts";
import { createAccountState } from "./account/account_state.ts";
import { createCustomerState } from "./customer/customer_state.ts";
import { createExternalIdState } from "./external_id/external_id.ts";
import { createLedgerState, ledgerTables } from "./ledger/ledger_state.ts";
import { createSandboxState } from "./sandbox/sandbox_state.ts";
import { createTransferState, type TransferState } from "./transfer/transfer_state.ts";
import { createTransferHoldState } from "./transfer_hold/transfer_hold_state.ts";

export type ShardState = TransferState;

export function createShardState(): ShardState {
  return {
    ...createLedgerState(),
    ...createExternalIdState(),
    ...createCustomerState(),
    ...createAccountState(),
    ...createSandboxState(),
    ...createTransferHoldState(),
    ...createTransferState(),
  };
}

/** Every table of the state, in the order in which stored documents are loaded. */
export function tablesOf(state: ShardState): Table[] {
  return [
    ...ledgerTables(state),
    state.externalIds,
    state.customers,
    state.accountFreezes,
    state.customerAccounts,
    state.sandboxClocks,
    state.transferHolds,
    state.accountTransferHolds,
    state.transferReversals,
  ];
}
