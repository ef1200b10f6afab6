/**
 * The facts about a customer. Each fact carries the whole customer as it is afterwards. That a customer
 * was made says that its entity was made too; a fact that brings the customer's access with it, in logs of
 * any age, makes the access's document.
 */
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact, RecordHead } from "../../contract/records/record.ts";
import { accessBroughtBy } from "../customer_access/customer_access_document.ts";
import type { EntityDocument } from "../entity/entity_document.ts";
import type { KycTier } from "../ledger/roles.ts";
import type { CustomerDocument } from "./customer_document.ts";
import type { CustomerState } from "./customer_noun.ts";

export type CustomerEvent =
  | "created"
  | "updated"
  | "activated"
  | "suspended"
  | "reactivated"
  | "closed";

/** In old facts, with the tier that the entity began with, or that the operator had verified. */
export type CustomerInFacts = Omit<CustomerDocument, "entity"> & {
  entity: CustomerDocument["entity"] & { kycTier?: KycTier };
};

export type CustomerFact = {
  kind: `customer.${CustomerEvent}.1`;
  /** The tier counts in old facts that make or activate a customer; in other old facts it is a copy. */
  customer: Omit<CustomerInFacts, "realm">;
  /** The fields in answers that the change has changed, as they were; old facts lack it. */
  previous?: object;
};

export const customerFacts: Record<CustomerFact["kind"], Apply<CustomerState>> = {
  "customer.created.1": (state, fact, head) => {
    put(state, fact, head);
    putEntity(state, fact as CustomerFact, head);
    putAccess(state, fact as CustomerFact, head);
  },
  "customer.updated.1": put,
  "customer.activated.1": (state, fact, head) => {
    put(state, fact, head);
    putTier(state, fact as CustomerFact, head);
    putAccess(state, fact as CustomerFact, head);
  },
  "customer.suspended.1": put,
  "customer.reactivated.1": put,
  "customer.closed.1": put,
};

type Head = Pick<RecordHead, "realm">;

function put({ customers }: CustomerState, fact: Fact, { realm }: Head): void {
  const { customer } = fact as CustomerFact;
  const { kycTier: _ofTheEntity, ...entity } = customer.entity;
  customers.set(customers.keyOf(customer.customerId), { realm, ...customer, entity });
}

function putEntity({ entities }: CustomerState, { customer }: CustomerFact, { realm }: Head): void {
  const { kycTier = "tier_0", ...entity } = customer.entity;
  const { customerId, createdAtMs, changedBy } = customer;
  const made: EntityDocument = {
    realm,
    ...entity,
    customerId,
    status: "active",
    ...standingOf(kycTier),
    createdAtMs,
    updatedAtMs: createdAtMs,
    reachedAtMs: { active: createdAtMs },
    revision: 1,
    changedBy,
  };
  entities.set(entities.keyOf(entity.entityId), made);
}

/** Where the record has a fact of its own about the access, the access stands there already. */
function putAccess(
  { customerAccesses }: CustomerState,
  { customer }: CustomerFact,
  { realm }: Head,
): void {
  const access = accessBroughtBy(customer);
  if (access === undefined) return;
  const key = customerAccesses.keyOf(access.customerAccessId);
  if (customerAccesses.get(realm, key) === undefined)
    customerAccesses.set(key, { realm, ...access });
}

/** Only ever raises the tier. The operator's word stands until somebody says otherwise: the tier has no end. */
function putTier({ entities }: CustomerState, { customer }: CustomerFact, { realm }: Head): void {
  const { kycTier, entityId } = customer.entity;
  const before = entities.byId(realm, entityId);
  if (before === undefined || kycTier === undefined || kycTier <= before.kycTier) return;
  const { kycExpiresAtMs: _ended, ...entity } = before;
  entities.set(entities.keyOf(entityId), {
    ...entity,
    ...standingOf(kycTier),
    updatedAtMs: customer.updatedAtMs,
    revision: entity.revision + 1,
    changedBy: customer.changedBy,
  });
}

function standingOf(kycTier: KycTier): Pick<EntityDocument, "kycTier" | "kycStatus"> {
  return { kycTier, kycStatus: kycTier === "tier_0" ? "not_submitted" : "verified" };
}
