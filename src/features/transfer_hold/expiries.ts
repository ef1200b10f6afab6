/**
 * Deadlines of holds, and the step that is due when one passes. A sandbox's deadlines pass only
 * when its clock is advanced; live ones with the wall clock.
 * Guarantees: the queue is a function of the holds, so it is rebuilt, never stored.
 */
import type { DueSource } from "../../contract/due_source.ts";
import { holdOf, type TransferHoldState } from "./transfer_hold_state.ts";

/** One `transfer_hold.expire` for each reserved hold, at its deadline. */
export const transferHoldExpiries: DueSource<TransferHoldState> = {
  name: "transfer_hold.expiry",
  scopes: (state) => state.expiries.scopes(),
  earliest(state, scope) {
    const first = state.expiries.first(scope);
    if (first === undefined) return undefined;
    const { expiresAtMs: atMs, transferHoldId } = first;
    return { atMs, operation: "transfer_hold.expire", input: { transferHoldId } };
  },
};

/** Fills the queue from the holds as they were loaded. Called once, before any replay. */
export function rebuildExpiries(state: TransferHoldState): void {
  for (const { scope, status, expiresAtMs, transferHoldId } of state.transferHolds.values()) {
    if (status === "reserved") state.expiries.add(scope, expiresAtMs, transferHoldId);
  }
}

/** Part of `apply`, after a hold has ended. */
export function pruneExpiries(state: TransferHoldState, scope: number): void {
  state.expiries.end(scope, (transferHoldId) => isReserved(state, scope, transferHoldId));
}

function isReserved(state: TransferHoldState, scope: number, transferHoldId: string): boolean {
  return holdOf(state, scope, transferHoldId)?.status === "reserved";
}
