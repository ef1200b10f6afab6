/** A new payout: its document, its money, and the request to the provider that carries it out. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { settlement } from "../../rails/settlement.ts";
import { shownIdOf } from "../beneficiary/beneficiary_noun.ts";
import { type Leg, Plan } from "../ledger/ledger.ts";
import type { LedgerAccounts } from "../ledger/ledger_accounts.ts";
import type { LedgerState } from "../ledger/ledger_state.ts";
import type { RowExtras } from "../ledger/transfer_row.ts";
import { refuseOverLimits } from "../payout_limit/payout_limit_refusal.ts";
import { dayOf } from "../payout_limit/payout_period.ts";
import { UsesOfRecord } from "../payout_limit/payout_usage.ts";
import { newRequest } from "../provider_request/provider_request_changes.ts";
import { ofRequests } from "../provider_request/provider_request_facts.ts";
import { planExternalAccount } from "../sandbox/external_account.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { moneyRefusal } from "../transfer/transfer_party.ts";
import { acceptAtOnce } from "./payout_accepted.ts";
import { amountMinorOf, refuseNothing, refuseTooMuch } from "./payout_amount.ts";
import { inStatus, withUntold } from "./payout_changes.ts";
import type { NewPayout, PayoutDocument } from "./payout_document.ts";
import { payouts } from "./payout_noun.ts";
import type { PayoutParties } from "./payout_parties.ts";
import { sendingOf } from "./payout_request.ts";
import type { PayoutDraft } from "./payout_schema.ts";
import type { NewPayoutSight } from "./payout_sight.ts";

/** What the making of a payout knows of the record that it stands in. */
export type PayoutContext = Pick<
  DecisionContext,
  "realm" | "nowMs" | "actor" | "principal" | "newId"
>;

/** The action of an object that pays, what it calls the payout, and the label in the books. */
export type PayoutOrigin = { objectId: string; action: string; label: string; book?: string };

export type MoneyRefusal = Refusal<"insufficient_balance" | "exposure_cap_exceeded">;

/** Who pays whom, and who carries it out; `provider` is absent of the rail `book`. `answersAtOnce`: its answer may stand in the record. */
export type PaidParties = PayoutParties & { provider?: string; answersAtOnce?: boolean };

type External = { ordinal: number; accountId: string; provider: string };

/** What the new payouts of one record have in common. */
export type NewPayouts = {
  plan: Plan;
  clockMs: number;
  /** The provider's external accounts by currency, as far as the record has used them. */
  externals: Map<string, External>;
  /** What the payouts have used of limits. */
  uses: UsesOfRecord;
  /** The facts that make external accounts; they stand before the rows of the plan. */
  accountFacts: Fact[];
};

export function newPayouts(
  state: LedgerState & SandboxState,
  context: DecisionContext,
): NewPayouts {
  const plan = new Plan(state.accounts, context.place);
  return newPayoutsIn(plan, productClockMs(state, context));
}

/** The new payouts of a record that moves other money too. `clockMs`: the Product's clock. */
export function newPayoutsIn(plan: Plan, clockMs: number): NewPayouts {
  return {
    plan,
    clockMs,
    externals: new Map(),
    uses: new UsesOfRecord(),
    accountFacts: [],
  };
}

/** A payout that was planned, and its facts, which stand behind the rows of the plan. */
export type PlannedPayout = { refused: false; payoutId: string; facts: readonly Fact[] };

/**
 * Adds a payout to the plan. `sub`: its number among those of the record. Where the ledger refuses the money, the plan gets
 * a failed row, which names no payout, because none was made.
 */
export function planPayout(
  state: NewPayoutSight,
  record: NewPayouts,
  draft: PayoutDraft,
  { parties, sub, origin }: { parties: PaidParties; sub: number; origin: PayoutOrigin | undefined },
  context: PayoutContext,
): PlannedPayout | MoneyRefusal {
  const { accounts } = state;
  const { plan, clockMs, uses } = record;
  const { sourceOrdinal, customerId } = parties;
  const { realm, nowMs } = context;
  const amountMinor = amountMinorOf(draft, plan, sourceOrdinal);
  const { currency } = draft;
  const scope = customerId === undefined ? { currency } : { customerId, currency };
  const refusal =
    refuseTooMuch(amountMinor) ??
    refuseOverLimits(state, { scope, realm, amountMinor, clockMs, uses }) ??
    refuseNothing(accounts, sourceOrdinal, amountMinor);
  if (refusal !== undefined) return refusal;
  const destination = destinationOf(state, record, draft, parties, context);
  const payoutId = context.newId("po", sub);
  const { provider } = parties;
  const leg: Leg = {
    step: provider === undefined ? "posted" : "reserved",
    transferKind: "payout",
    sub,
    sourceOrdinal,
    destinationOrdinal: destination.ordinal,
    amountMinor,
    reservedMinor: 0n,
    extras: extrasOf(payoutId, draft, origin),
  };
  const failed = addedOrFailed(accounts, plan, leg);
  if (failed !== undefined) return failed;
  uses.add(realm, scope, amountMinor);
  const destinationAccountId = destination.accountId;
  const made = { payoutId, amountMinor, destinationAccountId, clockMs, origin };
  const created = newPayout(draft, parties, made, context);
  if (provider === undefined) return overBook({ realm, ...created }, { nowMs, clockMs });
  if (parties.answersAtOnce && acceptAtOnce(created, { nowMs, clockMs })) {
    return { refused: false, payoutId, facts: [payouts.fact("accepted", created)] };
  }
  const asked = sendingOf(created, { provider, madeId: parties.beneficiary.beneficiaryId });
  const newId = (prefix: string) => context.newId(prefix, sub);
  const request = newRequest(asked, clockMs, { realm, nowMs, newId });
  const facts = [payouts.fact("created", created), ofRequests.fact("made", request)];
  return { refused: false, payoutId, facts };
}

/** A payout over the book is posted in its own record, whose two events show it so. */
function overBook(
  created: PayoutDocument,
  { nowMs, clockMs }: { nowMs: number; clockMs: number },
): PlannedPayout {
  const payout = withUntold(inStatus(created, "posted", nowMs), ["posted"], clockMs);
  const facts = [payouts.fact("created", payout), payouts.fact("posted", payout)];
  return { refused: false, payoutId: payout.payoutId, facts };
}

/** The account on the other side: the beneficiary's over the book, else the provider's external account of the currency. */
function destinationOf(
  state: NewPayoutSight,
  record: NewPayouts,
  { currency }: PayoutDraft,
  { beneficiary, provider }: PaidParties,
  context: PayoutContext,
): Omit<External, "provider"> {
  if (provider !== undefined) return externalOf(state, record, { currency, provider }, context);
  const { accountId = "" } = beneficiary.destination;
  return { accountId, ordinal: state.accounts.ordinalOf(context.realm, accountId) };
}

function externalOf(
  { accounts }: Pick<NewPayoutSight, "accounts">,
  { plan, externals, accountFacts }: NewPayouts,
  { currency, provider }: { currency: string; provider: string },
  { realm, principal, newId }: PayoutContext,
): External {
  const used = externals.get(currency);
  if (used !== undefined) return used;
  const found = planExternalAccount(
    accounts,
    plan,
    { currency, provider },
    {
      realm,
      principal,
      newId: (prefix) => newId(prefix, accountFacts.length),
    },
  );
  accountFacts.push(...found.facts);
  const external = { ordinal: found.ordinal, accountId: found.accountId, provider };
  externals.set(currency, external);
  return external;
}

/**
 * The failed row that the payout `sub` has ended the plan with, as a record that moves no money must have it, behind the fact
 * of the account that it names where that is new; nothing where the plan ends in no such row.
 */
export function failedAlone(
  state: Pick<NewPayoutSight, "accounts">,
  { plan, externals, clockMs }: NewPayouts,
  sub: number,
  context: PayoutContext & Pick<DecisionContext, "place">,
): readonly Fact[] {
  const last = plan.rows.at(-1);
  if (last?.step !== "failed" || last.sub !== sub) return [];
  const alone = newPayoutsIn(new Plan(state.accounts, context.place), clockMs);
  const external = externals.get(last.currency);
  const isToBank = external?.ordinal === last.destinationOrdinal;
  const destinationOrdinal = isToBank
    ? externalOf(state, alone, { ...external, currency: last.currency }, context).ordinal
    : last.destinationOrdinal;
  const { failureCode = "", ...extras } = last.extras ?? {};
  alone.plan.addFailed({ ...last, destinationOrdinal, extras }, failureCode);
  return [...alone.accountFacts, ...alone.plan.rows];
}

/** Adds the leg; where the ledger refuses it, the refusal. The failed transfer names no payout, because none was made. */
function addedOrFailed(accounts: LedgerAccounts, plan: Plan, leg: Leg): MoneyRefusal | undefined {
  const refused = plan.add(leg);
  if (refused === undefined) return undefined;
  const refusal = moneyRefusal(refused, accounts, leg.sourceOrdinal, leg.amountMinor);
  const { payoutId: _, ...extras } = leg.extras ?? {};
  plan.addFailed({ ...leg, extras }, refusal.code);
  return refusal;
}

/**
 * What the row of the payout has beside its money: of an action what the rows of its other moves have. The external id belongs to the
 * payout; the payout's transfer has none.
 */
function extrasOf(
  payoutId: string,
  { description, metadata }: PayoutDraft,
  origin: PayoutOrigin | undefined,
): RowExtras {
  const extras: RowExtras = { payoutId };
  if (origin !== undefined) {
    const { action: _, ...told } = origin;
    Object.assign(extras, told);
  }
  if (description !== undefined) extras.description = description;
  if (metadata !== undefined) extras.metadata = metadata;
  return extras;
}

type Made = {
  payoutId: string;
  amountMinor: bigint;
  destinationAccountId: string;
  clockMs: number;
  origin: PayoutOrigin | undefined;
};

/**
 * The new payout. What may be absent is set behind the rest: an object that is put together from parts of itself costs more than all
 * else of a payout.
 */
function newPayout(
  { sourceAccountId, currency, description, metadata, externalId }: PayoutDraft,
  { beneficiary, customerId, provider }: PaidParties,
  { payoutId, destinationAccountId, amountMinor, clockMs, origin }: Made,
  { nowMs, actor }: Pick<DecisionContext, "nowMs" | "actor">,
): NewPayout {
  const { rail } = beneficiary;
  const payout: NewPayout = {
    payoutId,
    sourceAccountId,
    destinationAccountId,
    beneficiaryId: shownIdOf(beneficiary),
    amountMinor: String(amountMinor),
    currency,
    rail,
    status: "created",
    attempts: 0,
    expectedArrivalDate: settlement(rail, clockMs).arrivesOn,
    createdAtMs: nowMs,
    countedOn: dayOf(clockMs),
    reachedAtMs: { created: nowMs },
    updatedAtMs: nowMs,
    revision: 1,
    changedBy: actorText(actor),
  };
  if (customerId !== undefined) payout.customerId = customerId;
  if (provider !== undefined) payout.provider = provider;
  if (description !== undefined) payout.description = description;
  if (metadata !== undefined) payout.metadata = metadata;
  if (externalId !== undefined) payout.externalId = externalId;
  if (origin === undefined) return payout;
  const { objectId, action, label } = origin;
  return { ...payout, objectId, action, label };
}
