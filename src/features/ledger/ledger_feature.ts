/**
 * The feature of accounts and balances. The rows that move money are facts of the feature
 * `transfer`.
 */
import type { Feature } from "../../contract/declare/feature.ts";
import { createLedgerState, type LedgerState, ledgerTables } from "./ledger_state.ts";
import { loadDays } from "./month_ends.ts";
import { loadZones } from "./realm_zones.ts";
import { transferRowCodec } from "./transfer_row.ts";

export const ledgerFeature = {
  words: {
    ids: { le: "a ledger entry" },
  },
  operations: [],
  codecs: [transferRowCodec],
  createState: createLedgerState,
  tables: ledgerTables,
  loaded(state) {
    state.accounts.balances.checkLoaded(state.accounts.count);
    loadZones(state);
    loadDays(state);
  },
} satisfies Feature<LedgerState>;
