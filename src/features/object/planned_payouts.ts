/** The payouts among the moves of an action: each is decided as one that a caller makes, in the plan of the other moves. */
import { invariant } from "../../base/invariant.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { PlannedTransfer } from "../../programs/run/outcome.ts";
import { decidePayoutOfObject, type NewPayoutRefusal } from "../payout/payout_decided.ts";
import { failedAlone, type NewPayouts, type PlannedPayout } from "../payout/payout_new.ts";
import type { CallOfProgram } from "./object_call.ts";
import type { AccountRef } from "./object_source.ts";

/** The action that pays out or collects, and the object that it is called on. */
export type PayingAction = { objectId: string; action: string; subject: string | undefined };

/**
 * Adds the payout of a move to the plan of its record. Where it cannot be, the refusal keeps the failed transfer alone.
 * `sub`: the number of the move among those of the action.
 */
export function payOut(
  { state, context }: Pick<CallOfProgram, "state" | "context">,
  record: NewPayouts,
  { objectId, action }: PayingAction,
  { move, source, sub }: { move: PlannedTransfer; source: AccountRef; sub: number },
): PlannedPayout | Refusal {
  const { to, amount, currency, label, book } = move;
  invariant(to.kind === "beneficiary", "a payout pays a beneficiary");
  const draft = {
    sourceAccountId: source.accountId,
    beneficiaryId: to.beneficiaryId,
    amount: String(amount),
    currency,
  };
  const origin = { objectId, action, label, ...(book !== undefined && { book }) };
  const planned = decidePayoutOfObject(state, record, draft, { sub, origin }, context);
  if (!planned.refused) return planned;
  const refusal: NewPayoutRefusal = planned;
  return { ...refusal, facts: failedAlone(state, record, sub, context) };
}
