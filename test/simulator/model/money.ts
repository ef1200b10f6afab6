/** The rules of transfers, holds and funding (platform.md, Transfer hold; api.md 2.2, D4). */
import { advanceClock, resetSandbox } from "./clock.ts";
import { inStatus, noteTakenBack } from "./corrections.ts";
import {
  type Account,
  availableOf,
  claim,
  clockOf,
  type Hold,
  type Input,
  isTaken,
  latest,
  type Moment,
  postedOf,
  put,
  type Realm,
  type Transfer,
  type Verdict,
} from "./model.ts";
import { newAccount } from "./parties.ts";

/** The largest balance of an account of a caller: 2^63 - 1 minor units (src/LIMITS.md). */
export const BALANCE_MAX = 9_223_372_036_854_775_807n;

/** Roles of the accounts that funding may credit. */
const FUNDABLE = ["customer_balance", "customer_savings", "product_operating", "product_reserve"];

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

export const MONEY_RULES: Readonly<Record<string, Decide>> = {
  "transfer.create"(realm, input, moment) {
    return transfer(realm, input, moment, 0) ?? postedAnswer(realm, moment.id("tr"));
  },
  "transfer.batch.create"(realm, input, moment) {
    const items = input.items as Input[];
    if (input.atomic === true) return atomicBatch(realm, items, moment);
    const refused = items.map((item, index) => transfer(realm, item, moment, index));
    const results = refused.map((refusal, index) => {
      if (refusal === undefined) return { status: "posted", transferId: moment.id("tr", index) };
      const made = latest(realm.transfers, moment.id("tr", index));
      return { status: made === undefined ? "refused" : "failed", error: { code: refusal.code } };
    });
    const failed = refused.filter((refusal) => refusal !== undefined).length;
    return { code: undefined, answer: { results, posted: items.length - failed, failed } };
  },
  "transfer.reverse": reverse,
  "transfer_hold.create": reserve,
  "transfer_hold.clear"(realm, input, moment) {
    const hold = latest(realm.holds, input.transferHoldId);
    if (hold === undefined) return { code: "transfer_hold_not_found" };
    if (hold.status !== "reserved") return { code: "state_conflict" };
    if (hold.expiresAtMs <= clockOf(realm, moment.nowMs)) return { code: "state_conflict" };
    if (input.currency !== undefined && input.currency !== hold.currency) {
      return { code: "currency_mismatch" };
    }
    const source = latest(realm.accounts, hold.sourceAccountId) as Account;
    const destination = latest(realm.accounts, hold.destinationAccountId) as Account;
    if (source.freezes.length > 0 || refusesCredits(destination)) return { code: "account_frozen" };
    const amount = input.amount === undefined ? hold.amount : BigInt(input.amount);
    if (amount > hold.amount) return { code: "ledger_transfer_rejected" };
    return endHold(realm, hold, "cleared", amount, moment);
  },
  "transfer_hold.cancel"(realm, input, moment) {
    const hold = latest(realm.holds, input.transferHoldId);
    if (hold === undefined) return { code: "transfer_hold_not_found" };
    if (hold.status !== "reserved") return { code: "state_conflict" };
    if (hold.expiresAtMs <= clockOf(realm, moment.nowMs)) return { code: "state_conflict" };
    return endHold(realm, hold, "cancelled", 0n, moment);
  },
  "transfer_hold.expire"(realm, input, moment) {
    const hold = latest(realm.holds, input.transferHoldId);
    if (hold === undefined) return { code: "transfer_hold_not_found" };
    if (hold.status !== "reserved") return { code: "state_conflict" };
    if (hold.expiresAtMs > clockOf(realm, moment.nowMs)) return { code: "state_constraint_failed" };
    return endHold(realm, hold, "expired", 0n, moment);
  },
  "sandbox.account_funding.create": fund,
  "platform.account_funding.create": fund,
  "sandbox.clock.advance": advanceClock,
  "sandbox.reset": resetSandbox,
};

function fund(realm: Realm, input: Input, moment: Moment): Verdict {
  const destination = latest(realm.accounts, input.destinationAccountId);
  if (destination === undefined) return { code: "account_not_found" };
  if (destination.currency !== input.currency) return { code: "currency_mismatch" };
  if (!FUNDABLE.includes(destination.role)) return { code: "funding_destination_role_forbidden" };
  if (destination.status !== "open") return { code: "destination_account_status_forbidden" };
  if (isTaken(realm, "transfer", input.externalId)) return { code: "state_conflict" };
  const source = platformAccount(realm, destination.currency, moment);
  const wanted = movementOf({ ...input, sourceAccountId: source.accountId }, "funding");
  const refusal = move(realm, wanted, moment, 0);
  if (refusal !== undefined) return refusal;
  claim(realm, "transfer", input.externalId, moment.id("tr"));
  return postedAnswer(realm, moment.id("tr"));
}

export type Movement = {
  sourceAccountId: string;
  destinationAccountId: string;
  currency: string;
  amount: bigint;
  kind: Transfer["kind"];
  isOfBank?: true;
};

type Refused = { code: string };

/** Runs one movement of a caller; returns undefined when the money has moved. */
function transfer(realm: Realm, input: Input, moment: Moment, sub: number): Refused | undefined {
  const forbidden = partiesForbid(realm, input);
  if (forbidden !== undefined) return forbidden;
  if (isTaken(realm, "transfer", input.externalId)) return { code: "state_conflict" };
  const wanted = movementOf(input, "book");
  const refusal = move(realm, wanted, moment, sub);
  if (refusal === undefined) claim(realm, "transfer", input.externalId, moment.id("tr", sub));
  return refusal;
}

/** `isOfProgram`: an action of an object pays, which alone may pay from the object's accounts. */
export function partiesForbid(
  realm: Realm,
  input: Input,
  isOfProgram = false,
): Refused | undefined {
  const source = latest(realm.accounts, input.sourceAccountId);
  const destination = latest(realm.accounts, input.destinationAccountId);
  if (source === undefined || destination === undefined) return { code: "account_not_found" };
  const payer = latest(realm.customers, source.ownerId);
  if (payer !== undefined && payer.status !== "active")
    return { code: "customer_status_forbidden" };
  if (source.currency !== input.currency || destination.currency !== input.currency) {
    return { code: "currency_mismatch" };
  }
  if (source.status !== "open") return { code: "source_account_status_forbidden" };
  if (destination.status !== "open") return { code: "destination_account_status_forbidden" };
  const isReserved = ({ ownerType }: Account) => ownerType === "platform" || ownerType === "object";
  return (isReserved(source) && !isOfProgram) || isReserved(destination)
    ? { code: "ledger_transfer_rejected" }
    : undefined;
}

/** Runs all items or none. The item that lacks money leaves a failed transfer. */
function atomicBatch(realm: Realm, items: readonly Input[], moment: Moment): Verdict {
  const trial = structuredClone(realm);
  for (const [index, item] of items.entries()) {
    const refusal = transfer(trial, item, moment, index);
    if (refusal === undefined) continue;
    const made = latest(trial.transfers, moment.id("tr", index));
    if (made !== undefined) put(realm.transfers, made.transferId, made, moment);
    return { ...refusal, details: { itemIndex: index } };
  }
  for (const [index, item] of items.entries()) transfer(realm, item, moment, index);
  const results = items.map((_, index) => ({
    status: "posted",
    transferId: moment.id("tr", index),
  }));
  return { code: undefined, answer: { results, posted: items.length, failed: 0 } };
}

/** The ledger refused to move the money, and keeps that it did. */
export function failedMove(realm: Realm, wanted: Movement, moment: Moment): void {
  const transferId = moment.id("tr");
  put(
    realm.transfers,
    transferId,
    { ...wanted, transferId, status: "failed", reversed: 0n },
    moment,
  );
}

/** Moves the money, or records a failed transfer. */
export function move(
  realm: Realm,
  wanted: Movement,
  moment: Moment,
  sub: number,
): Refused | undefined {
  const refusal = moneyForbids(realm, wanted);
  const { amount } = wanted;
  const transferId = moment.id("tr", sub);
  const end = inStatus(realm, refusal === undefined ? "posted" : "failed", moment);
  put(realm.transfers, transferId, { ...wanted, transferId, ...end, reversed: 0n }, moment);
  if (refusal !== undefined) return refusal;
  change(realm, wanted.sourceAccountId, moment, (account) => ({
    ...account,
    debits: account.debits + amount,
  }));
  change(realm, wanted.destinationAccountId, moment, (account) => ({
    ...account,
    credits: account.credits + amount,
  }));
  return undefined;
}

function moneyForbids(realm: Realm, wanted: Movement): Refused | undefined {
  const source = latest(realm.accounts, wanted.sourceAccountId) as Account;
  const destination = latest(realm.accounts, wanted.destinationAccountId) as Account;
  const hasLimit = destination.ownerType !== "platform";
  if (hasLimit && postedOf(destination) + destination.incoming + wanted.amount > BALANCE_MAX) {
    return { code: "exposure_cap_exceeded" };
  }
  const mayOverdraw = source.ownerType === "platform";
  if (!mayOverdraw && availableOf(source) < wanted.amount) return { code: "insufficient_balance" };
  return undefined;
}

function reserve(realm: Realm, input: Input, moment: Moment): Verdict {
  const forbidden = partiesForbid(realm, input);
  if (forbidden !== undefined) return forbidden;
  const expiresAtMs = Date.parse(input.expiresAt as string);
  if (expiresAtMs <= clockOf(realm, moment.nowMs)) return { code: "state_constraint_failed" };
  if (isTaken(realm, "transfer_hold", input.externalId)) return { code: "state_conflict" };
  const wanted = movementOf(input, "hold");
  const transferId = moment.id("tr");
  const refusal = moneyForbids(realm, wanted);
  const status = refusal === undefined ? "pending" : "failed";
  put(realm.transfers, transferId, { ...wanted, transferId, status, reversed: 0n }, moment);
  if (refusal !== undefined) return refusal;
  const { amount, kind: _, ...parties } = wanted;
  const transferHoldId = moment.id("th");
  const hold: Hold = {
    ...parties,
    transferHoldId,
    transferId,
    amount,
    cleared: 0n,
    status: "reserved",
    expiresAtMs,
  };
  put(realm.holds, transferHoldId, hold, moment);
  claim(realm, "transfer_hold", input.externalId, transferHoldId);
  changeReserved(realm, hold, amount, moment);
  return holdAnswer(hold);
}

/** Ends a reservation: the amount `settled` moves, the rest is available again at the source. */
function endHold(
  realm: Realm,
  hold: Hold,
  status: Exclude<Hold["status"], "reserved">,
  settled: bigint,
  moment: Moment,
): Verdict {
  const ended: Hold = { ...hold, status, cleared: settled };
  put(realm.holds, hold.transferHoldId, ended, moment);
  changeReserved(realm, hold, -hold.amount, moment);
  const pending = latest(realm.transfers, hold.transferId) as Transfer;
  const after = inStatus(realm, status === "cleared" ? "posted" : "voided", moment);
  const amount = status === "cleared" ? settled : pending.amount;
  put(realm.transfers, hold.transferId, { ...pending, ...after, amount }, moment);
  if (settled > 0n) {
    change(realm, hold.sourceAccountId, moment, (account) => ({
      ...account,
      debits: account.debits + settled,
    }));
    change(realm, hold.destinationAccountId, moment, (account) => ({
      ...account,
      credits: account.credits + settled,
    }));
  }
  return holdAnswer(ended);
}

function reverse(realm: Realm, input: Input, moment: Moment): Verdict {
  const original = latest(realm.transfers, input.transferId);
  if (original === undefined) return { code: "transfer_not_found" };
  if (original.isOfBank === true) return { code: "state_conflict" };
  if (original.status === "pending") return { code: "operation_not_finalized" };
  if (original.status !== "posted") return { code: "state_conflict" };
  if (original.kind === "reversal" || original.kind === "action") return { code: "state_conflict" };
  if (input.currency !== undefined && input.currency !== original.currency) {
    return { code: "currency_mismatch" };
  }
  const left = original.amount - original.reversed;
  const amount = input.amount === undefined ? left : BigInt(input.amount);
  if (amount > left) return { code: "ledger_transfer_rejected" };
  const { sourceAccountId: destinationAccountId, destinationAccountId: sourceAccountId } = original;
  const source = latest(realm.accounts, sourceAccountId) as Account;
  const destination = latest(realm.accounts, destinationAccountId) as Account;
  if (source.freezes.length > 0 || refusesCredits(destination)) return { code: "account_frozen" };
  if (source.status === "closed") return { code: "source_account_status_forbidden" };
  if (destination.status === "closed") return { code: "destination_account_status_forbidden" };
  const { currency } = original;
  const wanted: Movement = {
    sourceAccountId,
    destinationAccountId,
    currency,
    amount,
    kind: "reversal",
  };
  const refusal = move(realm, wanted, moment, 0);
  if (refusal !== undefined) return refusal;
  const reversed = original.reversed + amount;
  const status = reversed === original.amount ? "reversed" : "posted";
  put(realm.transfers, original.transferId, { ...original, reversed, status }, moment);
  noteTakenBack(realm, { taken: original.transferId, by: moment.id("tr") }, moment);
  return postedAnswer(realm, moment.id("tr"));
}

function refusesCredits({ freezes }: Account): boolean {
  return freezes.some(({ mode }) => mode === "all");
}

function changeReserved(realm: Realm, hold: Hold, by: bigint, moment: Moment): void {
  change(realm, hold.sourceAccountId, moment, (account) => ({
    ...account,
    held: account.held + by,
  }));
  change(realm, hold.destinationAccountId, moment, (account) => ({
    ...account,
    incoming: account.incoming + by,
  }));
}

export function change(
  realm: Realm,
  accountId: string,
  moment: Moment,
  to: (account: Account) => Account,
): void {
  put(realm.accounts, accountId, to(latest(realm.accounts, accountId) as Account), moment);
}

/** The platform's account for funding in a currency; made when it is first needed. */
function platformAccount(realm: Realm, currency: string, moment: Moment): Account {
  const known = realm.platformAccounts.get(currency);
  if (known !== undefined) return latest(realm.accounts, known) as Account;
  const account = { ...newAccount(moment.id("acct"), currency, "suspense"), revision: 1 };
  realm.platformAccounts.set(currency, account.accountId);
  put(realm.accounts, account.accountId, account, moment);
  return account;
}

function movementOf(input: Input, kind: Transfer["kind"]): Movement {
  const { sourceAccountId, destinationAccountId, amount, currency } = input as Required<Input>;
  return { sourceAccountId, destinationAccountId, currency, amount: BigInt(amount), kind };
}

function postedAnswer(realm: Realm, transferId: string): Verdict {
  const { sourceAccountId, destinationAccountId, currency, kind, amount } = latest(
    realm.transfers,
    transferId,
  ) as Transfer;
  const answer = { transferId, sourceAccountId, destinationAccountId, currency, kind };
  return { code: undefined, answer: { ...answer, status: "posted", amount: String(amount) } };
}

function holdAnswer(hold: Hold): Verdict {
  const { transferHoldId, status, amount, cleared, currency } = hold;
  const released = status === "reserved" ? 0n : amount - cleared;
  return {
    code: undefined,
    answer: {
      transferHoldId,
      status,
      currency,
      amount: String(amount),
      clearedAmount: String(cleared),
      releasedAmount: String(released),
    },
  };
}
