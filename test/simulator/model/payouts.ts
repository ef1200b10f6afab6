/** The rules of payouts, as callers ask for them (src/features/payout/README.md). */
import { newAsked } from "./asked.ts";
import { sepaSettlement, utcDay } from "./bank_days.ts";
import type { Beneficiary, Payout } from "./bank_part.ts";
import { beneficiaryNamed, RESERVED_ID } from "./beneficiaries.ts";
import { shownIdOf } from "./beneficiary_shown.ts";
import {
  type Account,
  availableOf,
  claim,
  clockOf,
  type Input,
  isTaken,
  latest,
  type Moment,
  put,
  type Realm,
  type Verdict,
} from "./model.ts";
import { move, partiesForbid } from "./money.ts";
import { bankOf, externalAccount, type Made, reserveMoney } from "./outside_money.ts";
import { isOverLimit } from "./payout_limits.ts";
import {
  acceptedPayout,
  changedPayout,
  isOpenPayout,
  payoutAnswer,
  simulatedStep,
  withUntold,
} from "./payout_subject.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

/** The largest amount that a request can have: 18 digits. */
const AMOUNT_MAX = 999_999_999_999_999_999n;
/** What SEPA carries. */
const CARRIED: Readonly<Record<string, string>> = { sepa: "EUR", fps: "GBP" };

export const PAYOUT_RULES: Readonly<Record<string, Decide>> = {
  "payout.create"(realm, input, moment) {
    const made = pay(realm, input, { sub: 0, made: { accounts: 0 } }, moment);
    if (typeof made === "string") return { code: made };
    const asked = realm.asked.get(requestOf(made));
    return asked === undefined
      ? { code: undefined, answer: payoutAnswer(made) }
      : { code: undefined, answer: {}, asked };
  },
  "payout.batch.create"(realm, { items = [], atomic }, moment) {
    if (atomic === true) {
      const refused = refusalOfAll(realm, items, moment);
      if (refused !== undefined) return refused;
    }
    const made: Made = { accounts: 0 };
    const results = items.map((item, sub) => {
      const payout = pay(realm, item, { sub, made }, moment);
      return typeof payout === "string"
        ? notMade(realm, payout, moment.id("tr", sub))
        : shownResult(payout);
    });
    const failed = results.filter((result) => "error" in result).length;
    return { code: undefined, answer: { results, made: items.length - failed, failed } };
  },
  "payout.cancel"(realm, { payoutId }, moment) {
    const payout = latest(realm.bank.payouts, payoutId);
    if (payout === undefined) return { code: "resource_not_found" };
    if (!isOpenPayout(payout) || payout.cancelRequestId !== undefined) {
      return { code: "state_conflict" };
    }
    const asks = { subject: "payout", subjectId: payout.payoutId, isCancel: true } as const;
    const asked = newAsked(realm, asks, moment);
    const { providerRequestId: cancelRequestId } = asked;
    put(realm.bank.payouts, payout.payoutId, { ...payout, cancelRequestId }, moment);
    return { code: undefined, answer: {}, asked };
  },
  "payout.simulate"(realm, { payoutId }, moment) {
    const payout = latest(realm.bank.payouts, payoutId) as Payout;
    return { code: undefined, answer: payoutAnswer(simulatedStep(realm, payout, moment)) };
  },
};

/** What the simulator does next with payouts, by the Product's clock. */
export function stepsOfPayouts({ bank: { payouts } }: Realm) {
  return [...payouts.keys()].flatMap((payoutId) => {
    const { simulatedAtMs: atMs } = latest(payouts, payoutId) as Payout;
    const named = { operation: "payout.simulate", input: { payoutId }, cause: "provider" };
    const { untold: [ended] = [], tellsAtMs } = latest(payouts, payoutId) as Payout;
    // An object is told of an end before the simulator goes on.
    if (ended !== undefined && tellsAtMs !== undefined) {
      const tells = { operation: "object.payout.run", input: { payoutId, ended }, cause: "clock" };
      return [{ ...tells, atMs: tellsAtMs, id: payoutId, source: 6 }];
    }
    return atMs === undefined ? [] : [{ ...named, atMs, id: payoutId, source: 6 }];
  });
}

type InRecord = { sub: number; made: Made };

/** Makes the payout; or the code of its refusal. */
function pay(realm: Realm, input: Input, at: InRecord, moment: Moment): Payout | string {
  const { sourceAccountId = "", currency = "", externalId } = input;
  const refused = refusalOfParties(realm, input);
  if (refused !== undefined) return refused;
  if (isTaken(realm, "payout", externalId)) return "state_conflict";
  const source = latest(realm.accounts, sourceAccountId) as Account;
  const beneficiary = beneficiaryNamed(realm, input.beneficiaryId);
  if (beneficiary === undefined) return "resource_not_found";
  const amount = input.amount === undefined ? availableOf(source) : BigInt(input.amount);
  const customerId = source.ownerType === "customer" ? source.ownerId : undefined;
  const clockMs = clockOf(realm, moment.nowMs);
  if (amount > AMOUNT_MAX) return "exposure_cap_exceeded";
  if (isOverLimit(realm, { customerId, currency, amount }, clockMs)) return "exposure_cap_exceeded";
  if (amount <= 0n) return "insufficient_balance";
  const draft = { sourceAccountId, currency, amount, customerId, externalId };
  return newPayout(realm, draft, beneficiary, { ...at, clockMs }, moment);
}

type Draft = Pick<Payout, "sourceAccountId" | "currency" | "amount" | "customerId"> & {
  externalId?: string | null | undefined;
};
/** Of which action of an object it is. */
type Origin = Required<Pick<Payout, "objectId" | "action" | "label">>;

/** Reserves the money and asks the bank, or moves it here; or the code of what the ledger says against it. */
export function newPayout(
  realm: Realm,
  { sourceAccountId, currency, amount, customerId, externalId }: Draft,
  beneficiary: Beneficiary,
  at: InRecord & { clockMs: number; origin?: Origin },
  moment: Moment,
): Payout | string {
  const { clockMs, origin } = at;
  const { rail, accountId = "" } = beneficiary;
  const isBook = rail === "book";
  const destinationAccountId = isBook
    ? accountId
    : externalAccount(realm, currency, at.made, moment).accountId;
  const transferId = moment.id("tr", at.sub);
  const wanted = { sourceAccountId, destinationAccountId, currency, amount };
  const money = { ...wanted, kind: "payout", isOfBank: true } as const;
  const missing = isBook
    ? move(realm, money, moment, at.sub)
    : reserveMoney(realm, money, transferId, moment);
  if (missing !== undefined) return missing.code;
  const payoutId = moment.id("po", at.sub);
  claim(realm, "payout", externalId, payoutId);
  const isAccepted = !isBook && origin === undefined && acceptsAtOnce(realm, amount);
  if (!isBook && !isAccepted) {
    const asks = { subject: "payout", subjectId: payoutId, amount: String(amount) } as const;
    newAsked(realm, asks, moment, at.sub);
  }
  const arrivesOn = isBook ? utcDay(clockMs) : sepaSettlement(clockMs).arrivesOn;
  const made: Payout = {
    ...{ payoutId, transferId, ...wanted, customerId, rail, revision: 0, madeAtMs: clockMs },
    ...{ beneficiaryId: shownIdOf(beneficiary), externalId: externalId ?? undefined },
    ...{ provider: isBook ? undefined : bankOf(realm), status: isBook ? "posted" : "created" },
    expectedArrivalDate: arrivesOn,
    ...origin,
  };
  const payout = changedPayout(
    realm,
    isBook ? withUntold(realm, made, ["posted"], { ...moment, nowMs: clockMs }) : made,
    moment,
  );
  return isAccepted ? acceptedPayout(realm, payout, { clockMs, moment }) : payout;
}

/** The simulator of a sandbox accepts a payout in its record, unless a test has asked for another answer. */
function acceptsAtOnce({ environment, fault }: Realm, amount: bigint): boolean {
  const asksOtherwise = [9901n, 9902n].includes(amount % 10_000n);
  return environment === "sandbox" && fault === undefined && !asksOtherwise;
}

/** What stands against those who pay and are paid, in the order of the published refusals. */
function refusalOfParties(realm: Realm, input: Input): string | undefined {
  const { sourceAccountId, beneficiaryId, currency = "" } = input;
  const source = latest(realm.accounts, sourceAccountId);
  if (source === undefined) return "account_not_found";
  if (beneficiaryId === RESERVED_ID) return "payout_beneficiary_reserved";
  const beneficiary = beneficiaryNamed(realm, beneficiaryId);
  if (beneficiary === undefined) return "resource_not_found";
  const payer =
    source.ownerType === "customer" ? latest(realm.customers, source.ownerId) : undefined;
  if (payer !== undefined && payer.status !== "active") return "customer_status_forbidden";
  if (payer !== undefined && realm.environment === "live" && payer.tier < 1) {
    return "kyc_tier_insufficient";
  }
  return payeeForbids(realm, source, beneficiary, { currency, isOfProgram: false });
}

/** What stands against it that the beneficiary is paid from the account. An action alone pays from an account of an object. */
export function payeeForbids(
  realm: Realm,
  source: Account,
  { rail, accountId = "", status, verification }: Beneficiary,
  { currency, isOfProgram }: { currency: string; isOfProgram: boolean },
): string | undefined {
  if (rail === "book") {
    const { accountId: sourceAccountId } = source;
    const parties = { sourceAccountId, destinationAccountId: accountId, currency };
    const forbidden = partiesForbid(realm, parties, isOfProgram);
    if (forbidden !== undefined) return forbidden.code;
    if (accountId === sourceAccountId) return "ledger_transfer_rejected";
  } else {
    if (source.currency !== currency || CARRIED[rail] !== currency) return "currency_mismatch";
    if (source.status !== "open") return "source_account_status_forbidden";
    const isReserved = source.ownerType === "platform" || source.ownerType === "object";
    if (isReserved && !isOfProgram) return "ledger_transfer_rejected";
  }
  const isOther = verification.status === "mismatch" && verification.isAccepted !== true;
  return status === "active" && !isOther ? undefined : "state_conflict";
}

/** The refusal of a batch of which all or nothing is made; its failed transfer alone stays. */
function refusalOfAll(realm: Realm, items: readonly Input[], moment: Moment): Verdict | undefined {
  const trial = structuredClone(realm);
  const made: Made = { accounts: 0 };
  for (const [sub, item] of items.entries()) {
    const code = pay(trial, item, { sub, made }, moment);
    if (typeof code !== "string") continue;
    const failed = latest(trial.transfers, moment.id("tr", sub));
    if (failed !== undefined) {
      const isToBank =
        latest(trial.accounts, failed.destinationAccountId)?.ownerType === "platform";
      const destinationAccountId = isToBank
        ? externalAccount(realm, failed.currency, { accounts: 0 }, moment).accountId
        : failed.destinationAccountId;
      put(realm.transfers, failed.transferId, { ...failed, destinationAccountId }, moment);
    }
    return { code, details: { itemIndex: sub } };
  }
  return undefined;
}

function shownResult({ status, payoutId, transferId, amount, currency }: Payout) {
  const shown = status === "posted" ? status : "created";
  return { status: shown, payoutId, transferId, amount: String(amount), currency };
}

function notMade(realm: Realm, code: string, transferId: string) {
  const isOnRecord = latest(realm.transfers, transferId) !== undefined;
  const shown = isOnRecord ? { status: "failed", transferId } : { status: "refused" };
  return { ...shown, error: { code } };
}

function requestOf({ payoutId }: Payout): string {
  return payoutId.replace("po_", "preq_");
}
