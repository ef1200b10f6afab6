/** What a shard keeps of sandboxes. */
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { AccountState } from "../account/account_state.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { SandboxClock, SandboxClockRun } from "./sandbox_clock.ts";

export type SandboxState = AccountState & ReturnType<typeof createSandboxState>;

export function createSandboxState() {
  return {
    sandboxClocks: new DocumentTable<SandboxClock>({
      name: "sandbox_clock",
      code: LEDGER_TABLE.sandboxClock,
    }),
    /** By the place of the advance's record; written when the clock arrives. */
    sandboxClockRuns: new DocumentTable<SandboxClockRun>({
      name: "sandbox_clock_run",
      code: LEDGER_TABLE.sandboxClockRun,
    }),
  };
}
