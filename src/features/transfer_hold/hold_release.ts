/** The end of a hold without a settlement: the whole reservation goes back to the source account. */
import { invariant } from "../../base/invariant.ts";
import type { Acceptance, DecisionContext } from "../../contract/declare/operation.ts";
import { type Leg, Plan } from "../ledger/ledger.ts";
import type { TransferHoldDocument } from "./transfer_hold_document.ts";
import { endedFact } from "./transfer_hold_facts.ts";
import { transferHoldJson } from "./transfer_hold_json.ts";
import type { TransferHoldState } from "./transfer_hold_state.ts";

/** Releases a reserved hold. Is never refused, because reserved money can always be given back. */
export function releaseHold(
  state: TransferHoldState,
  hold: TransferHoldDocument,
  status: "cancelled" | "expired",
  context: DecisionContext,
): Acceptance {
  const plan = new Plan(state.accounts, context.place);
  const refused = plan.add(endLeg(state, hold, { step: "released", amountMinor: 0n }));
  invariant(refused === undefined, "a reservation can be released");
  const ended = endedFact(hold, { status, clearedMinor: 0n }, context);
  const reply = transferHoldJson(ended, context.principal);
  return { refused: false, facts: [...plan.rows, ended], reply };
}

/**
 * The leg that ends the whole reservation, and settles `amountMinor` of it. The row that settles is the entry of the account, in
 * statements too, so it has the description as the row that reserves has it.
 */
export function endLeg(
  { accounts }: TransferHoldState,
  hold: TransferHoldDocument,
  { step, amountMinor }: { step: "cleared" | "released"; amountMinor: bigint },
): Leg {
  const { transferHoldId, description } = hold;
  const isEntry = step === "cleared";
  return {
    step,
    transferKind: "hold",
    sub: 0,
    sourceOrdinal: accounts.ordinalOf(hold.realm, hold.sourceAccountId),
    destinationOrdinal: accounts.ordinalOf(hold.realm, hold.destinationAccountId),
    amountMinor,
    reservedMinor: BigInt(hold.amountMinor),
    extras: { transferHoldId, ...(isEntry && description !== undefined && { description }) },
  };
}
