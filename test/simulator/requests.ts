/**
 * Random requests of clients, on objects that exist, that belong to another tenant, or that never
 * existed. Most requests are correct, some are mistaken, and some are hostile.
 */
import { ACCESS_DRAFTS } from "./access_requests.ts";
import { BANK_DRAFTS, hasPaid } from "./bank_requests.ts";
import { COLLECTION_DRAFTS } from "./collection_requests.ts";
import { isAtBank } from "./deal_requests.ts";
import type { Draft, Habits } from "./habits.ts";
import { hostile } from "./hostile.ts";
import {
  type Account,
  availableOf,
  type Customer,
  clockOf,
  type Hold,
  latest,
  type Realm,
  type Transfer,
  type Versions,
} from "./model/model.ts";
import type { Sent } from "./model/validity.ts";
import { CURRENCIES } from "./model/value_checks.ts";
import { isDueIn, isReserved, nextOperation } from "./next_operation.ts";
import { PROGRAM_DRAFTS } from "./program_requests.ts";
import { VERIFICATION_DRAFTS } from "./verification_requests.ts";
import { WEBHOOK_DRAFTS } from "./webhook_requests.ts";

const DAY_MS = 86_400_000;
const LARGEST_AMOUNT = "999999999999999999";
const MODES = ["debits", "all"];
const ROLES = ["customer_balance", "customer_balance", "customer_balance", "product_operating"];
const ODD_ROLES = [
  "customer_savings",
  "product_revenue",
  "product_reserve",
  "suspense",
  "object_balance",
];

/** The next request of a client of `realm`. */
export function nextRequest(habits: Habits, realm: Realm): Sent {
  const { random } = habits;
  const operation = nextOperation(habits, realm);
  const draft = (ALL_DRAFTS[operation] as (typeof DRAFTS)[string])(habits, realm);
  const sent: Sent = {
    operation,
    path: draft.path ?? [],
    contentType: "application/json",
    body: draft.body === undefined ? "" : JSON.stringify(draft.body),
  };
  return random.chance(habits.hostility) ? hostile(random, sent) : sent;
}

const DRAFTS: Readonly<Record<string, (habits: Habits, realm: Realm) => Draft>> = {
  "customer.create": (habits, realm) => {
    const { random } = habits;
    const isLive = realm.environment === "live";
    const test = random.weighted([
      [6, undefined],
      [isLive ? 1 : 2, true],
      [isLive ? 2 : 0.5, false],
    ]);
    return {
      body: {
        productId: productId(habits, realm),
        ...(test !== undefined && { test }),
        entity: {
          kind: random.pick(["person", "organization"]),
          displayName: random.pick(["Ada Lovelace", "Grace Hopper", "Zoë & Søn"]),
          country: random.weighted([
            [9, "DE"],
            [9, "GB"],
            [1, "KP"],
            [1, "ZZ"],
          ]),
        },
        ...extras(habits),
      },
    };
  },
  "customer.update": (habits, realm) => ({
    path: [customerId(habits, realm)],
    body: { ...extras(habits), ...revision(habits) },
  }),
  "customer.suspend": (habits, realm) => ({
    path: [customerId(habits, realm)],
    body: { reason: "review" },
  }),
  "customer.reactivate": (habits, realm) => ({ path: [customerId(habits, realm)] }),
  "customer.close": (habits, realm) => {
    const accounts = [...realm.accounts.values()].map((versions) => versions.at(-1)?.value);
    const isPoor = ({ customerId: id }: Customer) =>
      accounts.every((account) => account?.ownerId !== id || account.credits === account.debits);
    return { path: [idOf(habits, realm, "cust", "customers", isPoor)] };
  },
  "account.create": (habits, realm) => {
    const { random } = habits;
    const role = random.pick(random.chance(0.8) ? ROLES : ODD_ROLES);
    const own = role.startsWith("customer") ? "customer" : "product";
    const type = random.weighted([
      [12, own],
      [1, "tenant"],
      [0.7, "object"],
      [0.5, "product"],
    ]);
    const id = type === "customer" ? customerId(habits, realm) : productId(habits, realm);
    return {
      body: {
        productId: productId(habits, realm),
        role,
        currency: currency(habits),
        owner: { type, id },
        ...extras(habits),
      },
    };
  },
  "account.update": (habits, realm) => ({
    path: [accountId(habits, realm)],
    body: { name: "savings", ...extras(habits), ...revision(habits) },
  }),
  "account.freeze": (habits, realm) => ({
    path: [accountId(habits, realm, habits.hasBank ? hasPaid(realm) : undefined)],
    body: { mode: habits.random.pick(MODES), reason: "review" },
  }),
  "account.unfreeze": (habits, realm) => ({ path: [accountId(habits, realm, isFrozen)] }),
  "account.close": (habits, realm) => ({
    path: [accountId(habits, realm, habits.random.chance(0.6) ? isDrained : isEmpty)],
  }),
  "sandbox.platform_freeze.create": (habits, realm) => ({
    body: {
      accountId: accountId(habits, realm),
      mode: habits.random.pick(MODES),
      ...(habits.random.chance(0.3) && { reason: "a private note", wording: "legal_order" }),
    },
  }),
  "sandbox.platform_freeze.lift": (habits, realm) => ({
    path: [accountId(habits, realm, habits.random.chance(0.8) ? isFrozenByPlatform : isFrozen)],
  }),
  "transfer.create": (habits, realm) => ({ body: movement(habits, realm) }),
  "transfer.batch.create": (habits, realm) => {
    const { random } = habits;
    const items = Array.from({ length: 1 + random.below(4) }, () => movement(habits, realm));
    return { body: { items, ...(random.chance(0.5) && { atomic: random.chance(0.7) }) } };
  },
  "transfer.reverse": (habits, realm) => {
    const { random } = habits;
    const isClosed = (accountId: string) => latest(realm.accounts, accountId)?.status === "closed";
    const isOver = ({ sourceAccountId, destinationAccountId }: Transfer) =>
      isClosed(sourceAccountId) || isClosed(destinationAccountId);
    return {
      path: [idOf(habits, realm, "tr", "transfers", random.chance(0.2) ? isOver : isReversible)],
      body: {
        ...(random.chance(0.5) && { amount: amount(habits) }),
        ...(random.chance(0.2) && { currency: currency(habits) }),
        reason: "sent in error",
      },
    };
  },
  "transfer_hold.create": (habits, realm) => {
    const { random } = habits;
    const isLive = realm.environment === "live";
    const from = clockOf(realm, habits.nowMs());
    const inMs = random.chance(habits.hasManyHolds ? 0.01 : 0.06)
      ? -random.below(2_000)
      : 5 + random.below(isLive ? 150 : 60_000);
    return {
      body: {
        ...movement(habits, realm),
        ...(habits.hasManyHolds && random.chance(0.9) && { amount: String(1 + random.below(9)) }),
        expiresAt: new Date(from + inMs).toISOString(),
        ...(random.chance(0.2) && { externalId: externalId(habits) }),
      },
    };
  },
  "transfer_hold.clear": (habits, realm) => ({
    path: [holdToEnd(habits, realm)],
    body: {
      ...(habits.random.chance(0.4) && { amount: amount(habits) }),
      ...(habits.random.chance(0.2) && { currency: currency(habits) }),
    },
  }),
  "transfer_hold.cancel": (habits, realm) => ({ path: [holdToEnd(habits, realm)] }),
  "transfer_hold.expire": (habits, realm) => ({ path: [idOf(habits, realm, "th", "holds")] }),
  "sandbox.account_funding.create": (habits, realm) => ({
    body: funding(habits, realm, accountId(habits, realm)),
  }),
  "platform.account_funding.create": (habits, realm) => {
    const ids = [...realm.accounts.keys()].filter(
      (id) => latest(realm.accounts, id)?.ownerType !== "platform",
    );
    const body = funding(habits, realm, ownId(habits, "acct", ids));
    return { body: { ...body, reason: "arrived at the bank" } };
  },
  "platform.customer.activate": (habits, realm) => ({
    path: [pendingCustomer(habits, realm)],
    body: {
      reason: "seen in person",
      ...(habits.random.chance(0.3) && { kycTier: habits.random.pick(["tier_0", "tier_2"]) }),
    },
  }),
  "sandbox.clock.advance": (habits, realm) => {
    const { random } = habits;
    const isFar =
      (habits.hasVerifications || habits.hasBank) && random.chance(isAtBank(realm) ? 0.8 : 0.5);
    const farMs = isFar ? random.pick([600_000, 2 * DAY_MS, 8 * DAY_MS, 31 * DAY_MS]) : 0;
    const byMs = random.chance(0.1) ? -random.below(90_000) : farMs + random.below(40_000);
    const toldMs = realm.runs.at(-1)?.toMs ?? clockOf(realm, habits.nowMs());
    const at = new Date(toldMs + byMs).toISOString();
    return { body: { productId: productId(habits, realm), at } };
  },
  "sandbox.reset": ({ random }, realm) => {
    const productId = random.chance(0.9) ? realm.productId : "prod_unknown";
    return { body: { productId, confirm: random.chance(0.95) ? productId : "yes" } };
  },
};

const ALL_DRAFTS = {
  ...DRAFTS,
  ...ACCESS_DRAFTS,
  ...BANK_DRAFTS,
  ...VERIFICATION_DRAFTS,
  ...WEBHOOK_DRAFTS,
  ...PROGRAM_DRAFTS,
  ...COLLECTION_DRAFTS,
};

function funding(habits: Habits, realm: Realm, destinationAccountId: string) {
  return {
    destinationAccountId,
    amount: habits.hasLargeAmounts ? LARGEST_AMOUNT : amount(habits),
    currency: currencyOf(habits, realm, destinationAccountId),
    ...(habits.random.chance(0.3) && { externalId: externalId(habits) }),
  };
}

/** A movement, as a rule between two accounts of one currency, from an account that has money. */
function movement(habits: Habits, realm: Realm): Record<string, unknown> {
  const { random } = habits;
  const sourceAccountId = accountId(habits, realm, hasMoney);
  const source = latest(realm.accounts, sourceAccountId);
  const isLike = ({ currency: has }: Account) => has === source?.currency;
  const destinationAccountId = accountId(habits, realm, isLike);
  const isAll = source !== undefined && availableOf(source) > 0n && random.chance(0.2);
  const some = habits.hasLargeAmounts && random.chance(0.8) ? LARGEST_AMOUNT : amount(habits);
  return {
    sourceAccountId,
    destinationAccountId,
    amount: isAll ? String(availableOf(source)) : some,
    currency: currencyOf(habits, realm, sourceAccountId),
    ...(random.chance(0.3) && extras(habits)),
    ...(random.chance(0.1) && { description: "rent" }),
  };
}

/** As a rule an account that fits; else any account, one of another realm, or an unknown id. */
function accountId(habits: Habits, realm: Realm, fits: (account: Account) => boolean = () => true) {
  const isFitting = (account: Account) => account.ownerType !== "platform" && fits(account);
  return idOf(habits, realm, "acct", "accounts", isFitting);
}

/** An id of the realm, because the operator acts wherever an id belongs; or an id that nothing has. */
function ownId({ random }: Habits, prefix: string, ids: readonly string[]): string {
  return ids.length === 0 || random.chance(0.05) ? `${prefix}_unknown` : random.pick(ids);
}

function pendingCustomer(habits: Habits, realm: Realm): string {
  const ids = [...realm.customers.keys()];
  const pending = ids.filter((id) => latest(realm.customers, id)?.status === "pending");
  const isUsual = pending.length > 0 && habits.random.chance(0.7);
  return ownId(habits, "cust", isUsual ? pending : ids);
}

function customerId(habits: Habits, realm: Realm): string {
  return idOf(habits, realm, "cust", "customers");
}

type Kinds = { accounts: Account; customers: Customer; transfers: Transfer; holds: Hold };

function idOf<K extends keyof Kinds>(
  { random, realms }: Habits,
  realm: Realm,
  prefix: string,
  kind: K,
  fits?: (thing: Kinds[K]) => boolean,
): string {
  if (fits !== undefined && random.chance(0.85)) {
    const objects = realm[kind] as unknown as Versions<Kinds[K]>;
    const ids = [...objects.keys()].filter((id) => fits(latest(objects, id) as Kinds[K]));
    if (ids.length > 0) return random.pick(ids);
  }
  const from = random.chance(0.9) ? realm : random.pick(realms());
  const ids = [...from[kind].keys()];
  return ids.length === 0 || random.chance(0.05) ? `${prefix}_unknown` : random.pick(ids);
}

/** The id of a hold to end, preferably of one that is at its deadline. */
function holdToEnd(habits: Habits, realm: Realm): string {
  return idOf(habits, realm, "th", "holds", isDueIn(habits, realm) ?? isReserved);
}

function productId({ random, realms }: Habits, realm: Realm): string {
  return random.chance(0.97) ? realm.productId : random.pick(realms()).productId;
}

function amount({ random }: Habits): string {
  return String(1 + random.below(random.pick([5, 50, 500, 5_000])));
}

function currency({ random }: Habits): string {
  return random.chance(0.75) ? "EUR" : random.pick(CURRENCIES);
}

function currencyOf(habits: Habits, realm: Realm, accountId: string): string {
  const own = latest(realm.accounts, accountId)?.currency;
  return own === undefined || habits.random.chance(0.04) ? currency(habits) : own;
}

function externalId({ random }: Habits): string {
  return `ext-${random.below(5)}`;
}

function extras(habits: Habits): Record<string, unknown> {
  const { random } = habits;
  return {
    ...(random.chance(0.4) && { externalId: externalId(habits) }),
    ...(random.chance(0.1) && { metadata: { note: "é \u{1F600}", "a b": "" } }),
  };
}

function revision({ random }: Habits): Record<string, unknown> {
  return random.chance(0.4) ? { expectedRevision: 1 + random.below(3) } : {};
}

const isReversible = ({ status }: Transfer) => status === "posted";
const isFrozen = ({ status }: Account) => status === "frozen";
const isFrozenByPlatform = ({ freezes }: Account) =>
  freezes.some(({ plane }) => plane === "platform");
const hasMoney = ({ credits, debits }: Account) => credits > debits;
const isDrained = ({ credits, debits }: Account) => credits === debits && credits > 0n;
const isEmpty = ({ credits, debits }: Account) => credits === debits;
