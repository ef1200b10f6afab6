/** Where money stands, and what moves it. Rows of money are facts that transfers declare. */
import type { Feature } from "../../contract/feature.ts";
import { createLedgerState, type LedgerState, ledgerTables } from "./ledger_state.ts";
import { transferRowCodec } from "./transfer_row.ts";

export const ledgerFeature = {
  operations: [],
  codecs: [transferRowCodec],
  createState: createLedgerState,
  tables: ledgerTables,
  loaded: ({ accounts }) => accounts.balances.checkLoaded(accounts.count),
} satisfies Feature<LedgerState>;
