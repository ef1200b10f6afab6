/** A new payout: its document, its money, and the request to the provider that carries it out. */
import type { Acceptance, DecisionContext } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { settlement } from "../../rails/settlement.ts";
import { shownIdOf } from "../beneficiary/beneficiary_noun.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { type Leg, Plan } from "../ledger/ledger.ts";
import type { RowExtras } from "../ledger/transfer_row.ts";
import { newRequest } from "../provider_request/provider_request_changes.ts";
import { ofRequests } from "../provider_request/provider_request_facts.ts";
import { planExternalAccount } from "../sandbox/external_account.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { moneyRefusal } from "../transfer/transfer_party.ts";
import { extrasOf } from "../transfer/transfer_plan.ts";
import { inStatus, type PayingState } from "./payout_changes.ts";
import type { PayoutDocument } from "./payout_document.ts";
import { payouts } from "./payout_noun.ts";
import type { PayoutParties } from "./payout_parties.ts";
import { sendingOf } from "./payout_request.ts";
import type { PayoutDraft } from "./payout_schema.ts";

type State = PayingState & SandboxState;
type MoneyRefusal = Refusal<"insufficient_balance" | "exposure_cap_exceeded">;

/** A payout to another account of this platform: it is posted in its own record, whose two events show it so. */
export function paidOverBook(
  state: State,
  draft: PayoutDraft,
  parties: PayoutParties,
  context: DecisionContext,
): Acceptance | MoneyRefusal {
  const { accountId = "" } = parties.beneficiary.destination;
  const created = newPayout(state, draft, { ...parties, destinationAccountId: accountId }, context);
  const plan = new Plan(state.accounts, context.place);
  const destinationOrdinal = state.accounts.ordinalOf(context.realm, accountId);
  const leg = legOf(created, draft, { step: "posted", destinationOrdinal, ...parties });
  const refusal = addedOrFailed(state.accounts, plan, leg);
  if (refusal !== undefined) return { ...refusal, facts: plan.rows };
  const posted = inStatus(created, "posted", context.nowMs);
  const told = [payouts.fact("created", posted), payouts.fact("posted", posted)];
  return { refused: false, facts: [...plan.rows, ...told] };
}

/** A payout that a provider carries out: its money is reserved, and the provider is asked from now on. */
export function askedOfProvider(
  state: State,
  draft: PayoutDraft,
  parties: PayoutParties & { provider: string },
  context: DecisionContext,
): Acceptance | MoneyRefusal {
  const { accounts } = state;
  const { provider, beneficiary } = parties;
  const plan = new Plan(accounts, context.place);
  const { currency } = draft;
  const external = planExternalAccount(accounts, plan, { currency, provider }, context);
  const destinationAccountId = external.accountId;
  const created = newPayout(state, draft, { ...parties, destinationAccountId }, context);
  const destinationOrdinal = external.ordinal;
  const leg = legOf(created, draft, { step: "reserved", destinationOrdinal, ...parties });
  const refusal = addedOrFailed(accounts, plan, leg);
  if (refusal !== undefined) return { ...refusal, facts: [...external.facts, ...plan.rows] };
  const asked = sendingOf(created, { provider, madeId: beneficiary.beneficiaryId });
  const request = newRequest(asked, productClockMs(state, context), context);
  const made: Fact[] = [payouts.fact("created", created), ofRequests.fact("made", request)];
  return { refused: false, facts: [...external.facts, ...plan.rows, ...made] };
}

/** Adds the leg; where the ledger refuses it, the refusal. The failed transfer names no payout, because none was made. */
function addedOrFailed(accounts: AccountTable, plan: Plan, leg: Leg): MoneyRefusal | undefined {
  const refused = plan.add(leg);
  if (refused === undefined) return undefined;
  const refusal = moneyRefusal(refused, accounts, leg.sourceOrdinal, leg.amountMinor);
  const { payoutId: _, ...extras } = leg.extras ?? {};
  plan.addFailed({ ...leg, extras }, refusal.code);
  return refusal;
}

function legOf(
  { payoutId }: PayoutDocument,
  draft: PayoutDraft,
  leg: Pick<Leg, "step" | "sourceOrdinal" | "destinationOrdinal">,
): Leg {
  // The external id belongs to the payout; the payout's transfer has none.
  const { externalId: _, ...named } = draft;
  const extras: RowExtras = { payoutId, ...extrasOf(named) };
  const { step, sourceOrdinal, destinationOrdinal } = leg;
  return {
    step,
    transferKind: "payout",
    sub: 0,
    sourceOrdinal,
    destinationOrdinal,
    amountMinor: BigInt(draft.amount),
    reservedMinor: 0n,
    extras,
  };
}

function newPayout(
  state: SandboxState,
  draft: PayoutDraft,
  parties: PayoutParties & { destinationAccountId: string; provider?: string },
  context: DecisionContext,
): PayoutDocument {
  const { realm, nowMs, actor, newId } = context;
  const { sourceAccountId, amount, currency, description, metadata, externalId } = draft;
  const { beneficiary, customerId, destinationAccountId, provider } = parties;
  const { rail } = beneficiary;
  const { arrivesOn } = settlement(rail, productClockMs(state, context));
  return {
    realm,
    payoutId: newId("po"),
    sourceAccountId,
    destinationAccountId,
    ...(customerId !== undefined && { customerId }),
    beneficiaryId: shownIdOf(beneficiary),
    amountMinor: amount,
    currency,
    rail,
    ...(provider !== undefined && { provider }),
    status: "created",
    attempts: 0,
    ...(description !== undefined && { description }),
    ...(metadata !== undefined && { metadata }),
    ...(externalId !== undefined && { externalId }),
    expectedArrivalDate: arrivesOn,
    createdAtMs: nowMs,
    reachedAtMs: { created: nowMs },
    updatedAtMs: nowMs,
    revision: 1,
    changedBy: actorText(actor),
  };
}
