/**
 * The ends of payouts: what the bank says becomes of the money, and the action that the program names for it. What is posted
 * leaves the account; what has failed or was cancelled can be spent again; what comes back returns to the account that paid.
 */
import type { MoveSource, SplitPartSource } from "../../src/programs/action_schema.ts";
import { CLOCK, type Report } from "./naive_clock.ts";
import { call } from "./naive_program.ts";
import { attempt, faultOfScenario } from "./naive_value.ts";
import { nounOf, objectOf, type Payout, type World } from "./naive_world.ts";

/** A move, or a part of one, which may say what follows. */
type PaidSource = Pick<MoveSource | SplitPartSource, "label" | "then">;
export type PayoutEnd = Exclude<Payout["status"], "processing">;

/** The number of the newest payout of the object with the label, which must be one that can end so. */
export function payoutNamed(
  { payouts }: World,
  { objectId, label, ended }: { objectId: string; label: string; ended: PayoutEnd },
): number {
  const at = payouts.findLastIndex((each) => each.objectId === objectId && each.label === label);
  const status = payouts[at]?.status;
  if (status === undefined) faultOfScenario("no such payout");
  const comesBack = status === "posted" && ended === "returned";
  if (status !== "processing" && !comesBack) faultOfScenario("the payout has ended");
  return at;
}

/** `at`: the number of the payout. What comes back before anybody heard that it was posted was posted before. */
export function endPayout(world: World, at: number, end: PayoutEnd, report: Report): void {
  const isUnderWay = payoutAt(world, at).status === "processing";
  if (end === "returned" && isUnderWay && !world.off.has("posted_first")) {
    endPayout(world, at, "posted", report);
  }
  // A call leaves other objects behind than it found, so the payout is looked up again.
  const payout = payoutAt(world, at);
  const { from, to, amount } = payout;
  if (end === "posted") shift(world, amount, { from, to });
  if (end === "returned" && payout.status === "posted")
    shift(world, amount, { from: to, to: from });
  payout.status = end;
  callAfter(world, payout, end, report);
}

/** A clock that goes on finds everything posted that nobody has ended, the oldest first. */
export function postPayouts(world: World, report: Report): void {
  for (const at of [...world.payouts.keys()]) {
    if (payoutAt(world, at).status === "processing") endPayout(world, at, "posted", report);
  }
}

/** An object that has ended is called no more. */
function callAfter(world: World, payout: Payout, end: PayoutEnd, report: Report): void {
  const { objectId, action: paying, label } = payout;
  const { kind, state } = objectOf(world, objectId);
  const { actions, states } = nounOf(world, kind);
  const moves = actions[paying]?.moves ?? [];
  const then = moves
    .flatMap((move): PaidSource[] => (typeof move.to === "string" ? [move] : move.to))
    .find((paid) => paid.label === label)?.then;
  const action = then?.[end];
  const isOver = states[state]?.terminal === true && !world.off.has("ended_objects");
  if (action === undefined || isOver || world.off.has("payout_ends")) return;
  const tried = attempt(() => call(world, { objectId, action, input: {}, caller: CLOCK }));
  report.ran.push({
    atMs: world.nowMs,
    objectId,
    action,
    cause: "payout",
    payout: { label, ended: end },
    ...("value" in tried ? { done: tried.value } : { code: tried.refused.code }),
  });
}

function payoutAt({ payouts }: World, at: number): Payout {
  const payout = payouts[at];
  if (payout === undefined) throw new Error(`there is no payout ${at}`);
  return payout;
}

function shift({ balances }: World, amount: bigint, way: { from: string; to: string }): void {
  balances.set(way.from, (balances.get(way.from) ?? 0n) - amount);
  balances.set(way.to, (balances.get(way.to) ?? 0n) + amount);
}
