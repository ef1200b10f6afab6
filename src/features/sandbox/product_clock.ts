/** A Product's time: what deadlines are held against, in sandbox and in live. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { type SandboxClock, sandboxClockKey } from "./sandbox_clock.ts";
import type { SandboxState } from "./sandbox_state.ts";

/**
 * Milliseconds UTC. In live the wall clock; in sandbox the sandbox's own, which stands still until
 * it is advanced: a deadline there passes only when the clock does. For a step that time asked for,
 * the time when it was due, however late the step is decided.
 */
export function productClockMs(
  state: SandboxState,
  { realm, nowMs, dueMs }: Pick<DecisionContext, "realm" | "nowMs" | "dueMs">,
): number {
  return dueMs ?? sandboxClockOf(state, realm)?.effectiveAtMs ?? nowMs;
}

/** The clock of a sandbox, or undefined when the realm is live. */
export function sandboxClockOf(state: SandboxState, realm: number): SandboxClock | undefined {
  return state.sandboxClocks.get(realm, sandboxClockKey(realm));
}
