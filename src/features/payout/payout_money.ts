/** The money of payouts: it is reserved, then settled or released; what comes back is credited by a transfer of its own. */
import { invariant } from "../../base/invariant.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Plan } from "../ledger/ledger.ts";
import type { LedgerState } from "../ledger/ledger_state.ts";
import { type ArrivedMoney, type Landed, landMoney } from "../transfer/arriving_money.ts";
import { bookedPlace } from "../transfer/reservation_end.ts";
import type { TransferState } from "../transfer/transfer_state.ts";
import { isOpenPayout, type PayoutDocument, transferIdOf } from "./payout_document.ts";

type Context = Pick<DecisionContext, "realm" | "principal" | "newId">;
/** The state by which it is known where the money of payouts was booked. */
export type BookedState = LedgerState & Pick<TransferState, "payoutEnds">;

/**
 * Settles all that the payout has reserved, or releases it, in the plan. The row that settles is the entry of the account, in
 * statements too, so it has the description as the row that reserves has it.
 */
export function endReservation(
  { accounts }: LedgerState,
  plan: Plan,
  payout: PayoutDocument,
  step: "cleared" | "released",
): void {
  const { realm, payoutId, description } = payout;
  const reservedMinor = BigInt(payout.amountMinor);
  const isEntry = step === "cleared";
  const refused = plan.add({
    step,
    transferKind: "payout",
    sub: 0,
    sourceOrdinal: accounts.ordinalOf(realm, payout.sourceAccountId),
    destinationOrdinal: accounts.ordinalOf(realm, payout.destinationAccountId),
    amountMinor: isEntry ? reservedMinor : 0n,
    reservedMinor,
    extras: { payoutId, ...(isEntry && description !== undefined && { description }) },
  });
  invariant(refused === undefined, "what is reserved can settle and can be released");
}

/**
 * Credits the money of a payout that came back: to the account that has paid, or where that takes none, to an account of the
 * Product for such money.
 */
export function giveBack(
  state: BookedState,
  plan: Plan,
  payout: PayoutDocument,
  context: Context,
): Landed {
  const { accounts } = state;
  const { realm, payoutId, currency } = payout;
  const transferId = payout.settledTransferId ?? transferIdOf(payout);
  // What the plan itself settles is booked by the record that is decided.
  const corrects = isOpenPayout(payout) ? undefined : bookedPlace(state, { realm, transferId });
  const money: ArrivedMoney = {
    transferKind: "payout",
    sub: plan.rows.length,
    sourceOrdinal: accounts.ordinalOf(realm, payout.destinationAccountId),
    amountMinor: BigInt(payout.amountMinor),
    currency,
    extras: { payoutId, ...(corrects !== undefined && { corrects }) },
  };
  const meant = accounts.ordinalOf(realm, payout.settledFromAccountId ?? payout.sourceAccountId);
  return landMoney(accounts, plan, money, { meant }, context);
}
