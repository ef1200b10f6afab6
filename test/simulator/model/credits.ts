/** The rules of received credits, and of what becomes of those that are sent back (src/features/received_credit/README.md). */
import { newAsked, type Subject } from "./asked.ts";
import type { Asked, Credit } from "./bank_part.ts";
import { noteTakenBack } from "./corrections.ts";
import {
  type Account,
  type Input,
  latest,
  type Moment,
  put,
  type Realm,
  type Verdict,
} from "./model.ts";
import { move } from "./money.ts";
import {
  bankOf,
  endReserved,
  externalAccount,
  landMoney,
  type Made,
  reserveMoney,
  unfitFor,
} from "./outside_money.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

export const CREDIT_RULES: Readonly<Record<string, Decide>> = {
  "received_credit.take"(realm, input, moment) {
    const known = creditNamed(realm, input.reference ?? "");
    if (known !== undefined) {
      const verdict = isSame(known, input) ? "twice" : "contradictory";
      return { code: undefined, answer: { receivedCreditId: known.receivedCreditId, verdict } };
    }
    if (latest(realm.bank.addresses, input.financialAddressId) === undefined) {
      return { code: "financial_address_not_found" };
    }
    const { receivedCreditId, status } = taken(realm, input, input.reference ?? "", moment);
    return { code: undefined, answer: { receivedCreditId, verdict: status } };
  },
  "sandbox.inbound_credit.create"(realm, input, moment) {
    const { financialAddressId, destinationAccountId, currency, amount = "" } = input;
    const address = latest(realm.bank.addresses, financialAddressId);
    if (address === undefined) return { code: "financial_address_not_found" };
    const reference = input.reference ?? moment.id("sim");
    const known = creditNamed(realm, reference);
    if (known !== undefined && isSame(known, input)) {
      return { code: undefined, answer: creditAnswer(known), status: 200 };
    }
    const isStrict = input.ifNotCreditable !== "suspend";
    const { accountId, status } = address;
    if (isStrict && status !== "active") return { code: "financial_address_status_forbidden" };
    if (destinationAccountId !== undefined && destinationAccountId !== accountId) {
      return { code: "financial_address_destination_mismatch" };
    }
    const unfit = unfitFor(realm, accountId, BigInt(amount));
    if (isStrict && address.currency !== currency) return { code: "currency_mismatch" };
    if (isStrict && unfit !== undefined && unfit !== "balance_too_large") {
      return { code: "destination_account_status_forbidden" };
    }
    if (known !== undefined) return { code: "state_conflict" };
    if (isStrict && unfit !== undefined) return { code: "exposure_cap_exceeded" };
    return { code: undefined, answer: creditAnswer(taken(realm, input, reference, moment)) };
  },
  "received_credit.assign": onCredit((realm, credit, { accountId = "" }, moment) => {
    if (credit.status !== "suspended") return { code: "state_conflict" };
    const { accountId: sourceAccountId, currency, amount } = credit;
    const source = latest(realm.accounts, sourceAccountId) as Account;
    const destination = latest(realm.accounts, accountId);
    if (destination === undefined) return { code: "account_not_found" };
    if (destination.currency !== currency) return { code: "currency_mismatch" };
    if (source.status !== "open") return { code: "source_account_status_forbidden" };
    if (destination.status !== "open") return { code: "destination_account_status_forbidden" };
    const isReserved = ["platform", "object"].includes(destination.ownerType);
    if (accountId === sourceAccountId || isReserved) return { code: "ledger_transfer_rejected" };
    const parties = { sourceAccountId, destinationAccountId: accountId, currency, amount };
    const refusal = move(realm, { ...parties, kind: "book", isOfBank: true }, moment, 0);
    if (refusal !== undefined) return refusal;
    const assignedTransferId = moment.id("tr");
    const after = { ...credit, status: "assigned" as const, accountId, assignedTransferId };
    return { code: undefined, answer: creditAnswer(changed(realm, after, moment)) };
  }),
  "received_credit.return": onCredit((realm, credit, _input, moment) => {
    if (credit.status === "returning" || credit.status === "returned") {
      return { code: "state_conflict" };
    }
    const { receivedCreditId, accountId, currency, amount } = credit;
    const account = latest(realm.accounts, accountId) as Account;
    if (account.freezes.length > 0) return { code: "account_frozen" };
    if (account.status === "closed") return { code: "source_account_status_forbidden" };
    const external = externalAccount(realm, currency, { accounts: 0 }, moment);
    const parties = { sourceAccountId: accountId, destinationAccountId: external.accountId };
    const wanted = { ...parties, currency, amount, kind: "funding", isOfBank: true } as const;
    const returnTransferId = moment.id("tr");
    const refusal = reserveMoney(realm, wanted, returnTransferId, moment);
    if (refusal !== undefined) return refusal;
    const returning = { ...credit, status: "returning" as const, failureCode: undefined };
    const after = changed(realm, { ...returning, returnTransferId }, moment);
    const asks = { subject: "received_credit", subjectId: receivedCreditId } as const;
    const asked = newAsked(realm, { ...asks, amount: String(amount) }, moment);
    asked.accepts = creditAnswer(after);
    return { code: undefined, answer: {}, asked };
  }),
};

export const CREDIT_SUBJECT: Subject = {
  final: ["returned", "failed"],
  unasked: [],
  tried() {},
  accepted(realm, asked, told, { moment }) {
    const credit = creditOf(realm, asked);
    asked.end = { status: 200, answer: asked.accepts ?? {} };
    const digits = credit.amount % 10_000n;
    const isSandbox = realm.environment === "sandbox";
    if (!isSandbox && told !== undefined) ended(realm, credit, told.status, told.status, moment);
    if (!isSandbox || digits === 9905n) return;
    const status = digits === 9903n ? "failed" : "returned";
    ended(realm, credit, status, "simulated_failure", moment);
  },
  refused(realm, asked, moment) {
    const code = realm.environment === "sandbox" ? "simulated_rejection" : "no";
    ended(realm, creditOf(realm, asked), "failed", code, moment);
  },
  judge(realm, asked, { status: told }) {
    const stands = standingOf(creditOf(realm, asked), asked.providerRequestId);
    if (told === "processing" || told === stands) return "same";
    return stands === "processing" ? "applied" : "contradictory";
  },
  apply(realm, asked, { status }, moment) {
    ended(realm, creditOf(realm, asked), status, status, moment);
  },
  isOver: (realm, asked) =>
    standingOf(creditOf(realm, asked), asked.providerRequestId) !== "processing",
  decide(realm, receivedCreditId, outcome, moment) {
    const credit = latest(realm.bank.credits, receivedCreditId);
    if (credit === undefined) return { code: "resource_not_found" };
    if (outcome !== "returned" && outcome !== "failed") {
      return { code: "provider_outcome_unsupported" };
    }
    const asked = realm.asked.get(credit.returnTransferId?.replace("tr_", "preq_") ?? "");
    const isAsked = asked?.status === "accepted" && credit.status === "returning";
    if (!isAsked) return { code: "state_conflict" };
    return ended(realm, credit, outcome, "simulated_failure", moment);
  },
};

export function creditAnswer(credit: Credit): Record<string, unknown> {
  const { failureCode, amount, ...shown } = credit;
  const failure = failureCode === undefined ? undefined : { code: failureCode };
  return { ...shown, amount: String(amount), failure };
}

/** The money arrives, and finds its place. */
function taken(realm: Realm, input: Input, reference: string, moment: Moment): Credit {
  const { financialAddressId = "", currency = "", amount: text = "" } = input;
  const address = latest(realm.bank.addresses, financialAddressId);
  const made: Made = { accounts: 0 };
  const external = externalAccount(realm, currency, made, moment);
  const isOpen = address?.status === "active" || address?.status === "pending";
  const isItsCurrency = address?.currency === currency;
  const away = isOpen ? (isItsCurrency ? undefined : "currency") : "address_not_active";
  const amount = BigInt(text);
  const money = { sourceAccountId: external.accountId, currency, amount };
  const meant = away === undefined ? address?.accountId : undefined;
  const transferId = moment.id("tr");
  const wanted = { ...money, kind: "funding", isOfBank: true } as const;
  const landed = landMoney(realm, wanted, { meant, transferId, made }, moment);
  const suspenseReason = away ?? landed.unfit;
  const status = suspenseReason === undefined ? "credited" : "suspended";
  const credit: Credit = {
    ...{ receivedCreditId: moment.id("rc"), provider: bankOf(realm), reference },
    ...{ financialAddressId, accountId: landed.accountId, amount, currency, status },
    ...{ suspenseReason, transferId, revision: 0 },
  };
  return changed(realm, credit, moment);
}

/** The sending back has ended: the money leaves, or the credit is what it was. */
function ended(realm: Realm, before: Credit, end: string, code: string, moment: Moment): Credit {
  const isReturned = end === "returned";
  endReserved(realm, before.returnTransferId ?? "", isReturned ? "posted" : "voided", moment);
  if (isReturned) {
    noteTakenBack(realm, { taken: before.transferId, by: before.returnTransferId }, moment);
  }
  const rests = before.suspenseReason === undefined ? "credited" : "suspended";
  const resting = before.assignedTransferId === undefined ? rests : "assigned";
  const after = isReturned ? {} : { failureCode: code };
  return changed(realm, { ...before, status: isReturned ? "returned" : resting, ...after }, moment);
}

/** How far the sending back is that the request asks for: after it has failed there may be another. */
function standingOf({ status, returnTransferId = "" }: Credit, providerRequestId: string): string {
  if (returnTransferId.replace("tr_", "preq_") !== providerRequestId) return "failed";
  if (status === "returning") return "processing";
  return status === "returned" ? "returned" : "failed";
}

function creditNamed({ bank: { credits } }: Realm, reference: string): Credit | undefined {
  return [...credits.values()]
    .map((versions) => versions.at(-1)?.value)
    .find((credit) => credit?.reference === reference);
}

function isSame(credit: Credit, { financialAddressId, amount, currency }: Input): boolean {
  return (
    credit.financialAddressId === financialAddressId &&
    String(credit.amount) === amount &&
    credit.currency === currency
  );
}

function changed(realm: Realm, credit: Credit, moment: Moment): Credit {
  const after = { ...credit, revision: credit.revision + 1 };
  put(realm.bank.credits, credit.receivedCreditId, after, moment);
  return after;
}

function creditOf(realm: Realm, { subjectId }: Asked): Credit {
  return latest(realm.bank.credits, subjectId) as Credit;
}

function onCredit(
  rule: (realm: Realm, credit: Credit, input: Input, moment: Moment) => Verdict,
): Decide {
  return (realm, input, moment) => {
    const credit = latest(realm.bank.credits, input.receivedCreditId);
    return credit === undefined
      ? { code: "resource_not_found" }
      : rule(realm, credit, input, moment);
  };
}
