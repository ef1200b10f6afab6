/** Checks of a shard's memory: of its money at any moment, and against the model at a frame. */
import type { AccountTable } from "../../src/features/ledger/account_table.ts";
import type { ShardState } from "../../src/features/registry.ts";
import { sandboxClockKey } from "../../src/features/sandbox/sandbox_clock.ts";
import { wrongBanks } from "./bank_memory.ts";
import { type Account, latest, type Realm } from "./model/model.ts";
import { wrongMonths } from "./month_memory.ts";
import { wrongPrograms } from "./program_memory.ts";
import { wrongWebhooks } from "./webhook_memory.ts";

/** Codes of the roles whose accounts may be below zero: the platform's own, and those of a Product for losses. */
const BELOW_ZERO_ROLE_CODES = [7, 9];

/** A violation where money was made or lost, or where an account of a caller is below zero. */
export function wrongMoney({ accounts }: ShardState): string | undefined {
  const sums = new Map<string, bigint>();
  const add = (name: string, amount: bigint) => sums.set(name, (sums.get(name) ?? 0n) + amount);
  for (let ordinal = 0; ordinal < accounts.count; ordinal++) {
    const posted = accounts.creditsPosted(ordinal) - accounts.debitsPosted(ordinal);
    const held = accounts.debitsPending(ordinal);
    const key = `${accounts.realm(ordinal)} ${accounts.currency(ordinal)}`;
    add(`posted ${key}`, posted);
    add(`reserved ${key}`, accounts.creditsPending(ordinal) - held);
    if (posted < held && !BELOW_ZERO_ROLE_CODES.includes(accounts.roleCode(ordinal))) {
      return `${accounts.accountId(ordinal)} has ${posted} and reserves ${held}`;
    }
  }
  for (const [name, sum] of sums) if (sum !== 0n) return `${name} sums to ${sum}`;
  return undefined;
}

/** A violation where an account, hold, customer, access, clock, endpoint or delivery differs from the model, or is not in it. */
export function wrongMemory(
  state: ShardState,
  realms: readonly (Realm | undefined)[],
): string | undefined {
  const { accounts, transferHolds, customers, customerAccesses, sandboxClocks } = state;
  let accountCount = 0;
  let holdCount = 0;
  let customerCount = 0;
  let accessCount = 0;
  for (const [number, realm] of realms.entries()) {
    if (realm === undefined) continue;
    const clock = sandboxClocks.get(number, sandboxClockKey(number));
    const stands = realm.clock.at(-1)?.value;
    if (clock?.effectiveAtMs !== stands)
      return `the clock is at ${clock?.effectiveAtMs}, not ${stands}`;
    const underWay = clock?.runs?.length ?? 0;
    if (underWay !== realm.runs.length) return `${underWay} advances are under way`;
    accountCount += realm.accounts.size;
    holdCount += realm.holds.size;
    customerCount += realm.customers.size;
    accessCount += realm.accesses.size;
    for (const customerAccessId of realm.accesses.keys()) {
      const found = customerAccesses.byId(number, customerAccessId)?.status;
      const expected = latest(realm.accesses, customerAccessId)?.status;
      if (found !== expected) return `${customerAccessId} is ${found}, not ${expected}`;
    }
    for (const verificationId of realm.verifications.keys()) {
      const found = state.verifications.byId(number, verificationId)?.status;
      const expected = latest(realm.verifications, verificationId)?.status;
      if (found !== expected) return `${verificationId} is ${found}, not ${expected}`;
    }
    for (const { providerRequestId, subjectId, status } of realm.asked.values()) {
      const key = providerRequestId.slice("preq_".length);
      const found = state.providerRequests.get(number, key)?.status;
      if (found !== status) return `the request of ${subjectId} is ${found}, not ${status}`;
    }
    for (const accountId of realm.accounts.keys()) {
      const account = latest(realm.accounts, accountId) as Account;
      const wrong = wrongAccount(accounts, accounts.ordinalOf(number, accountId), account);
      if (wrong !== undefined) return `${accountId}: ${wrong}`;
    }
    for (const transferHoldId of realm.holds.keys()) {
      const found = transferHolds.get(number, transferHoldId.slice("th_".length))?.status;
      const expected = latest(realm.holds, transferHoldId)?.status;
      if (found !== expected) return `${transferHoldId} is ${found}, not ${expected}`;
    }
  }
  if (accountCount !== accounts.count) return `${accounts.count} accounts, not ${accountCount}`;
  if (holdCount !== transferHolds.size) return `${transferHolds.size} holds, not ${holdCount}`;
  if (customerCount !== customers.size) return `${customers.size} customers`;
  if (accessCount !== customerAccesses.size) return `${customerAccesses.size} accesses`;
  return (
    wrongMonths(state, realms) ??
    wrongBanks(state, realms) ??
    wrongPrograms(state, realms) ??
    wrongWebhooks(state, realms)
  );
}

function wrongAccount(accounts: AccountTable, ordinal: number, expected: Account) {
  if (ordinal < 0) return "is not there";
  const { status, credits, debits, incoming, held, revision } = expected;
  if (accounts.status(ordinal) !== status) return `is ${accounts.status(ordinal)}, not ${status}`;
  if (accounts.revision(ordinal) !== revision) return `is not at revision ${revision}`;
  if (accounts.creditsPosted(ordinal) !== credits) return `was not credited ${credits}`;
  if (accounts.debitsPosted(ordinal) !== debits) return `was not debited ${debits}`;
  if (accounts.creditsPending(ordinal) !== incoming) return `does not wait for ${incoming}`;
  return accounts.debitsPending(ordinal) === held ? undefined : `does not reserve ${held}`;
}
