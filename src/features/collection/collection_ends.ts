/** How a collection ends that a bank was asked for: the money, the collection and the use of its consent, in one record. */
import { invariant } from "../../base/invariant.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import { type DebitRail, debitCodeOf, returnDays } from "../../rails/debits.ts";
import { railDay } from "../../rails/settlement.ts";
import { givenBackFact, settledFact } from "../consent/consent_used.ts";
import { Plan } from "../ledger/ledger.ts";
import { NUMBERS_ERASED } from "../provider_request/erased_numbers.ts";
import type { AttemptContext } from "../provider_request/provider_request_changes.ts";
import { planExternalAccount } from "../sandbox/external_account.ts";
import { type Landed, landMoney } from "../transfer/arriving_money.ts";
import { type Holder, takeBack } from "../transfer/lost_money.ts";
import { consentOf } from "./collection_authority.ts";
import { withoutFailure } from "./collection_change.ts";
import type { AttemptOutcome, CollectionDocument } from "./collection_document.ts";
import type { CollectingState } from "./collection_facts.ts";
import { movedBy } from "./collection_money.ts";
import { collections } from "./collection_noun.ts";
import { withUntold } from "./collection_told.ts";
import { hasSecondSum } from "./second_sum.ts";

/** Why a bank does not collect, or has taken back: the code of the rail, and its meaning. */
export type CollectionFailure = { code: string; message: string };

export type CollectionEnd =
  /** `simulatedAtMs`: when the simulator goes on with it. */
  | { status: "collected"; simulatedAtMs?: number }
  | { status: "failed"; failure: CollectionFailure }
  /** `said`: what the bank says of the attempt, where that is something else. */
  | { status: "returned"; failure: CollectionFailure; said?: AttemptOutcome };

/** A collection that the bank has collected after all: the operator books it. */
export type AfterAll = {
  /** The collection as if its bank were asked still. */
  asked: CollectionDocument;
  /** The ordinal of the account that is to have the money; undefined: none but one of the Product. */
  meant: number | undefined;
  /** The transfer by which the money had gone back to the bank before; absent where it had not. */
  takenBack?: string | undefined;
  /** What becomes of the consent; absent where its use counts already. */
  use: Fact | undefined;
};

/** The events of a collection that ends so, and of what ends with it. */
export const ENDED_EVENTS = [
  "collection.collected",
  "collection.failed",
  "collection.returned",
  "consent.consumed",
  "transfer.posted",
  "account.created",
] as const;

/** The reason in the words of the rail, where its codes have it; `code` in any case of letters. */
export function failureOf(
  rail: DebitRail | undefined,
  code: string,
  otherwise: string,
): CollectionFailure {
  const known = rail && debitCodeOf(rail, code.toUpperCase());
  return { code: known?.code ?? code, message: known?.meaning ?? otherwise };
}

/**
 * The facts by which a collection that is processing ends, or a collected one is returned. One that comes back before it was heard to be
 * collected is collected and returned in one record, and both events show it as it then is. `afterAll`: of one that is `collected` though it
 * had ended otherwise; no object is told of that.
 */
export function endFacts(
  state: CollectingState,
  before: CollectionDocument,
  end: CollectionEnd,
  context: AttemptContext,
  afterAll?: AfterAll,
): readonly Fact[] {
  if (end.status === "failed") return failedFacts(state, before, end.failure, context);
  const plan = new Plan(state.accounts, context.place);
  const asked = afterAll?.asked ?? before;
  const { currency, provider = "" } = asked;
  const external = planExternalAccount(state.accounts, plan, { currency, provider }, context);
  const isNew = asked.status === "processing";
  const meant = afterAll === undefined ? destinationOf(state, before) : afterAll.meant;
  const to = { external, meant, takenBack: afterAll?.takenBack };
  const taken = isNew ? taking(state, plan, asked, to, context) : undefined;
  const settled: CollectionDocument = taken?.after ?? before;
  const facts = [...external.facts, ...(taken?.money.facts ?? [])];
  const given =
    end.status === "returned"
      ? giving(
          state,
          plan,
          settled,
          {
            external: external.ordinal,
            had: taken?.money ?? holderOf(state, settled),
            failure: end.failure,
            said: end.said ?? end.status,
            accountsBefore: facts.length,
          },
          context,
        )
      : undefined;
  const after = given?.after ?? settled;
  const simulated = end.status === "collected" ? end.simulatedAtMs : undefined;
  const { clockMs } = context;
  const ended = { ...after, ...(simulated !== undefined && { simulatedAtMs: simulated }) };
  const shown =
    afterAll === undefined ? withUntold(ended, end.status, { isUnheard: isNew, clockMs }) : ended;
  const collected = afterAll === undefined ? "collected" : "corrected";
  const told = [...(isNew ? ([collected] as const) : []), ...(given ? ["returned" as const] : [])];
  return [
    ...facts,
    ...(given?.money.facts ?? []),
    ...plan.rows,
    ...(isNew ? useOf(state, before, context, afterAll) : []),
    ...told.map((what) => collections.changeFact(what, before, shown, context)),
  ];
}

/** The account that the collection names. */
function destinationOf(
  { accounts }: CollectingState,
  { realm, destinationAccountId = "" }: CollectionDocument,
): number {
  return accounts.ordinalOf(realm, destinationAccountId);
}

function failedFacts(
  state: CollectingState,
  before: CollectionDocument,
  failure: CollectionFailure,
  context: AttemptContext,
): readonly Fact[] {
  const { rail, amountMinor, attempts } = before;
  const askedAtMs = attempts.at(-1)?.atMs ?? context.clockMs;
  const back = { amount: BigInt(amountMinor), askedAtMs };
  const used = givenBackFact(consentOf(state, before), back, timeOf(context));
  // A code that the rail's table does not have may be of a fault that passes; what was erased never comes back.
  const retryable =
    failure.code !== NUMBERS_ERASED && ((rail && debitCodeOf(rail, failure.code)?.mayPass) ?? true);
  const failed = {
    ...withOutcome(before, "failed", failure.code),
    failure: { ...failure, retryable },
    status: "failed",
  } as const;
  const { clockMs } = context;
  const after = withUntold(failed, failed.status, { isUnheard: true, clockMs });
  return [used, collections.changeFact(failed.status, before, after, context)];
}

/** The money of the bank is credited, to the account that is meant or to one of the Product. */
function taking(
  { accounts }: CollectingState,
  plan: Plan,
  before: CollectionDocument,
  { external, meant, takenBack }: Taking,
  context: AttemptContext,
): { money: Landed; after: CollectionDocument } {
  const { rail } = before;
  invariant(rail !== undefined, "a bank collects over a rail");
  const common = movedBy(before, takenBack);
  const moved = { ...common, sub: plan.rows.length, sourceOrdinal: external.ordinal };
  const found = { meant, accountsBefore: external.facts.length };
  const money = landMoney(accounts, plan, moved, found, context);
  const after = {
    ...withOutcome(withoutFailure(before), "collected"),
    transferId: money.transferId,
    creditedAccountId: money.accountId,
    returnableUntil: returnDays(rail, railDay(rail, context.clockMs)),
    status: "collected",
  } as const;
  return { money, after };
}

/** The account that has the money of a collection that is collected. */
function holderOf(
  { accounts }: CollectingState,
  { realm, creditedAccountId: accountId = "" }: CollectionDocument,
): Holder {
  const ordinal = accounts.ordinalOf(realm, accountId);
  invariant(ordinal >= 0, "the account that a collection has credited stays");
  return { ordinal, accountId };
}

type Taking = {
  external: { ordinal: number; facts: readonly Fact[] };
  meant: number | undefined;
  takenBack: string | undefined;
};

type Giving = {
  external: number;
  had: Holder;
  failure: CollectionFailure;
  said: AttemptOutcome;
  accountsBefore: number;
};

/** The money goes back to the bank, from the account that had it or from the Product. */
function giving(
  { accounts }: CollectingState,
  plan: Plan,
  before: CollectionDocument,
  { external: destinationOrdinal, had, failure, said, accountsBefore }: Giving,
  context: AttemptContext,
): { money: { facts: readonly Fact[] }; after: CollectionDocument } {
  const common = movedBy(before, before.transferId);
  const moved = { ...common, sub: plan.rows.length, destinationOrdinal };
  const money = takeBack(accounts, plan, moved, { had, accountsBefore }, context);
  const after = {
    ...withOutcome(before, said, failure.code),
    failure: { ...failure, retryable: false },
    returnTransferId: money.transferId,
    returnedFromAccountId: money.accountId,
    status: "returned",
  } as const;
  return { money, after };
}

function useOf(
  state: CollectingState,
  before: CollectionDocument,
  context: AttemptContext,
  afterAll: AfterAll | undefined,
): readonly Fact[] {
  if (afterAll !== undefined) return afterAll.use === undefined ? [] : [afterAll.use];
  return [settledFact(consentOf(state, before), BigInt(before.amountMinor), timeOf(context))];
}

function timeOf({ nowMs, clockMs, actor }: AttemptContext) {
  return { nowMs, clockMs, changedBy: actorText(actor) };
}

/**
 * The collection whose attempt that a bank has the money of, or is asked for it, has this outcome; those after it have failed. One that has a
 * second sum is not the one.
 * Nothing of the simulator's is due any more.
 */
function withOutcome(
  { simulatedAtMs: _over, ...collection }: CollectionDocument,
  outcome: AttemptOutcome,
  code?: string,
): CollectionDocument {
  const { attempts } = collection;
  const at = attempts.findLastIndex(
    (one) => one.outcome !== "failed" && one.outcome !== "returned" && !hasSecondSum(one),
  );
  const asked = attempts[at];
  invariant(asked !== undefined, "a collection that a bank ends was tried");
  const ended = { ...asked, outcome, ...(code !== undefined && { code }) };
  return { ...collection, attempts: attempts.with(at, ended) };
}
