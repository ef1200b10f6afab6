/** The part of a shard's state that counts what Products use. */
import type { LedgerState } from "../ledger/ledger_state.ts";
import type { MeterTable } from "./meter_table.ts";

export type MeteringState = LedgerState & { metering: MeterTable };
