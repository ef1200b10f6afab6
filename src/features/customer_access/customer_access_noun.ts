/** The customer access as a resource, and the one function that renders it, for replies and reads. */
import { isoTime } from "../../base/iso_time.ts";
import { filter, type ResourceNames } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { Id } from "../../contract/values/formats.ts";
import { declareNoun, type FactOf, type HappeningOf, type StatePartOf } from "../noun.ts";
import { declareReads } from "../resource_reads.ts";
import { statusTransitions } from "../status_transitions.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import {
  CUSTOMER_ACCESS_STATUSES,
  type CustomerAccessDocument,
} from "./customer_access_document.ts";
import { AccessStatus, CustomerAccess } from "./customer_access_schema.ts";

export const customerAccesses = declareNoun<CustomerAccessDocument>()({
  noun: "customer_access",
  plural: "customerAccesses",
  prefix: "cacc",
  readScope: "customer_access:read",
  output: CustomerAccess,
  notFoundCode: "customer_access_not_found",
  notFound: customerAccessNotFound,
  table: { code: LEDGER_TABLE.customerAccess },
  stored: {},
  show: customerAccessResource,
  search: {
    title: ({ ports, status }) => `${ports.join(", ")} ${status}`,
    ids: ({ customerId }) => [customerId],
  },
  indexes: [
    {
      name: "customer_access_by_customer",
      table: LEDGER_TABLE.customerAccessByCustomer,
      textsOf: ({ customerId }) => [customerSuffixOf(customerId)],
    },
  ],
  filters: {
    status: filter(
      described(AccessStatus, "Only accesses in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
    customerId: filter(
      described(Id("cust"), "Only accesses of this customer, revoked ones too."),
      (wanted) =>
        ({ customerId }) =>
          customerId === wanted,
      { table: LEDGER_TABLE.customerAccessByCustomer, textOf: customerSuffixOf },
    ),
  },
  customerIdOf: ({ customerId }) => customerId,
  happenings: {
    created:
      "A customer was enrolled in the Product. A test customer has its access without this event.",
    activated: "An access can be used.",
    suspended: "You suspended an access; it cannot be used until it is resumed.",
    resumed: "A suspended access can be used again.",
    revoked: "An access was revoked, for ever.",
    compliance_changed:
      "Compliance cleared or refused an access; its status shows what follows from that.",
  },
});

/** `customer_access.list` and `customer_access.retrieve`. */
export const [customerAccessList, customerAccessRetrieve] = declareReads(customerAccesses, {
  path: "/customer-accesses",
  list: {
    summary: "List customer accesses",
    description:
      "Revoked and rejected ones too. `search` takes the id of an access or of a customer.",
  },
  retrieve: {
    summary: "Retrieve a customer access",
    description: "The access as it is now, with what compliance says of it.",
  },
});

export type CustomerAccessState = StatePartOf<typeof customerAccesses>;
export type CustomerAccessFact = FactOf<typeof customerAccesses>;
export type CustomerAccessEvent = HappeningOf<typeof customerAccesses>;

function customerSuffixOf(customerId: string): string {
  return customerId.slice("cust_".length);
}

export function customerAccessNotFound(
  customerAccessId: string,
): Refusal<"customer_access_not_found"> {
  return refuse("customer_access_not_found", noSuchHere("cacc", customerAccessId), {
    customerAccessId,
    issues: [
      {
        code: "not_found",
        message: "customerAccessId names no customer access",
        path: ["customerAccessId"],
      },
    ],
  });
}

/** The access in answers. The order of the fields is their order on the wire. */
export function customerAccessResource(
  access: Omit<CustomerAccessDocument, "realm">,
  { productId, environment }: ResourceNames,
): CustomerAccess {
  const { terms, compliance, suspensionReason, revocationReason } = access;
  return {
    customerAccessId: access.customerAccessId,
    productId,
    environment,
    customerId: access.customerId,
    ports: [...access.ports],
    ...(terms !== undefined && { terms: termsShown(terms) }),
    compliance: {
      outcome: compliance.outcome,
      ...(compliance.checkedAtMs !== undefined && { checkedAt: isoTime(compliance.checkedAtMs) }),
    },
    status: access.status,
    ...(suspensionReason !== undefined && { suspensionReason }),
    ...(revocationReason !== undefined && { revocationReason }),
    revision: access.revision,
    createdAt: isoTime(access.createdAtMs),
    updatedAt: isoTime(access.updatedAtMs),
    metadata: access.metadata ?? {},
    actor: actorOfText(access.changedBy),
    statusTransitions: statusTransitions(CUSTOMER_ACCESS_STATUSES, access.reachedAtMs),
  };
}

function termsShown({
  version,
  acceptedAtMs,
  evidence,
}: NonNullable<CustomerAccessDocument["terms"]>): NonNullable<CustomerAccess["terms"]> {
  const acceptedAt = isoTime(acceptedAtMs);
  return { version, acceptedAt, ...(evidence !== undefined && { evidence }) };
}
