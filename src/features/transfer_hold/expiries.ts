/**
 * Deadlines of holds, and the work that is due when they pass. A sandbox's deadlines pass only when
 * its clock is advanced; live ones by the actor's timer.
 * Guarantees: the queue is a function of the holds, so it is rebuilt, never stored.
 */
import type { FollowUp } from "../../contract/operation.ts";
import { sandboxClockOf } from "../sandbox/product_clock.ts";
import { holdOf, type TransferHoldState } from "./transfer_hold_state.ts";

/** One `transfer_hold.expire` for each reserved hold with a deadline at or before `atMs`, in order. */
export function dueFollowUps(state: TransferHoldState, scope: number, atMs: number): FollowUp[] {
  return state.expiries
    .due(scope, atMs)
    .filter((transferHoldId) => isReserved(state, scope, transferHoldId))
    .map((transferHoldId) => ({ operation: "transfer_hold.expire", input: { transferHoldId } }));
}

/** The earliest deadline that a timer must meet, milliseconds UTC; undefined: none, or a sandbox. */
export function nextLiveExpiryMs(state: TransferHoldState, scope: number): number | undefined {
  if (sandboxClockOf(state, scope) !== undefined) return undefined;
  return state.expiries.nextMs(scope);
}

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
