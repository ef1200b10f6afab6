/** What a shard keeps of sandboxes. */
import { DocumentTable } from "../../contract/table.ts";
import type { AccountState } from "../account/account_state.ts";
import { SANDBOX_CLOCK_TABLE, type SandboxClock } from "./sandbox_clock.ts";

export type SandboxState = AccountState & ReturnType<typeof createSandboxState>;

export function createSandboxState() {
  return { sandboxClocks: new DocumentTable<SandboxClock>("sandbox_clock", SANDBOX_CLOCK_TABLE) };
}
