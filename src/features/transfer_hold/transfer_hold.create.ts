/**
 * transfer_hold.create: reserves money on the source account until the hold settles or its deadline
 * comes.
 */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { actorText } from "../../contract/records/actor.ts";
import { type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { Timestamp } from "../../contract/values/formats.ts";
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import { refuseTakenExternalId } from "../external_id.ts";
import { type Leg, Plan } from "../ledger/ledger.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { moneyRefusal, PARTY_REFUSALS, partiesOf } from "../transfer/transfer_party.ts";
import { checkParties, extrasOf } from "../transfer/transfer_plan.ts";
import { TransferDraft } from "../transfer/transfer_schema.ts";
import type { HoldFact } from "./transfer_hold_facts.ts";
import { transferHoldJson } from "./transfer_hold_json.ts";
import { transferHolds } from "./transfer_hold_resource.ts";
import { TransferHold } from "./transfer_hold_schema.ts";
import type { TransferHoldState } from "./transfer_hold_state.ts";

/** The input of a hold: a transfer, and its deadline. */
const TransferHoldDraft = Type.Object(
  {
    ...TransferDraft.properties,
    expiresAt: Type.String({
      ...Timestamp,
      title: "HoldDeadline",
      description: `After the Product's clock: in live the present time, in the sandbox where \`sandbox.clock.retrieve\` says that its clock stands, whatever the present time is. From this time on, by that clock, the hold can only expire. ${Timestamp.description}`,
    }),
  },
  {
    title: "TransferHoldDraft",
    description: "Money to reserve, and until when.",
    additionalProperties: false,
  },
);
type TransferHoldDraft = Static<typeof TransferHoldDraft>;

export const transferHoldCreate = declareWrite<TransferHoldState>()({
  id: "transfer_hold.create",
  summary: "Reserve money for a transfer",
  description:
    "The amount leaves what the source account has available, and reaches nobody until it is cleared. Both " +
    "accounts must be open. Where a customer owns the source account, the customer must be active " +
    "(`customer_status_forbidden`).",
  http: { method: "POST", path: "/transfer-holds", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "transfer_holds:write",
  acts: { on: "product", by: "sourceAccountId" },
  body: TransferHoldDraft,
  output: TransferHold,
  refusals: [
    ...PARTY_REFUSALS,
    "state_constraint_failed",
    "state_conflict",
    "exposure_cap_exceeded",
    "insufficient_balance",
    "ledger_unavailable",
  ],
  events: ["transfer_hold.reserved", "transfer.failed"],
  check: checkParties,
  decide(state, draft, context) {
    const { realm } = context;
    const parties = partiesOf(state, realm, draft);
    if (parties.refused) return parties;
    const expiresAtMs = parseTimestamp(draft.expiresAt) as number;
    const past = refusePastDeadline(state, context, expiresAtMs);
    if (past !== undefined) return past;
    const taken = refuseTakenExternalId(transferHolds, state.transferHolds.externalIds, realm, {
      externalId: draft.externalId,
    });
    if (taken !== undefined) return taken;
    const hold = reservedFact(draft, expiresAtMs, context);
    const leg: Leg = {
      step: "reserved",
      transferKind: "hold",
      sub: 0,
      sourceOrdinal: parties.sourceOrdinal,
      destinationOrdinal: parties.destinationOrdinal,
      amountMinor: BigInt(draft.amount),
      reservedMinor: 0n,
    };
    // The external id belongs to the hold; the hold's transfer has none.
    const { externalId: _, ...named } = draft;
    const extras = extrasOf(named);
    const plan = new Plan(state.accounts, context.place);
    const { transferHoldId } = hold;
    const refused = plan.add({ ...leg, extras: { ...extras, transferHoldId } });
    if (refused !== undefined) {
      const refusal = moneyRefusal(refused, state.accounts, leg.sourceOrdinal, leg.amountMinor);
      plan.addFailed({ ...leg, extras }, refusal.code);
      return { ...refusal, facts: plan.rows };
    }
    const reply = transferHoldJson(hold, context.principal);
    return { refused: false, facts: [...plan.rows, hold], reply };
  },
});

/** Refuses a deadline that is not after the Product's clock, which alone judges deadlines. */
function refusePastDeadline(
  state: TransferHoldState,
  context: DecisionContext,
  expiresAtMs: number,
): Refusal<"state_constraint_failed"> | undefined {
  const clockMs = productClockMs(state, context);
  if (expiresAtMs > clockMs) return undefined;
  const expiresAt = isoTime(expiresAtMs);
  const now = isoTime(clockMs);
  return refuseConstraint("expires_at_in_future", `expiresAt ${expiresAt} is not after ${now}`, {
    expiresAt,
    now,
    issues: [
      {
        code: "expires_at_in_future",
        message: `expiresAt must be after ${now}`,
        path: ["expiresAt"],
      },
    ],
  });
}

function reservedFact(
  draft: TransferHoldDraft,
  expiresAtMs: number,
  { newId, nowMs, actor }: DecisionContext,
): HoldFact {
  const { description, metadata, externalId } = draft;
  return {
    kind: "transfer_hold.reserved.1",
    transferHoldId: newId("th"),
    reservedTransferId: newId("tr"),
    sourceAccountId: draft.sourceAccountId,
    destinationAccountId: draft.destinationAccountId,
    currency: draft.currency,
    amountMinor: draft.amount,
    clearedMinor: "0",
    status: "reserved",
    expiresAtMs,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    revision: 1,
    changedBy: actorText(actor),
    ...(description !== undefined && { description }),
    ...(metadata !== undefined && { metadata }),
    ...(externalId !== undefined && { externalId }),
  };
}
