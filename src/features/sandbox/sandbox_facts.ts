/** What can happen to a sandbox's clock, and how it changes the state. Live scopes have none. */
import type { Apply } from "../../contract/operation.ts";
import type { Fact } from "../../contract/record.ts";
import { SCOPE_OPENED, type ScopeOpened } from "../../contract/scope_document.ts";
import { sandboxClockKey } from "./sandbox_clock.ts";
import type { SandboxState } from "./sandbox_state.ts";

/** Where the clock stands afterwards, milliseconds UTC. */
export type SandboxClockAdvanced = {
  kind: "sandbox.clock_advanced.1";
  effectiveAtMs: number;
  revision: number;
};

export const sandboxFacts: Record<string, Apply<SandboxState>> = {
  [SCOPE_OPENED]: (state, fact: Fact) => {
    const { number: scope, names, createdAtMs: effectiveAtMs } = fact as ScopeOpened;
    if (names.environment !== "sandbox") return;
    state.sandboxClocks.set(sandboxClockKey(scope), { scope, effectiveAtMs, revision: 1 });
  },
  "sandbox.clock_advanced.1": (state, fact, { scope }) => {
    const { effectiveAtMs, revision } = fact as SandboxClockAdvanced;
    state.sandboxClocks.set(sandboxClockKey(scope), { scope, effectiveAtMs, revision });
  },
};
