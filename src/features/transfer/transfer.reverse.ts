/**
 * transfer.reverse: gives back all or part of the amount of a transfer, by a new transfer in the
 * opposite direction. May be repeated until the whole amount is given back. A transfer of kind
 * funding may be reversed too: the money then goes back to the platform's account that it came
 * from.
 */
import { Type } from "@sinclair/typebox";
import type { Place } from "../../base/id.ts";
import { type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { Amount, Currency, Id, notBlank } from "../../contract/values/formats.ts";
import { type Leg, Plan } from "../ledger/ledger.ts";
import { EXTERNAL_ROLE, roleCodeOf } from "../ledger/roles.ts";
import type { TransferRow } from "../ledger/transfer_row.ts";
import { suffixOfRecord } from "../record_walk.ts";
import { findTransfer, type StoredTransfer, transferNotFound } from "./find_transfer.ts";
import { transferReply } from "./transfer_json.ts";
import { refuseUnusable } from "./transfer_party.ts";
import { addOrFail } from "./transfer_plan.ts";
import { transferReplyState } from "./transfer_reply_state.ts";
import { TRANSFER_REVERSED, type TransferReversed } from "./transfer_reversal.ts";
import { Transfer } from "./transfer_schema.ts";
import type { TransferState } from "./transfer_state.ts";

/** The refusal of a transfer that cannot be reversed at all, whatever the amount. */
type StateRefusal = Refusal<"operation_not_finalized" | "state_conflict">;

/** The amount of a transfer that may still be given back, and the earlier reversals. */
type Reversible = {
  refused: false;
  leftMinor: bigint;
  reversedMinor: bigint;
  reversalTransferIds: readonly string[];
  revision: number;
  /** The place of the record that has settled its hold; absent where it had none, or the hold does not know. */
  settledPlace?: Place | undefined;
};

const TransferReversalDraft = Type.Object(
  {
    amount: Type.Optional(
      described(Amount, "Minor units to give back; all that is left where absent."),
    ),
    currency: Type.Optional(
      described(Currency, "Currency of the transfer; checked only where it is given."),
    ),
    reason: notBlank(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Why; becomes the description of the reversal.",
      }),
    ),
  },
  {
    title: "TransferReversalDraft",
    description: "How much of a transfer to give back, and why.",
    additionalProperties: false,
  },
);

const EXTERNAL_CODE = roleCodeOf(EXTERNAL_ROLE);

/** What the accounts of a reversal, which the platform determines, must be. */
const REVERSAL_PARTIES =
  "The platform determines the two accounts, so a freeze of the account to debit, in either mode, and a freeze " +
  "of the account to credit in mode `all` are refused with `account_frozen`. The owner of the account to debit " +
  "may be a suspended customer: a reversal corrects what has happened. ";

export const transferReverse = declareWrite<TransferState>()({
  id: "transfer.reverse",
  summary: "Reverse a transfer",
  description:
    "Gives back `amount`, or all that is left, by a new transfer in the opposite direction, and answers that " +
    "new transfer. May be repeated until nothing is left. Cannot be reversed: a transfer that is pending " +
    "(`operation_not_finalized`); a transfer that failed or was voided, a reversal, one of a payout, of a received credit or of a collection " +
    "by a mandate, a fee of the platform, and one of which nothing is left (`state_conflict`); more than is left (`ledger_transfer_rejected`). A settled hold and " +
    "sandbox funding can be reversed. " +
    REVERSAL_PARTIES +
    "A call that was answered with status 200 before this operation answered 201 keeps the status 200 when it " +
    "is sent again.",
  http: { method: "POST", path: "/transfers/{transferId}/reverse", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "transfers:write",
  path: Type.Object({ transferId: Id("tr") }, { additionalProperties: false }),
  body: TransferReversalDraft,
  output: Transfer,
  refusals: [
    "transfer_not_found",
    "operation_not_finalized",
    "state_conflict",
    "currency_mismatch",
    "ledger_transfer_rejected",
    "account_frozen",
    "source_account_status_forbidden",
    "destination_account_status_forbidden",
    "exposure_cap_exceeded",
    "insufficient_balance",
    "ledger_unavailable",
  ],
  events: ["transfer.posted", "transfer.failed", "transfer.reversed"],
  decide(state, { transferId, amount, currency, reason }, context) {
    const transfer = findTransfer((place) => context.record(place), context.realm, transferId);
    if (transfer === undefined) return transferNotFound(transferId);
    const reversible = reversibleOf(state, context.realm, transfer);
    if (reversible.refused) return reversible;
    const { row } = transfer;
    const { settledPlace } = reversible;
    if (currency !== undefined && currency !== row.currency) {
      const accountId = state.accounts.accountId(row.destinationOrdinal);
      return currencyMismatch(row.currency, currency, { transferId, accountId });
    }
    const amountMinor = amount === undefined ? reversible.leftMinor : BigInt(amount);
    if (amountMinor > reversible.leftMinor) {
      return exceedsReversible(transferId, reversible.leftMinor, amountMinor);
    }
    const { sourceOrdinal: destinationOrdinal, destinationOrdinal: sourceOrdinal } = row;
    const unusable = refuseUnusable(state.accounts, sourceOrdinal, destinationOrdinal);
    if (unusable !== undefined) return unusable;
    const plan = new Plan(state.accounts, context.place);
    const leg: Leg = {
      step: "posted",
      transferKind: "reversal",
      sub: 0,
      sourceOrdinal,
      destinationOrdinal,
      amountMinor,
      reservedMinor: 0n,
      extras: {
        reversalOf: transferId,
        ...(settledPlace !== undefined && { corrects: settledPlace }),
        description: reason,
      },
    };
    const refusal = addOrFail(state.accounts, plan, leg);
    if (refusal !== undefined) return { ...refusal, facts: plan.rows };
    const facts = [...plan.rows, reversedFact(transferId, reversible, amountMinor, context)];
    return { refused: false, facts };
  },
  respond: transferReply,
  replyState: transferReplyState,
});

function reversibleOf(
  state: TransferState,
  realm: number,
  { row, record, suffix }: StoredTransfer,
): Reversible | StateRefusal {
  const transferId = `tr_${suffix}`;
  if (row.step === "failed") return cannotReverse(transferId, "failed");
  const ofBank = movedByBank(state, row);
  if (ofBank !== undefined) {
    return cannotReverse(transferId, row.step === "reserved" ? "pending" : "posted", ofBank);
  }
  let movedMinor = row.amountMinor;
  let revision = 1;
  let settledPlace: Place | undefined;
  if (row.step === "reserved") {
    const hold = state.transferHolds.get(realm, suffix);
    if (hold === undefined || hold.status === "reserved") {
      const operationId = `op_${suffixOfRecord(record)}`;
      const message = `transfer ${transferId} is pending: its hold has not ended`;
      return refuse("operation_not_finalized", message, { operationId, status: "pending" });
    }
    if (hold.status !== "cleared") return cannotReverse(transferId, "voided");
    movedMinor = BigInt(hold.clearedMinor);
    revision = hold.revision;
    settledPlace = hold.endedPlace;
  }
  if (row.transferKind === "reversal") {
    return cannotReverse(transferId, "posted", { actual: "reversal", because: "a reversal" });
  }
  if (row.transferKind === "fee") {
    return cannotReverse(transferId, "posted", { actual: "fee", because: "a fee of the platform" });
  }
  // The program of the object computes with what its actions have moved.
  if (row.transferKind === "action") {
    return cannotReverse(transferId, "posted", { actual: "action", because: "of an action" });
  }
  const earlier = state.transferReversals.get(realm, suffix);
  const reversedMinor = BigInt(earlier?.reversedMinor ?? "0");
  if (reversedMinor === movedMinor) return cannotReverse(transferId, "reversed");
  return {
    refused: false,
    leftMinor: movedMinor - reversedMinor,
    reversedMinor,
    reversalTransferIds: earlier?.reversalTransferIds ?? [],
    revision: earlier?.revision ?? revision,
    settledPlace,
  };
}

/** What a bank has moved outside, which no row of the ledger gives back; undefined of every other transfer. */
function movedByBank(
  { accounts }: TransferState,
  { transferKind, extras, sourceOrdinal, destinationOrdinal }: TransferRow,
): { actual: string; because: string } | undefined {
  if (transferKind === "payout") return { actual: "payout", because: "of a payout" };
  if (extras?.receivedCreditId !== undefined) {
    return { actual: "received_credit", because: "of a received credit" };
  }
  // A collection by a mandate has an account of the platform on one side; what came to an object that has ended has gone on from its account.
  const isByMandate =
    transferKind === "collection" &&
    (extras?.objectId !== undefined ||
      [sourceOrdinal, destinationOrdinal].some((one) => accounts.roleCode(one) === EXTERNAL_CODE));
  return isByMandate
    ? { actual: "collection", because: "of a collection by a mandate" }
    : undefined;
}

function reversedFact(
  transferId: string,
  { leftMinor, reversedMinor, reversalTransferIds, revision }: Reversible,
  amountMinor: bigint,
  { nowMs, actor, newId }: DecisionContext,
): TransferReversed {
  return {
    kind: TRANSFER_REVERSED,
    transferId,
    reversedMinor: String(reversedMinor + amountMinor),
    reversalTransferIds: [...reversalTransferIds, newId("tr")],
    ...(amountMinor === leftMinor && { reversedAtMs: nowMs }),
    changedBy: actorText(actor),
    revision: revision + 1,
    updatedAtMs: nowMs,
  };
}

function cannotReverse(
  transferId: string,
  status: string,
  { actual, because } = { actual: status, because: status },
) {
  const message = `transfer ${transferId} is ${because} and cannot be reversed`;
  return refuse("state_conflict", message, { transferId, status, expected: "posted", actual });
}

function currencyMismatch(
  expected: string,
  received: string,
  { transferId, accountId }: { transferId: string; accountId: string },
) {
  return refuse("currency_mismatch", `transfer ${transferId} is in ${expected}, not ${received}`, {
    expected,
    received,
    accountId,
    transferId,
    issues: [
      { code: "currency_mismatch", message: `currency must be ${expected}`, path: ["currency"] },
    ],
  });
}

function exceedsReversible(transferId: string, leftMinor: bigint, amountMinor: bigint) {
  const reversible = String(leftMinor);
  const requested = String(amountMinor);
  return refuse(
    "ledger_transfer_rejected",
    `amount ${requested} exceeds reversible ${reversible}`,
    {
      ledgerReason: "exceeds_reversible_amount",
      transferId,
      reversible,
      requested,
      issues: [
        {
          code: "exceeds_reversible",
          message: `amount must be at most ${reversible}`,
          path: ["amount"],
        },
      ],
    },
  );
}
