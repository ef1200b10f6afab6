/** The customer as a resource, and the one function that renders it, for replies and reads. */
import { isoTime } from "../../base/iso_time.ts";
import type { Environment } from "../../contract/declare/principal.ts";
import { filter, type Seen } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import type { CustomerAccessState } from "../customer_access/customer_access_noun.ts";
import type { EntityState } from "../entity/entity_state.ts";
import { declareNoun, type HappeningOf, type StatePartOf } from "../noun.ts";
import { declareReads } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { CUSTOMER_STATUSES, type CustomerDocument } from "./customer_document.ts";
import { Customer, CustomerStatus } from "./customer_schema.ts";

export const customers = declareNoun<CustomerDocument>()({
  noun: "customer",
  plural: "customers",
  prefix: "cust",
  readScope: "customers:read",
  output: Customer,
  notFoundCode: "customer_not_found",
  notFound: customerNotFound,
  table: { code: LEDGER_TABLE.customer, version: 2 },
  show: customerResource,
  search: {
    title: ({ entity }) => entity.displayName,
    names: ({ entity }) => [entity.displayName],
    ids: ({ entity }) => [entity.entityId],
  },
  externalId: { table: LEDGER_TABLE.customerExternalId, of: ({ externalId }) => externalId },
  stored: {
    flagged: {
      name: "customer_suspended",
      table: LEDGER_TABLE.customerSuspended,
      isFlagged: ({ status }) => status === "suspended",
    },
  },
  filters: {
    status: filter(
      described(CustomerStatus, "Only customers in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
  },
  customerIdOf: ({ customerId }) => customerId,
  happenings: {
    created: "A customer was created.",
    updated: "The metadata, the external id or the status of the access of a customer changed.",
    activated: "A customer became active, and can have accounts and move money.",
    suspended: "A customer was suspended: its money stands still.",
    reactivated: "A suspended customer is active again.",
    closed: "A customer was closed, for ever.",
  },
});

/** `customer.list` and `customer.retrieve`. */
export const [customerList, customerRetrieve] = declareReads(customers, {
  path: "/customers",
  list: {
    summary: "List customers",
    description:
      "`search` looks in display name and external id, whatever the case, and takes a customer or entity id.",
  },
  retrieve: {
    summary: "Read a customer",
    description: "The customer as it is now, closed ones too.",
  },
});

export type CustomerState = EntityState & CustomerAccessState & StatePartOf<typeof customers>;
export type CustomerEvent = HappeningOf<typeof customers>;

/** A customer as a snapshot shows it, with the realm that the customer was found in. */
export type SeenCustomer = Seen<CustomerDocument>;

export function customerNotFound(customerId: string): Refusal<"customer_not_found"> {
  const message = noSuchHere("cust", customerId);
  return refuse("customer_not_found", message, {
    customerId,
    issues: [{ code: "not_found", message: "customerId names no customer", path: ["customerId"] }],
  });
}

/** The customer in answers. The order of the fields is their order on the wire. */
export function customerResource(
  customer: Omit<CustomerDocument, "realm">,
  { productId, environment }: { productId: string; environment: Environment },
): Customer {
  const { entityId, kind, displayName, country } = customer.entity;
  const { suspensionReason, externalId } = customer;
  return {
    customerId: customer.customerId,
    productId,
    environment,
    test: customer.test,
    entity: { entityId, kind, displayName, country },
    status: customer.status,
    ...(suspensionReason !== undefined && { suspensionReason }),
    accessStatus: customer.access?.status ?? "none",
    revision: customer.revision,
    createdAt: isoTime(customer.createdAtMs),
    updatedAt: isoTime(customer.updatedAtMs),
    metadata: customer.metadata ?? {},
    ...(externalId !== undefined && { externalId }),
    actor: actorOfText(customer.changedBy),
    statusTransitions: statusTransitionsOf(customer.reachedAtMs),
  };
}

function statusTransitionsOf(reachedAtMs: CustomerDocument["reachedAtMs"]): Record<string, string> {
  const transitions: Record<string, string> = {};
  for (const status of CUSTOMER_STATUSES) {
    const atMs = reachedAtMs[status];
    if (atMs !== undefined) transitions[`${status}At`] = isoTime(atMs);
  }
  return transitions;
}
