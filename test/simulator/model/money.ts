/** The rules of transfers, holds and funding (platform.md, Transfer hold; api.md 2.2, D4). */
import { advanceClock, resetSandbox } from "./clock.ts";
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
  type Scope,
  type Transfer,
  type Verdict,
} from "./model.ts";
import { newAccount } from "./parties.ts";

/** The largest balance of an account of a caller: 2^63 - 1 minor units (src/LIMITS.md). */
const BALANCE_MAX = 9_223_372_036_854_775_807n;

/** Roles of the accounts that funding may credit. */
const FUNDABLE = ["customer_balance", "customer_savings", "product_operating", "product_reserve"];

type Decide = (scope: Scope, input: Input, moment: Moment) => Verdict;

export const MONEY_RULES: Readonly<Record<string, Decide>> = {
  "transfer.create"(scope, input, moment) {
    return transfer(scope, input, moment, 0) ?? postedAnswer(scope, moment.id("tr"));
  },
  "transfer.batch.create"(scope, input, moment) {
    const items = input.items as Input[];
    if (input.atomic === true) return atomicBatch(scope, items, moment);
    const refused = items.map((item, index) => transfer(scope, item, moment, index));
    const results = refused.map((refusal, index) => {
      if (refusal === undefined) return { status: "posted", transferId: moment.id("tr", index) };
      const made = latest(scope.transfers, moment.id("tr", index));
      return { status: made === undefined ? "refused" : "failed", error: { code: refusal.code } };
    });
    const failed = refused.filter((refusal) => refusal !== undefined).length;
    return { code: undefined, answer: { results, posted: items.length - failed, failed } };
  },
  "transfer.reverse": reverse,
  "transfer_hold.create": reserve,
  "transfer_hold.clear"(scope, input, moment) {
    const hold = latest(scope.holds, input.transferHoldId);
    if (hold === undefined) return { code: "transfer_hold_not_found" };
    if (hold.status !== "reserved") return { code: "state_conflict" };
    if (hold.expiresAtMs <= clockOf(scope, moment.nowMs)) return { code: "state_conflict" };
    if (input.currency !== undefined && input.currency !== hold.currency) {
      return { code: "currency_mismatch" };
    }
    const source = latest(scope.accounts, hold.sourceAccountId) as Account;
    const destination = latest(scope.accounts, hold.destinationAccountId) as Account;
    if (source.freezes.length > 0 || refusesCredits(destination)) return { code: "account_frozen" };
    const amount = input.amount === undefined ? hold.amount : BigInt(input.amount);
    if (amount > hold.amount) return { code: "ledger_transfer_rejected" };
    return endHold(scope, hold, "cleared", amount, moment);
  },
  "transfer_hold.cancel"(scope, input, moment) {
    const hold = latest(scope.holds, input.transferHoldId);
    if (hold === undefined) return { code: "transfer_hold_not_found" };
    if (hold.status !== "reserved") return { code: "state_conflict" };
    if (hold.expiresAtMs <= clockOf(scope, moment.nowMs)) return { code: "state_conflict" };
    return endHold(scope, hold, "cancelled", 0n, moment);
  },
  "transfer_hold.expire"(scope, input, moment) {
    const hold = latest(scope.holds, input.transferHoldId);
    if (hold === undefined) return { code: "transfer_hold_not_found" };
    if (hold.status !== "reserved") return { code: "state_conflict" };
    if (hold.expiresAtMs > clockOf(scope, moment.nowMs)) return { code: "state_constraint_failed" };
    return endHold(scope, hold, "expired", 0n, moment);
  },
  "sandbox.account_funding.create": fund,
  "platform.account_funding.create": fund,
  "sandbox.clock.advance": advanceClock,
  "sandbox.reset": resetSandbox,
};

function fund(scope: Scope, input: Input, moment: Moment): Verdict {
  const destination = latest(scope.accounts, input.destinationAccountId);
  if (destination === undefined) return { code: "account_not_found" };
  if (destination.currency !== input.currency) return { code: "currency_mismatch" };
  if (!FUNDABLE.includes(destination.role)) return { code: "funding_destination_role_forbidden" };
  if (destination.status !== "open") return { code: "destination_account_status_forbidden" };
  if (isTaken(scope, "transfer", input.externalId)) return { code: "state_conflict" };
  const source = platformAccount(scope, destination.currency, moment);
  const wanted = movementOf({ ...input, sourceAccountId: source.accountId }, "funding");
  const refusal = move(scope, wanted, moment, 0);
  if (refusal !== undefined) return refusal;
  claim(scope, "transfer", input.externalId, moment.id("tr"));
  return postedAnswer(scope, moment.id("tr"));
}

type Movement = {
  sourceAccountId: string;
  destinationAccountId: string;
  currency: string;
  amount: bigint;
  kind: Transfer["kind"];
};

type Refused = { code: string };

/** Runs one movement of a caller; returns undefined when the money has moved. */
function transfer(scope: Scope, input: Input, moment: Moment, sub: number): Refused | undefined {
  const forbidden = partiesForbid(scope, input);
  if (forbidden !== undefined) return forbidden;
  if (isTaken(scope, "transfer", input.externalId)) return { code: "state_conflict" };
  const wanted = movementOf(input, "book");
  const refusal = move(scope, wanted, moment, sub);
  if (refusal === undefined) claim(scope, "transfer", input.externalId, moment.id("tr", sub));
  return refusal;
}

function partiesForbid(scope: Scope, input: Input): Refused | undefined {
  const source = latest(scope.accounts, input.sourceAccountId);
  const destination = latest(scope.accounts, input.destinationAccountId);
  if (source === undefined || destination === undefined) return { code: "account_not_found" };
  const payer = latest(scope.customers, source.ownerId);
  if (payer !== undefined && payer.status !== "active")
    return { code: "customer_status_forbidden" };
  if (source.currency !== input.currency || destination.currency !== input.currency) {
    return { code: "currency_mismatch" };
  }
  if (source.status !== "open") return { code: "source_account_status_forbidden" };
  if (destination.status !== "open") return { code: "destination_account_status_forbidden" };
  if (source.ownerType === "platform" || destination.ownerType === "platform") {
    return { code: "ledger_transfer_rejected" };
  }
  return undefined;
}

/** Runs all items or none. The item that lacks money leaves a failed transfer. */
function atomicBatch(scope: Scope, items: readonly Input[], moment: Moment): Verdict {
  const trial = structuredClone(scope);
  for (const [index, item] of items.entries()) {
    const refusal = transfer(trial, item, moment, index);
    if (refusal === undefined) continue;
    const made = latest(trial.transfers, moment.id("tr", index));
    if (made !== undefined) put(scope.transfers, made.transferId, made, moment);
    return { ...refusal, details: { itemIndex: index } };
  }
  for (const [index, item] of items.entries()) transfer(scope, item, moment, index);
  const results = items.map((_, index) => ({
    status: "posted",
    transferId: moment.id("tr", index),
  }));
  return { code: undefined, answer: { results, posted: items.length, failed: 0 } };
}

/** Moves the money, or records a failed transfer. */
function move(scope: Scope, wanted: Movement, moment: Moment, sub: number): Refused | undefined {
  const refusal = moneyForbids(scope, wanted);
  const { amount } = wanted;
  const transferId = moment.id("tr", sub);
  const status = refusal === undefined ? "posted" : "failed";
  put(scope.transfers, transferId, { ...wanted, transferId, status, reversed: 0n }, moment);
  if (refusal !== undefined) return refusal;
  change(scope, wanted.sourceAccountId, moment, (account) => ({
    ...account,
    debits: account.debits + amount,
  }));
  change(scope, wanted.destinationAccountId, moment, (account) => ({
    ...account,
    credits: account.credits + amount,
  }));
  return undefined;
}

function moneyForbids(scope: Scope, wanted: Movement): Refused | undefined {
  const source = latest(scope.accounts, wanted.sourceAccountId) as Account;
  const destination = latest(scope.accounts, wanted.destinationAccountId) as Account;
  const hasLimit = destination.ownerType !== "platform";
  if (hasLimit && postedOf(destination) + destination.incoming + wanted.amount > BALANCE_MAX) {
    return { code: "exposure_cap_exceeded" };
  }
  const mayOverdraw = source.ownerType === "platform";
  if (!mayOverdraw && availableOf(source) < wanted.amount) return { code: "insufficient_balance" };
  return undefined;
}

function reserve(scope: Scope, input: Input, moment: Moment): Verdict {
  const forbidden = partiesForbid(scope, input);
  if (forbidden !== undefined) return forbidden;
  const expiresAtMs = Date.parse(input.expiresAt as string);
  if (expiresAtMs <= clockOf(scope, moment.nowMs)) return { code: "state_constraint_failed" };
  if (isTaken(scope, "transfer_hold", input.externalId)) return { code: "state_conflict" };
  const wanted = movementOf(input, "hold");
  const transferId = moment.id("tr");
  const refusal = moneyForbids(scope, wanted);
  const status = refusal === undefined ? "pending" : "failed";
  put(scope.transfers, transferId, { ...wanted, transferId, status, reversed: 0n }, moment);
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
  put(scope.holds, transferHoldId, hold, moment);
  claim(scope, "transfer_hold", input.externalId, transferHoldId);
  changeReserved(scope, hold, amount, moment);
  return holdAnswer(hold);
}

/** Ends a reservation: the amount `settled` moves, the rest is available again at the source. */
function endHold(
  scope: Scope,
  hold: Hold,
  status: Exclude<Hold["status"], "reserved">,
  settled: bigint,
  moment: Moment,
): Verdict {
  const ended: Hold = { ...hold, status, cleared: settled };
  put(scope.holds, hold.transferHoldId, ended, moment);
  changeReserved(scope, hold, -hold.amount, moment);
  const pending = latest(scope.transfers, hold.transferId) as Transfer;
  const after = status === "cleared" ? "posted" : "voided";
  const amount = status === "cleared" ? settled : pending.amount;
  put(scope.transfers, hold.transferId, { ...pending, status: after, amount }, moment);
  if (settled > 0n) {
    change(scope, hold.sourceAccountId, moment, (account) => ({
      ...account,
      debits: account.debits + settled,
    }));
    change(scope, hold.destinationAccountId, moment, (account) => ({
      ...account,
      credits: account.credits + settled,
    }));
  }
  return holdAnswer(ended);
}

function reverse(scope: Scope, input: Input, moment: Moment): Verdict {
  const original = latest(scope.transfers, input.transferId);
  if (original === undefined) return { code: "transfer_not_found" };
  if (original.status === "pending") return { code: "operation_not_finalized" };
  if (original.status !== "posted") return { code: "state_conflict" };
  if (original.kind === "reversal") return { code: "state_conflict" };
  if (input.currency !== undefined && input.currency !== original.currency) {
    return { code: "currency_mismatch" };
  }
  const left = original.amount - original.reversed;
  const amount = input.amount === undefined ? left : BigInt(input.amount);
  if (amount > left) return { code: "ledger_transfer_rejected" };
  const { sourceAccountId: destinationAccountId, destinationAccountId: sourceAccountId } = original;
  const source = latest(scope.accounts, sourceAccountId) as Account;
  const destination = latest(scope.accounts, destinationAccountId) as Account;
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
  const refusal = move(scope, wanted, moment, 0);
  if (refusal !== undefined) return refusal;
  const reversed = original.reversed + amount;
  const status = reversed === original.amount ? "reversed" : "posted";
  put(scope.transfers, original.transferId, { ...original, reversed, status }, moment);
  return postedAnswer(scope, moment.id("tr"));
}

function refusesCredits({ freezes }: Account): boolean {
  return freezes.some(({ mode }) => mode === "all");
}

function changeReserved(scope: Scope, hold: Hold, by: bigint, moment: Moment): void {
  change(scope, hold.sourceAccountId, moment, (account) => ({
    ...account,
    held: account.held + by,
  }));
  change(scope, hold.destinationAccountId, moment, (account) => ({
    ...account,
    incoming: account.incoming + by,
  }));
}

function change(
  scope: Scope,
  accountId: string,
  moment: Moment,
  to: (account: Account) => Account,
): void {
  put(scope.accounts, accountId, to(latest(scope.accounts, accountId) as Account), moment);
}

/** The platform's account for funding in a currency; made when it is first needed. */
function platformAccount(scope: Scope, currency: string, moment: Moment): Account {
  const known = scope.platformAccounts.get(currency);
  if (known !== undefined) return latest(scope.accounts, known) as Account;
  const account = { ...newAccount(moment.id("acct"), currency, "suspense"), revision: 1 };
  scope.platformAccounts.set(currency, account.accountId);
  put(scope.accounts, account.accountId, account, moment);
  return account;
}

function movementOf(input: Input, kind: Transfer["kind"]): Movement {
  const { sourceAccountId, destinationAccountId, amount, currency } = input as Required<Input>;
  return { sourceAccountId, destinationAccountId, currency, amount: BigInt(amount), kind };
}

function postedAnswer(scope: Scope, transferId: string): Verdict {
  const { sourceAccountId, destinationAccountId, currency, kind, amount } = latest(
    scope.transfers,
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
