/**
 * Random requests of clients, on objects that exist, that belong to another tenant, or that never
 * existed. Most requests are correct, some are mistaken, and some are hostile.
 */
import { hostile } from "./hostile.ts";
import {
  type Account,
  availableOf,
  type Customer,
  clockOf,
  type Hold,
  latest,
  type Scope,
  type Transfer,
  type Versions,
} from "./model/model.ts";
import { CURRENCIES, type Sent } from "./model/validity.ts";
import type { Random } from "./random.ts";

export type Habits = {
  random: Random;
  nowMs: () => number;
  /** All scopes, as a source of ids that belong to others. */
  scopes(): readonly Scope[];
  /** Amounts come near the largest balance. */
  hasLargeAmounts: boolean;
  /** Many holds are left to the clock, which is advanced often and far. */
  hasManyHolds: boolean;
  /** The probability that a request is hostile, 0 to 1. */
  hostility: number;
};

type Draft = { path?: string[]; body?: Record<string, unknown> };

/** A usual time from a client to the shard, milliseconds. */
const REQUEST_MS = 3;
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

const WEIGHTS: readonly (readonly [number, string])[] = [
  [3, "customer.create"],
  [5, "account.create"],
  [22, "transfer.create"],
  [8, "transfer.batch.create"],
  [8, "transfer.reverse"],
  [12, "transfer_hold.create"],
  [9, "transfer_hold.clear"],
  [5, "transfer_hold.cancel"],
  [0.3, "transfer_hold.expire"],
  [6, "sandbox.account_funding.create"],
  [3.5, "sandbox.clock.advance"],
  [0.6, "sandbox.reset"],
  [3, "account.freeze"],
  [4, "account.unfreeze"],
  [3, "account.close"],
  [2, "account.update"],
  [2, "sandbox.platform_freeze.create"],
  [3, "sandbox.platform_freeze.lift"],
  [2, "customer.update"],
  [1.5, "customer.suspend"],
  [2, "customer.reactivate"],
  [2.5, "customer.close"],
];

/** Other weights where many holds are left to the clock. */
const MANY_HOLDS: Readonly<Record<string, number>> = {
  "transfer_hold.create": 60,
  "transfer_hold.clear": 6,
  "transfer_hold.cancel": 6,
  "sandbox.clock.advance": 30,
};
const MANY_HOLDS_WEIGHTS = WEIGHTS.map(
  ([weight, operation]) => [MANY_HOLDS[operation] ?? weight, operation] as const,
);

const BY_OPERATOR = ["platform.account_funding.create", "platform.customer.activate"];

/** Operations that callers try close to a hold's deadline, when the clock may be late. */
const HOLD_ENDS = ["transfer_hold.clear", "transfer_hold.cancel"];

/** The next request of a client of `scope`. */
export function nextRequest(habits: Habits, scope: Scope): Sent {
  const { random } = habits;
  const operation = nextOperation(habits, scope);
  const draft = (DRAFTS[operation] as (typeof DRAFTS)[string])(habits, scope);
  const sent: Sent = {
    operation,
    path: draft.path ?? [],
    contentType: "application/json",
    body: draft.body === undefined ? "" : JSON.stringify(draft.body),
  };
  return random.chance(habits.hostility) ? hostile(random, sent) : sent;
}

function nextOperation(habits: Habits, scope: Scope): string {
  const { random } = habits;
  if (scope.customers.size < 1) return "customer.create";
  if (scope.runs.length > 0 && random.chance(0.34)) {
    return random.chance(0.12) ? "sandbox.reset" : "sandbox.clock.advance";
  }
  if (random.chance(scope.environment === "live" ? 0.14 : 0.01)) return random.pick(BY_OPERATOR);
  if (scope.wasReset && scope.accounts.size < 3 && random.chance(0.6)) return "account.create";
  if (isDueIn(habits, scope) !== undefined && random.chance(0.5)) return random.pick(HOLD_ENDS);
  return random.weighted(habits.hasManyHolds ? MANY_HOLDS_WEIGHTS : WEIGHTS);
}

const DRAFTS: Readonly<Record<string, (habits: Habits, scope: Scope) => Draft>> = {
  "customer.create": (habits, scope) => {
    const { random } = habits;
    const isLive = scope.environment === "live";
    const test = random.weighted([
      [6, undefined],
      [isLive ? 1 : 2, true],
      [isLive ? 2 : 0.5, false],
    ]);
    return {
      body: {
        productId: productId(habits, scope),
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
  "customer.update": (habits, scope) => ({
    path: [customerId(habits, scope)],
    body: { ...extras(habits), ...revision(habits) },
  }),
  "customer.suspend": (habits, scope) => ({
    path: [customerId(habits, scope)],
    body: { reason: "review" },
  }),
  "customer.reactivate": (habits, scope) => ({ path: [customerId(habits, scope)] }),
  "customer.close": (habits, scope) => {
    const accounts = [...scope.accounts.values()].map((versions) => versions.at(-1)?.value);
    const isPoor = ({ customerId: id }: Customer) =>
      accounts.every((account) => account?.ownerId !== id || account.credits === account.debits);
    return { path: [idOf(habits, scope, "cust", "customers", isPoor)] };
  },
  "account.create": (habits, scope) => {
    const { random } = habits;
    const role = random.pick(random.chance(0.8) ? ROLES : ODD_ROLES);
    const own = role.startsWith("customer") ? "customer" : "product";
    const type = random.weighted([
      [12, own],
      [1, "tenant"],
      [0.7, "object"],
      [0.5, "product"],
    ]);
    const id = type === "customer" ? customerId(habits, scope) : productId(habits, scope);
    return {
      body: {
        productId: productId(habits, scope),
        role,
        currency: currency(habits),
        owner: { type, id },
        ...extras(habits),
      },
    };
  },
  "account.update": (habits, scope) => ({
    path: [accountId(habits, scope)],
    body: { name: "savings", ...extras(habits), ...revision(habits) },
  }),
  "account.freeze": (habits, scope) => ({
    path: [accountId(habits, scope)],
    body: { mode: habits.random.pick(MODES), reason: "review" },
  }),
  "account.unfreeze": (habits, scope) => ({ path: [accountId(habits, scope, isFrozen)] }),
  "account.close": (habits, scope) => ({
    path: [accountId(habits, scope, habits.random.chance(0.6) ? isDrained : isEmpty)],
  }),
  "sandbox.platform_freeze.create": (habits, scope) => ({
    body: {
      accountId: accountId(habits, scope),
      mode: habits.random.pick(MODES),
      ...(habits.random.chance(0.3) && { reason: "a private note", wording: "legal_order" }),
    },
  }),
  "sandbox.platform_freeze.lift": (habits, scope) => ({
    path: [accountId(habits, scope, isFrozen)],
  }),
  "transfer.create": (habits, scope) => ({ body: movement(habits, scope) }),
  "transfer.batch.create": (habits, scope) => {
    const { random } = habits;
    const items = Array.from({ length: 1 + random.below(4) }, () => movement(habits, scope));
    return { body: { items, ...(random.chance(0.5) && { atomic: random.chance(0.7) }) } };
  },
  "transfer.reverse": (habits, scope) => {
    const { random } = habits;
    const isClosed = (accountId: string) => latest(scope.accounts, accountId)?.status === "closed";
    const isOver = ({ sourceAccountId, destinationAccountId }: Transfer) =>
      isClosed(sourceAccountId) || isClosed(destinationAccountId);
    return {
      path: [idOf(habits, scope, "tr", "transfers", random.chance(0.2) ? isOver : isReversible)],
      body: {
        ...(random.chance(0.5) && { amount: amount(habits) }),
        ...(random.chance(0.2) && { currency: currency(habits) }),
        reason: "sent in error",
      },
    };
  },
  "transfer_hold.create": (habits, scope) => {
    const { random } = habits;
    const isLive = scope.environment === "live";
    const from = clockOf(scope, habits.nowMs());
    const inMs = random.chance(habits.hasManyHolds ? 0.01 : 0.06)
      ? -random.below(2_000)
      : 5 + random.below(isLive ? 150 : 60_000);
    return {
      body: {
        ...movement(habits, scope),
        ...(habits.hasManyHolds && random.chance(0.9) && { amount: String(1 + random.below(9)) }),
        expiresAt: new Date(from + inMs).toISOString(),
        ...(random.chance(0.2) && { externalId: externalId(habits) }),
      },
    };
  },
  "transfer_hold.clear": (habits, scope) => ({
    path: [holdToEnd(habits, scope)],
    body: {
      ...(habits.random.chance(0.4) && { amount: amount(habits) }),
      ...(habits.random.chance(0.2) && { currency: currency(habits) }),
    },
  }),
  "transfer_hold.cancel": (habits, scope) => ({ path: [holdToEnd(habits, scope)] }),
  "transfer_hold.expire": (habits, scope) => ({ path: [idOf(habits, scope, "th", "holds")] }),
  "sandbox.account_funding.create": (habits, scope) => ({
    body: funding(habits, scope, accountId(habits, scope)),
  }),
  "platform.account_funding.create": (habits, scope) => {
    const ids = [...scope.accounts.keys()].filter(
      (id) => latest(scope.accounts, id)?.ownerType !== "platform",
    );
    const body = funding(habits, scope, ownId(habits, "acct", ids));
    return { body: { ...body, reason: "arrived at the bank" } };
  },
  "platform.customer.activate": (habits, scope) => ({
    path: [pendingCustomer(habits, scope)],
    body: {
      reason: "seen in person",
      ...(habits.random.chance(0.3) && { kycTier: habits.random.pick(["tier_0", "tier_2"]) }),
    },
  }),
  "sandbox.clock.advance": (habits, scope) => {
    const { random } = habits;
    const byMs = random.chance(0.1) ? -random.below(90_000) : random.below(40_000);
    const toldMs = scope.runs.at(-1)?.toMs ?? clockOf(scope, habits.nowMs());
    const at = new Date(toldMs + byMs).toISOString();
    return { body: { productId: productId(habits, scope), at } };
  },
  "sandbox.reset": ({ random }, scope) => {
    const productId = random.chance(0.9) ? scope.productId : "prod_unknown";
    return { body: { productId, confirm: random.chance(0.95) ? productId : "yes" } };
  },
};

function funding(habits: Habits, scope: Scope, destinationAccountId: string) {
  return {
    destinationAccountId,
    amount: habits.hasLargeAmounts ? LARGEST_AMOUNT : amount(habits),
    currency: currencyOf(habits, scope, destinationAccountId),
    ...(habits.random.chance(0.3) && { externalId: externalId(habits) }),
  };
}

/** A movement, as a rule between two accounts of one currency, from an account that has money. */
function movement(habits: Habits, scope: Scope): Record<string, unknown> {
  const { random } = habits;
  const sourceAccountId = accountId(habits, scope, hasMoney);
  const source = latest(scope.accounts, sourceAccountId);
  const isLike = ({ currency: has }: Account) => has === source?.currency;
  const destinationAccountId = accountId(habits, scope, isLike);
  const isAll = source !== undefined && availableOf(source) > 0n && random.chance(0.2);
  const some = habits.hasLargeAmounts && random.chance(0.8) ? LARGEST_AMOUNT : amount(habits);
  return {
    sourceAccountId,
    destinationAccountId,
    amount: isAll ? String(availableOf(source)) : some,
    currency: currencyOf(habits, scope, sourceAccountId),
    ...(random.chance(0.3) && extras(habits)),
    ...(random.chance(0.1) && { description: "rent" }),
  };
}

/** As a rule an account that fits; else any account, one of another scope, or an unknown id. */
function accountId(habits: Habits, scope: Scope, fits: (account: Account) => boolean = () => true) {
  const isFitting = (account: Account) => account.ownerType !== "platform" && fits(account);
  return idOf(habits, scope, "acct", "accounts", isFitting);
}

/** An id of the scope, because the operator acts wherever an id belongs; or an id that nothing has. */
function ownId({ random }: Habits, prefix: string, ids: readonly string[]): string {
  return ids.length === 0 || random.chance(0.05) ? `${prefix}_unknown` : random.pick(ids);
}

function pendingCustomer(habits: Habits, scope: Scope): string {
  const ids = [...scope.customers.keys()];
  const pending = ids.filter((id) => latest(scope.customers, id)?.status === "pending");
  const isUsual = pending.length > 0 && habits.random.chance(0.7);
  return ownId(habits, "cust", isUsual ? pending : ids);
}

function customerId(habits: Habits, scope: Scope): string {
  return idOf(habits, scope, "cust", "customers");
}

type Kinds = { accounts: Account; customers: Customer; transfers: Transfer; holds: Hold };

function idOf<K extends keyof Kinds>(
  { random, scopes }: Habits,
  scope: Scope,
  prefix: string,
  kind: K,
  fits?: (thing: Kinds[K]) => boolean,
): string {
  if (fits !== undefined && random.chance(0.85)) {
    const objects = scope[kind] as unknown as Versions<Kinds[K]>;
    const ids = [...objects.keys()].filter((id) => fits(latest(objects, id) as Kinds[K]));
    if (ids.length > 0) return random.pick(ids);
  }
  const from = random.chance(0.9) ? scope : random.pick(scopes());
  const ids = [...from[kind].keys()];
  return ids.length === 0 || random.chance(0.05) ? `${prefix}_unknown` : random.pick(ids);
}

/** The id of a hold to end, preferably of one that is at its deadline. */
function holdToEnd(habits: Habits, scope: Scope): string {
  return idOf(habits, scope, "th", "holds", isDueIn(habits, scope) ?? isReserved);
}

/** Recognises holds whose deadline passes before a request arrives; undefined when there are none. */
function isDueIn(habits: Habits, scope: Scope): ((hold: Hold) => boolean) | undefined {
  const soonMs = clockOf(scope, habits.nowMs()) + REQUEST_MS;
  const isDue = (hold: Hold) => isReserved(hold) && hold.expiresAtMs <= soonMs;
  const ids = [...scope.holds.keys()];
  return ids.some((id) => isDue(latest(scope.holds, id) as Hold)) ? isDue : undefined;
}

function productId({ random, scopes }: Habits, scope: Scope): string {
  return random.chance(0.97) ? scope.productId : random.pick(scopes()).productId;
}

function amount({ random }: Habits): string {
  return String(1 + random.below(random.pick([5, 50, 500, 5_000])));
}

function currency({ random }: Habits): string {
  return random.chance(0.75) ? "EUR" : random.pick(CURRENCIES);
}

function currencyOf(habits: Habits, scope: Scope, accountId: string): string {
  const own = latest(scope.accounts, accountId)?.currency;
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

const isReserved = ({ status }: Hold) => status === "reserved";
const isReversible = ({ status }: Transfer) => status === "posted";
const isFrozen = ({ status }: Account) => status === "frozen";
const hasMoney = ({ credits, debits }: Account) => credits > debits;
const isDrained = ({ credits, debits }: Account) => credits === debits && credits > 0n;
const isEmpty = ({ credits, debits }: Account) => credits === debits;
