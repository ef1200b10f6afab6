/** What a shard keeps of sandboxes. */
import { DocumentTable } from "../../contract/document_table.ts";
import type { AccountState } from "../account/account_state.ts";
import {
  SANDBOX_CLOCK_RUN_TABLE,
  SANDBOX_CLOCK_TABLE,
  type SandboxClock,
  type SandboxClockRun,
} from "./sandbox_clock.ts";

export type SandboxState = AccountState & ReturnType<typeof createSandboxState>;

export function createSandboxState() {
  return {
    sandboxClocks: new DocumentTable<SandboxClock>({
      name: "sandbox_clock",
      code: SANDBOX_CLOCK_TABLE,
    }),
    /** By the place of the advance's record; written when the clock arrives. */
    sandboxClockRuns: new DocumentTable<SandboxClockRun>({
      name: "sandbox_clock_run",
      code: SANDBOX_CLOCK_RUN_TABLE,
    }),
  };
}
