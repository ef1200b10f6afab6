/** For tests: collections that are made by hand, and as the clock makes them, of loans. */
import { accountCreate } from "../../../../src/features/account/account.create.ts";
import { collectionCreate } from "../../../../src/features/collection/collection.create.ts";
import type { CollectionDocument } from "../../../../src/features/collection/collection_document.ts";
import type { Collection } from "../../../../src/features/collection/collection_schema.ts";
import { customerSuspend } from "../../../../src/features/customer/customer.suspend.ts";
import { customerAccessRevoke } from "../../../../src/features/customer_access/customer_access.revoke.ts";
import { customerAccessSuspend } from "../../../../src/features/customer_access/customer_access.suspend.ts";
import type { Input } from "../../../world/input.ts";
import {
  advanceClock,
  at,
  createAccount,
  DAY_MS,
  fund,
  openAccount,
} from "../../../world/parties.ts";
import { type UnknownIds, unknownIds } from "../../../world/rows.ts";
import type { World } from "../../../world/world.ts";
import { consentMade } from "../consent/consents.ts";
import { changeEntity } from "../entity/entities.ts";
import { activeLoan, FIRST_DUE_MS } from "../object/loans.ts";

/**
 * A loan whose first instalment is collected, and whose second fails because the consent is to one collection: after two
 * attempts a third one waits.
 */
export function collectedLoan(world: World) {
  const loan = activeLoan(world, {}, { limits: { maxCount: 1 } });
  advanceClock(world, at(FIRST_DUE_MS + 34 * DAY_MS));
  const [first, second] = [...world.state.collections.values()]
    .filter(({ scheduleId }) => scheduleId !== undefined)
    .sort((one, other) => one.dueAtMs - other.dueAtMs);
  if (first === undefined || second === undefined) throw new Error("there are two collections");
  return { ...loan, customerId: loan.borrower.customerId, first, second };
}

export type Debtor = ReturnType<typeof debtorIn>;

/** A customer with 1,000 in EUR and a consent to collections, and the Product's account that is paid. */
export function debtorIn(world: World, consented: Input = {}) {
  const { accountId: sourceAccountId, owner } = createAccount(world);
  fund(world, sourceAccountId, 1_000n);
  const destinationAccountId = openAccount(world);
  const { consentId } = consentMade(world, { customerId: owner.id, ...consented });
  return { customerId: owner.id, consentId, sourceAccountId, destinationAccountId };
}

/** The input of a collection of 100, due in a day. */
export function collectionDraft(world: World, debtor: Debtor, more: Input = {}) {
  const { productId } = world.principal;
  const { customerId, consentId, sourceAccountId, destinationAccountId } = debtor;
  const parties = { customerId, consentId, sourceAccountId, destinationAccountId };
  return { productId, ...parties, amount: "100", currency: "EUR", dueAt: at(DAY_MS), ...more };
}

export function collectionMade(world: World, debtor: Debtor, more: Input = {}): Collection {
  return world.made(collectionCreate, collectionDraft(world, debtor, more));
}

/** The same, of a new customer. */
export function scheduled(world: World, more: Input = {}, consented: Input = {}) {
  const debtor = debtorIn(world, consented);
  return { ...debtor, collectionId: collectionMade(world, debtor, more).collectionId };
}

/** A collection of more than the customer has, whose attempt has failed. */
export function failed(world: World, more: Input = {}, consented: Input = {}) {
  const made = scheduled(world, { amount: "1001", ...more }, consented);
  advanceClock(world, at(DAY_MS));
  return made;
}

/** The collection as it is stored. */
export function storedCollection(world: World, collectionId: string): CollectionDocument {
  const found = world.state.collections.byId(world.realmOf(world.caller), collectionId);
  if (found === undefined) throw new Error("the collection of a test is there");
  return found;
}

/** The input of a collection of someone else's customer. */
function collectionOf(world: World, caller: Parameters<UnknownIds<never>["create"]>[1]): string {
  const { productId } = caller.principal;
  const consent = consentMade(world, {}, { caller });
  const { customerId, consentId } = consent;
  const owner = { type: "customer", id: customerId };
  const account = { productId, role: "customer_balance", currency: "EUR", owner };
  const { accountId: sourceAccountId } = world.made(accountCreate, account, { caller });
  const destinationAccountId = openAccount(world, { caller });
  const parties = { customerId, consentId, sourceAccountId, destinationAccountId };
  const draft = { productId, ...parties, amount: "1", currency: "EUR", dueAt: at(DAY_MS) };
  return world.made(collectionCreate, draft, { caller }).collectionId;
}

/** Rows with collections that are not the caller's. */
export const UNKNOWN_COLLECTIONS = unknownIds({
  field: "collectionId",
  code: "collection_not_found",
  create: collectionOf,
});

const customerIn = ({ state, realmOf, caller }: World, customerId: string) => {
  const found = state.customers.byId(realmOf(caller), customerId);
  if (found?.access === undefined) throw new Error("a customer of a test has an access");
  return { entityId: found.entity.entityId, customerAccessId: found.access.customerAccessId };
};

type WithCustomer = { world: World; customerId: string };

/** What stands against a customer, by the code that says so. */
export const BARRED = [
  {
    title: "a customer who is suspended",
    given: ({ world, customerId }: WithCustomer) =>
      world.made(customerSuspend, { customerId, reason: "review" }),
    code: "customer_status_forbidden",
    details: { status: "suspended" },
  },
  {
    title: "an entity that is restricted",
    given: ({ world, customerId }: WithCustomer) =>
      changeEntity(world, customerIn(world, customerId).entityId, { status: "restricted" }),
    code: "entity_status_forbidden",
    details: { status: "restricted" },
  },
  {
    title: "an access that is revoked",
    given({ world, customerId }: WithCustomer) {
      const { customerAccessId } = customerIn(world, customerId);
      world.made(customerAccessRevoke, { customerAccessId });
    },
    code: "customer_access_required",
    details: {},
  },
  {
    title: "an access that is suspended",
    given({ world, customerId }: WithCustomer) {
      const { customerAccessId } = customerIn(world, customerId);
      world.made(customerAccessSuspend, { customerAccessId, reason: "review" });
    },
    code: "customer_access_status_forbidden",
    details: { status: "suspended" },
  },
] as const;
