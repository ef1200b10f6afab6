/** The rules of customers and accounts, and of their statuses (platform.md, Account status). */
import { isDeepStrictEqual } from "node:util";
import { changedCustomer, isRevocable, putAccess, refusalOfUse } from "./accesses.ts";
import { isReached } from "./addresses.ts";
import {
  type Access,
  type Account,
  type Customer,
  claim,
  type Freeze,
  type Input,
  isTaken,
  latest,
  type Moment,
  postedOf,
  put,
  type Realm,
  type Texts,
  type Verdict,
} from "./model.ts";

/** Countries that KYC does not serve. */
const UNSERVED = ["BY", "CU", "IR", "KP", "RU", "SY"];
/** Codes that the generator uses and that no country has. */
const NO_COUNTRIES = ["ZZ", "XX"];

/**
 * By role: the type of its owner, and the tier that a customer needs in sandbox and in live (api.md
 * 2.2).
 */
export const ROLES: Readonly<Record<string, { owner: string; sandbox: number; live: number }>> = {
  customer_balance: { owner: "customer", sandbox: 0, live: 1 },
  customer_savings: { owner: "customer", sandbox: 1, live: 1 },
  customer_credit: { owner: "customer", sandbox: 2, live: 2 },
  product_operating: { owner: "product", sandbox: 0, live: 0 },
  product_revenue: { owner: "product", sandbox: 0, live: 0 },
  product_reserve: { owner: "product", sandbox: 0, live: 0 },
  object_balance: { owner: "object", sandbox: 0, live: 0 },
  suspense: { owner: "platform", sandbox: 0, live: 0 },
};

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

export const PARTY_RULES: Readonly<Record<string, Decide>> = {
  "customer.create"(realm, input, moment) {
    const { country, kind } = input.entity as { country: string; kind: string };
    const isTest = input.test ?? realm.environment === "sandbox";
    if (input.productId !== realm.productId) return { code: "resource_not_found" };
    if (isTest && realm.environment === "live") return { code: "operation_environment_invalid" };
    if ([...UNSERVED, ...NO_COUNTRIES].includes(country))
      return { code: "kyc_country_unsupported" };
    if (isTaken(realm, "customer", input.externalId)) return { code: "state_conflict" };
    const customerId = moment.id("cust");
    claim(realm, "customer", input.externalId, customerId);
    const entityId = moment.id("ent");
    const entity = { entityId, customerId, kind, standing: "none" as const, isInReview: false };
    put(realm.entities, entityId, entity, moment);
    return changed(realm, moment, {
      customerId,
      test: isTest,
      ...(isTest ? accessBrought(realm, customerId, moment) : { accessStatus: "none" }),
      tier: 0,
      status: isTest ? "active" : "pending",
      revision: 0,
      ...textsOf(input),
    });
  },
  "customer.update": onCustomer((realm, customer, input, moment) => {
    if (customer.status === "closed") return { code: "customer_status_forbidden" };
    if (isStale(input, customer.revision)) return { code: "state_conflict" };
    if (isTaken(realm, "customer", input.externalId, customer.customerId)) {
      return { code: "state_conflict" };
    }
    claim(realm, "customer", input.externalId, customer.customerId);
    const texts = newTexts(customer, input);
    if (texts === undefined) return { code: undefined, answer: customerAnswer(customer) };
    return changed(realm, moment, { ...customer, ...texts });
  }),
  "platform.customer.activate": onCustomer((realm, customer, { kycTier = "tier_1" }, moment) => {
    if (customer.status !== "pending") return { code: "customer_status_forbidden" };
    const standing = latest(realm.accesses, customer.accessId);
    const isMade = standing === undefined || standing.status === "revoked";
    if (!isMade) putAccess(realm, { ...standing, compliance: "clear", status: "active" }, moment);
    return changed(realm, moment, {
      ...customer,
      ...(isMade ? accessBrought(realm, customer.customerId, moment) : { accessStatus: "active" }),
      status: "active",
      tier: Math.max(customer.tier, Number(kycTier.at(-1))),
    });
  }),
  "customer.suspend": onCustomer((realm, customer, _input, moment) =>
    customer.status === "active"
      ? changed(realm, moment, { ...customer, status: "suspended" })
      : { code: "customer_status_forbidden" },
  ),
  "customer.reactivate": onCustomer((realm, customer, _input, moment) =>
    customer.status === "suspended"
      ? changed(realm, moment, { ...customer, status: "active" })
      : { code: "customer_status_forbidden" },
  ),
  "customer.close": onCustomer((realm, customer, _input, moment) => {
    if (customer.status !== "active" && customer.status !== "suspended") {
      return { code: "customer_status_forbidden" };
    }
    const own = [...realm.accounts.keys()]
      .map((accountId) => latest(realm.accounts, accountId) as Account)
      .filter(({ ownerId, status }) => ownerId === customer.customerId && status !== "closed");
    if (own.some(holdsMoney)) return { code: "account_close_balance_nonzero" };
    if (own.some(({ status }) => status === "frozen")) return { code: "state_conflict" };
    if (own.some(({ accountId }) => isReached(realm, accountId))) {
      return { code: "state_constraint_failed" };
    }
    for (const account of own) changedAccount(realm, moment, { ...account, status: "closed" });
    const access = latest(realm.accesses, customer.accessId);
    const isRevoked = access !== undefined && isRevocable(access);
    if (isRevoked) putAccess(realm, { ...access, status: "revoked" }, moment);
    const accessStatus = isRevoked ? "revoked" : customer.accessStatus;
    return changed(realm, moment, { ...customer, accessStatus, status: "closed" });
  }),
  "account.create"(realm, input, moment) {
    const owner = input.owner as { type: string; id: string };
    const role = input.role as string;
    const rule = ROLES[role] as (typeof ROLES)[string];
    if (input.productId !== realm.productId) return { code: "resource_not_found" };
    if (!["customer", "product", "tenant"].includes(owner.type))
      return { code: "owner_unsupported" };
    if (rule.owner !== owner.type) return { code: "account_role_owner_mismatch" };
    if (owner.type === "customer") {
      const customer = latest(realm.customers, owner.id);
      if (customer === undefined) return { code: "customer_not_found" };
      if (customer.status !== "active") return { code: "customer_status_forbidden" };
      const forbidden = refusalOfUse(realm, customer);
      if (forbidden !== undefined) return { code: forbidden };
      if (rule[realm.environment] > customer.tier) return { code: "kyc_tier_insufficient" };
    } else if (owner.id !== (owner.type === "product" ? realm.productId : realm.tenantId)) {
      return { code: "resource_not_found" };
    }
    if (isTaken(realm, "account", input.externalId)) return { code: "state_conflict" };
    const accountId = moment.id("acct");
    claim(realm, "account", input.externalId, accountId);
    return changedAccount(realm, moment, {
      ...newAccount(accountId, input.currency as string, role),
      ...textsOf(input),
      ownerType: owner.type,
      ownerId: owner.id,
    });
  },
  "account.update": onAccount((realm, account, input, moment) => {
    if (account.status === "closed") return { code: "account_status_forbidden" };
    if (isStale(input, account.revision)) return { code: "state_conflict" };
    if (isTaken(realm, "account", input.externalId, account.accountId)) {
      return { code: "state_conflict" };
    }
    claim(realm, "account", input.externalId, account.accountId);
    const texts = newTexts(account, input);
    if (texts === undefined) return { code: undefined, answer: answerOf(account) };
    return changedAccount(realm, moment, { ...account, ...texts });
  }),
  "account.freeze": onAccount((realm, account, input, moment) =>
    freeze(realm, moment, account, { plane: "tenant", mode: input.mode as Freeze["mode"] }),
  ),
  "account.unfreeze": onAccount((realm, account, _input, moment) => {
    if (isFrozenBy(account, "tenant")) return unfreeze(realm, moment, account, "tenant");
    if (isFrozenBy(account, "platform")) return { code: "account_freeze_plane_forbidden" };
    return { code: "account_status_forbidden" };
  }),
  "account.close": onAccount((realm, account, _input, moment) => {
    if (isFrozenBy(account, "platform")) return { code: "account_freeze_plane_forbidden" };
    if (account.status !== "open") return { code: "account_status_forbidden" };
    if (account.ownerType === "object" && postedOf(account) !== 0n) {
      return { code: "noun_account_not_drained" };
    }
    const owner = realm.program?.objects.get(account.ownerId)?.at(-1)?.value;
    if (owner?.isOver === false) return { code: "state_constraint_failed" };
    if (holdsMoney(account)) return { code: "account_close_balance_nonzero" };
    if (isReached(realm, account.accountId)) return { code: "state_constraint_failed" };
    return changedAccount(realm, moment, { ...account, status: "closed" });
  }),
  "sandbox.platform_freeze.create": onAccount((realm, account, input, moment) =>
    freeze(realm, moment, account, { plane: "platform", mode: input.mode as Freeze["mode"] }),
  ),
  "sandbox.platform_freeze.lift": onAccount((realm, account, _input, moment) =>
    isFrozenBy(account, "platform")
      ? unfreeze(realm, moment, account, "platform")
      : { code: "account_status_forbidden" },
  ),
};

export function newAccount(accountId: string, currency: string, role: string): Account {
  return {
    accountId,
    role,
    currency,
    ownerType: "platform",
    ownerId: "",
    status: "open",
    freezes: [],
    revision: 0,
    metadata: {},
    credits: 0n,
    debits: 0n,
    incoming: 0n,
    held: 0n,
  };
}

/** Stores the account with the next revision. */
export function changedAccount(realm: Realm, moment: Moment, account: Account): Verdict {
  const after = { ...account, revision: account.revision + 1 };
  put(realm.accounts, account.accountId, after, moment);
  return { code: undefined, answer: answerOf(after) };
}

function answerOf(account: Account): Record<string, unknown> {
  const { accountId, status, revision, currency, role, name, externalId, metadata } = account;
  return { accountId, status, revision, currency, role, name, externalId, metadata };
}

function textsOf({ name, externalId, metadata }: Input): Texts {
  return {
    name: name ?? undefined,
    externalId: externalId ?? undefined,
    metadata: { ...(metadata as Texts["metadata"] | undefined) },
  };
}

/**
 * The texts that a PATCH changes; undefined where all of them are so already, which makes no new
 * revision. Metadata is merged: `null` and `""` remove a key, and `null` for the whole removes all.
 */
function newTexts(before: Texts, { name, externalId, metadata }: Input): Texts | undefined {
  const own = { name: before.name, externalId: before.externalId, metadata: before.metadata };
  const after = {
    name: name === undefined ? own.name : (name ?? undefined),
    externalId: externalId === undefined ? own.externalId : (externalId ?? undefined),
    metadata: mergedMetadata(own.metadata, metadata),
  };
  return isDeepStrictEqual(after, own) ? undefined : after;
}

/** The metadata after a PATCH. */
export function mergedMetadata(
  before: Texts["metadata"],
  change: Input["metadata"],
): Texts["metadata"] {
  const merged = new Map(change === null ? [] : Object.entries(before));
  for (const [key, value] of Object.entries(change ?? {})) {
    if (value === null || value === "") merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

function changed(realm: Realm, moment: Moment, customer: Customer): Verdict {
  return { code: undefined, answer: customerAnswer(changedCustomer(realm, moment, customer)) };
}

/** The access that a customer is made or activated with. */
function accessBrought(
  realm: Realm,
  customerId: string,
  moment: Moment,
): Pick<Customer, "accessId" | "accessStatus"> {
  const access: Access = {
    customerAccessId: moment.id("cacc"),
    customerId,
    ports: ["customer"],
    compliance: "clear",
    status: "active",
    revision: 0,
  };
  putAccess(realm, access, moment);
  return { accessId: access.customerAccessId, accessStatus: "active" };
}

/** No answer shows the tier. */
export function customerAnswer({ tier: _, accessId: __, ...customer }: Customer) {
  return customer;
}

/** Adds a freeze, or changes the mode of the freeze of its plane. */
function freeze(realm: Realm, moment: Moment, account: Account, added: Freeze): Verdict {
  const { plane, mode } = added;
  const isSame = account.freezes.some((each) => each.plane === plane && each.mode === mode);
  if (account.status === "closed" || isSame) return { code: "account_status_forbidden" };
  const freezes = [...account.freezes.filter((each) => each.plane !== plane), added];
  return changedAccount(realm, moment, { ...account, status: "frozen", freezes });
}

function unfreeze(realm: Realm, moment: Moment, account: Account, plane: Freeze["plane"]): Verdict {
  const freezes = account.freezes.filter((standing) => standing.plane !== plane);
  const status = freezes.length === 0 ? "open" : "frozen";
  return changedAccount(realm, moment, { ...account, status, freezes });
}

function isFrozenBy({ freezes }: Account, plane: Freeze["plane"]): boolean {
  return freezes.some((standing) => standing.plane === plane);
}

function holdsMoney(account: Account): boolean {
  return postedOf(account) !== 0n || account.held !== 0n || account.incoming !== 0n;
}

function isStale({ expectedRevision }: Input, revision: number): boolean {
  return expectedRevision !== undefined && expectedRevision !== revision;
}

type OnAccount = (realm: Realm, account: Account, input: Input, moment: Moment) => Verdict;
type OnCustomer = (realm: Realm, customer: Customer, input: Input, moment: Moment) => Verdict;

/** A rule on an account of the caller: accounts of the platform are answered as not found. */
function onAccount(rule: OnAccount): Decide {
  return (realm, input, moment) => {
    const account = latest(realm.accounts, input.accountId);
    return account === undefined || account.ownerType === "platform"
      ? { code: "account_not_found" }
      : rule(realm, account, input, moment);
  };
}

function onCustomer(rule: OnCustomer): Decide {
  return (realm, input, moment) => {
    const customer = latest(realm.customers, input.customerId);
    return customer === undefined
      ? { code: "customer_not_found" }
      : rule(realm, customer, input, moment);
  };
}
