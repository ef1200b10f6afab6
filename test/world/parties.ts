/**
 * For tests: short functions that make customers, accounts, money and holds by the real operations.
 * Each write must be accepted, and its reply must match the declared output.
 */
import assert from "node:assert/strict";
import type { Static } from "@sinclair/typebox";
import { isoTime } from "../../src/base/iso_time.ts";
import { accountClose } from "../../src/features/account/account.close.ts";
import { accountCreate } from "../../src/features/account/account.create.ts";
import { accountFreeze } from "../../src/features/account/account.freeze.ts";
import type { Account } from "../../src/features/account/account_schema.ts";
import { customerCreate } from "../../src/features/customer/customer.create.ts";
import { customerSuspend } from "../../src/features/customer/customer.suspend.ts";
import type { Customer } from "../../src/features/customer/customer_schema.ts";
import type { FreezeMode } from "../../src/features/ledger/account_document.ts";
import { sandboxAccountFundingCreate } from "../../src/features/sandbox/sandbox.account_funding.create.ts";
import { sandboxClockAdvance } from "../../src/features/sandbox/sandbox.clock.advance.ts";
import { sandboxPlatformFreezeCreate } from "../../src/features/sandbox/sandbox.platform_freeze.create.ts";
import { transferCreate } from "../../src/features/transfer/transfer.create.ts";
import type { Transfer } from "../../src/features/transfer/transfer_schema.ts";
import { transferHoldCancel } from "../../src/features/transfer_hold/transfer_hold.cancel.ts";
import { transferHoldClear } from "../../src/features/transfer_hold/transfer_hold.clear.ts";
import { transferHoldCreate } from "../../src/features/transfer_hold/transfer_hold.create.ts";
import type { TransferHold as TransferHoldSchema } from "../../src/features/transfer_hold/transfer_hold_schema.ts";
import { START_MS } from "./callers.ts";
import type { Input } from "./input.ts";
import type { World } from "./world.ts";
import type { Answer, Asking, Outcome } from "./writing.ts";

type TransferHold = Static<typeof TransferHoldSchema>;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** The largest amount that a request may name, minor units. */
export const LARGEST = 10n ** 18n - 1n;

/** The time `ms` milliseconds after the start of the world, as ISO 8601 text. */
export const at = (ms: number) => isoTime(START_MS + ms);

/** Creates a person in Germany, who is active in sandbox and pending in live. */
export function createCustomer(
  world: World,
  more: Input = {},
  { caller = world.caller }: Pick<Asking, "caller"> = {},
): Customer {
  const draft = {
    productId: caller.principal.productId,
    entity: { kind: "person", displayName: "Ada Lovelace", country: "DE" },
    ...more,
  };
  return world.made(customerCreate, draft, { caller });
}

/** Opens a balance account in EUR of a customer: of a new customer unless an owner is given. */
export function createAccount(world: World, more: Input = {}): Account {
  return world.made(accountCreate, {
    productId: world.principal.productId,
    role: "customer_balance",
    currency: "EUR",
    owner: more["owner"] ?? { type: "customer", id: createCustomer(world).customerId },
    ...more,
  });
}

/** Opens an account in EUR of a new customer, who is then suspended. Returns the account's id. */
export function accountOfSuspended(world: World): string {
  const { accountId, owner } = createAccount(world);
  world.made(customerSuspend, { customerId: owner.id, reason: "review" });
  return accountId;
}

/** Options of an account of the Product. */
type Opening = {
  currency?: string;
  fundedMinor?: bigint;
  role?: "product_operating" | "product_revenue";
} & Pick<Asking, "caller">;

/** Opens an account of the Product, by default in EUR and empty. Returns its id. */
export function openAccount(world: World, opening: Opening = {}): string {
  const { currency = "EUR", fundedMinor = 0n, role = "product_operating", ...asking } = opening;
  const { productId } = (asking.caller ?? world.caller).principal;
  const owner = { type: "product", id: productId };
  const account = world.made(accountCreate, { productId, role, currency, owner }, asking);
  if (fundedMinor > 0n) fund(world, account.accountId, fundedMinor, asking);
  return account.accountId;
}

/**
 * Funds an account with test money; in live as a command of the platform. Returns the transfer's
 * id.
 */
export function fund(
  world: World,
  destinationAccountId: string,
  amountMinor: bigint,
  { caller = world.caller }: Pick<Asking, "caller"> = {},
): string {
  const { accounts } = world.state;
  const realm = world.realmOf(caller);
  const currency = accounts.currency(accounts.ordinalOf(realm, destinationAccountId));
  const cause = caller.principal.environment === "live" ? "platform" : "api";
  const input = { destinationAccountId, amount: String(amountMinor), currency };
  return world.made(sandboxAccountFundingCreate, input, { caller, cause }).transferId;
}

/**
 * The id of the platform's account of a currency, which funding debits and which may go below zero.
 * The first funding in the currency opens it: if there was none, a new account is funded.
 */
export function platformAccount(world: World, currency = "EUR"): string {
  const { accounts } = world.state;
  for (const ordinal of accounts.ofOwner("platform", world.principal.productId)) {
    if (accounts.hasCurrency(ordinal, currency)) return accounts.accountId(ordinal);
  }
  fund(world, openAccount(world, { currency }), 1n);
  return platformAccount(world, currency);
}

/** Moves an amount in EUR from one account to another. */
export function transfer(
  world: World,
  sourceAccountId: string,
  destinationAccountId: string,
  amount: string,
  more: Input = {},
): Transfer {
  const draft = { sourceAccountId, destinationAccountId, amount, currency: "EUR", ...more };
  return world.made(transferCreate, draft);
}

/** Reserves an amount in EUR for an hour. */
export function hold(
  world: World,
  sourceAccountId: string,
  destinationAccountId: string,
  amount: string,
  more: Input & Pick<Asking, "caller"> = {},
): TransferHold {
  const { caller = world.caller, ...changed } = more;
  const expiresAt = isoTime(world.nowMs + HOUR_MS);
  const parties = { sourceAccountId, destinationAccountId };
  const draft = { ...parties, amount, currency: "EUR", expiresAt, ...changed };
  return world.made(transferHoldCreate, draft, { caller });
}

/** Creates a hold of 50 in favour of an account, from a new account that has exactly 50. */
export function holdFor(
  world: World,
  destinationAccountId: string,
  { caller = world.caller }: Pick<Asking, "caller"> = {},
): TransferHold {
  const source = openAccount(world, { fundedMinor: 50n, caller });
  return hold(world, source, destinationAccountId, "50", { caller });
}

/** Clears a hold, by its whole amount unless `amount` is given. */
export function clear(world: World, transferHoldId: string, amount?: string): TransferHold {
  return world.made(transferHoldClear, { transferHoldId, ...(amount !== undefined && { amount }) });
}

export function cancel(world: World, transferHoldId: string): TransferHold {
  return world.made(transferHoldCancel, { transferHoldId });
}

/** Freezes an account on the tenant's plane. */
export function freeze(world: World, accountId: string, mode: FreezeMode): Account {
  return world.made(accountFreeze, { accountId, mode, reason: "review" });
}

/** Freezes an account on the platform's plane. */
export function freezeAsPlatform(world: World, accountId: string, mode: FreezeMode): Account {
  return world.made(sandboxPlatformFreezeCreate, { accountId, mode });
}

export function close(world: World, accountId: string): Account {
  return world.made(accountClose, { accountId });
}

/** Moves the whole balance of an account in EUR to a new account, and closes the account. */
export function drainAndClose(world: World, accountId: string): Account {
  const { posted } = balanceOf(world, accountId);
  if (posted !== "0") transfer(world, accountId, openAccount(world), posted);
  return close(world, accountId);
}

/**
 * Advances the sandbox's clock, and runs the due steps. Returns the answer and the steps' outcomes.
 */
export function advanceClock(world: World, at: string): { reply: Answer; steps: Outcome[] } {
  const { productId } = world.principal;
  const { code, message, place } = world.run(sandboxClockAdvance, { productId, at });
  assert.equal(code, undefined, message);
  const steps = world.passTime();
  return { reply: world.answerOf(place), steps };
}

/** The posted, held and incoming amounts of an account, minor units. */
export function balanceOf({ state: { accounts } }: World, accountId: string) {
  const ordinal = accounts.ordinalOf(1, accountId);
  return {
    posted: String(accounts.creditsPosted(ordinal) - accounts.debitsPosted(ordinal)),
    held: String(accounts.debitsPending(ordinal)),
    incoming: String(accounts.creditsPending(ordinal)),
  };
}
