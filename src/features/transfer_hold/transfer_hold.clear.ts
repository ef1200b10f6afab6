/** transfer_hold.clear: settles a hold, whole or in part; the rest goes back to the source. */
import { invariant } from "../../base/invariant.ts";
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { Plan } from "../ledger/ledger.ts";
import { currencyMismatch, refuseFrozen } from "../transfer/transfer_party.ts";
import { refuseOver } from "./hold_deadline.ts";
import { endLeg } from "./hold_release.ts";
import { type TransferHoldDocument, transferHoldNotFound } from "./transfer_hold_document.ts";
import { endedFact } from "./transfer_hold_facts.ts";
import { transferHoldJson } from "./transfer_hold_json.ts";
import { TransferHold, TransferHoldClearing, TransferHoldPath } from "./transfer_hold_schema.ts";
import type { TransferHoldState } from "./transfer_hold_state.ts";

export const transferHoldClear = declareWrite<TransferHoldState>()({
  id: "transfer_hold.clear",
  summary: "Settle a transfer hold",
  description:
    "Once, for the whole amount or less; the ledger releases the remainder. The platform determines the two " +
    "accounts, so a freeze of the source account, in either mode, and a freeze of the destination account in mode " +
    "`all` are refused with `account_frozen`. A customer who was suspended after the hold was made changes nothing.",
  http: { method: "POST", path: "/transfer-holds/{transferHoldId}/clear" },
  principals: PRODUCT_CALLERS,
  scope: "transfer_holds:write",
  path: TransferHoldPath,
  body: TransferHoldClearing,
  output: TransferHold,
  refusals: [
    "transfer_hold_not_found",
    "state_conflict",
    "currency_mismatch",
    "account_frozen",
    "ledger_transfer_rejected",
    "ledger_unavailable",
  ],
  events: ["transfer_hold.cleared", "transfer.posted"],
  decide(state, { transferHoldId, amount, currency }, context) {
    const hold = state.transferHolds.byId(context.realm, transferHoldId);
    if (hold === undefined) return transferHoldNotFound(transferHoldId);
    const over = refuseOver(state, hold, context);
    if (over !== undefined) return over;
    const { accounts } = state;
    const amountMinor = BigInt(amount ?? hold.amountMinor);
    const leg = endLeg(state, hold, { step: "cleared", amountMinor });
    if (currency !== undefined && currency !== hold.currency) {
      return currencyMismatch(accounts, leg.sourceOrdinal, currency);
    }
    const frozen = refuseFrozen(accounts, leg.sourceOrdinal, leg.destinationOrdinal);
    if (frozen !== undefined) return frozen;
    if (amountMinor > leg.reservedMinor) return exceedsReserved(hold, amountMinor);
    const plan = new Plan(accounts, context.place);
    const refused = plan.add(leg);
    invariant(refused === undefined, "what is reserved can settle");
    const cleared = endedFact(hold, { status: "cleared", clearedMinor: amountMinor }, context);
    const reply = transferHoldJson(cleared, context.principal);
    return { refused: false, facts: [...plan.rows, cleared], reply };
  },
});

function exceedsReserved(hold: TransferHoldDocument, amountMinor: bigint) {
  const reserved = hold.amountMinor;
  const requested = String(amountMinor);
  return refuse("ledger_transfer_rejected", `amount ${requested} exceeds reserved ${reserved}`, {
    ledgerReason: "exceeds_pending_transfer_amount",
    transferHoldId: hold.transferHoldId,
    reserved,
    requested,
    issues: [
      { code: "exceeds_reserved", message: `amount must be at most ${reserved}`, path: ["amount"] },
    ],
  });
}
