/**
 * Every list of the contract as a row: where the list is, and values for each of its filters with
 * the items that must match. A list or a filter without a row fails in test/api/list_pages.test.ts.
 */
import { ROLES } from "../../src/contract/roles.ts";
import type { Document } from "./client.ts";
import {
  type FilterCase,
  field,
  holdsText,
  type Known,
  type ListRow,
  ofProduct,
  search,
  transferStatus,
} from "./list_cases.ts";
import { NOUN_CASES } from "./noun_cases.ts";
import { PROGRAM_LIST_ROWS } from "./program_list_table.ts";

const between = (item: Document, id: string) =>
  item["sourceAccountId"] === id || item["destinationAccountId"] === id;
const ofAccount = ({ accountId = "", otherId = "", idleId = "" }: Known): FilterCase[] =>
  [accountId, otherId, idleId].map((value) => ({
    value,
    matches: (item) => between(item, value),
  }));
const holdStatus = field("status");

const ofActor = (name: "type" | "id", none: string) => (_: Known, items: readonly Document[]) =>
  [...new Set(items.map(({ actor }) => String((actor as Document)[name]))), none].map((value) => ({
    value,
    matches: ({ actor }: Document) => (actor as Document)[name] === value,
  }));

export const LIST_ROWS: Readonly<Record<string, ListRow>> = {
  ...PROGRAM_LIST_ROWS,
  ...Object.assign({}, ...NOUN_CASES.map(({ lists }) => lists)),
  "account.list": {
    base: ofProduct,
    filters: {
      status: field("status"),
      currency: field("currency", "CHF"),
      role: field("role", "product_reserve"),
      ownerId: ({ customerId = "", idleCustomerId = "" }) =>
        [customerId, idleCustomerId].map((value) => ({
          value,
          matches: ({ owner }) => (owner as Document)["id"] === value,
        })),
      search: search("purse", "accountId", "name"),
    },
  },
  "account.balance.history.list": {},
  "account.entry.list": {},
  "account.freeze.list": {},
  "account.statement.list": {},
  "account.transfer_hold.list": { filters: { status: holdStatus } },
  "account.transfer.list": { filters: { status: transferStatus } },
  "agent_approval.list": {
    filters: {
      status: field("status", "approved"),
      agentMemberId: field("agentMemberId"),
    },
  },
  "agent_grant.list": {
    filters: {
      status: field("status", "expired"),
      agentMemberId: field("agentMemberId"),
    },
  },
  "agent_member.list": {
    filters: {
      status: field("status"),
      search: search("pay", "agentMemberId", "name"),
    },
  },
  "api_key.list": {
    filters: {
      environment: field("environment"),
      status: field("status", "rolling", "expired"),
      createdByStatus: () =>
        ["active", "removed"].map((value) => ({
          value,
          matches: ({ createdByMember }) =>
            (createdByMember as Document | undefined)?.["status"] === value,
        })),
    },
  },
  "catalog.account_role.list": { ascendingBy: "role" },
  "catalog.capability.list": { ascendingBy: "capability" },
  "catalog.country.list": { ascendingBy: "country" },
  "catalog.currency.list": { ascendingBy: "currency" },
  "catalog.error.list": { ascendingBy: "code" },
  "catalog.event_type.list": { ascendingBy: "type" },
  "catalog.kyc_tier.list": { ascendingBy: "tier" },
  "catalog.operation.list": { ascendingBy: "operation" },
  "catalog.provider.list": { ascendingBy: "provider", isEmpty: true },
  "catalog.scope.list": { ascendingBy: "scope" },
  "customer.list": {
    base: ofProduct,
    filters: {
      status: field("status", "closed"),
      search: (_, items) => [
        ...["ada", "GRACE", "nobody"].map((value) => ({
          value,
          matches: ({ entity }: Document) => holdsText((entity as Document)["displayName"], value),
        })),
        { value: String(items[0]?.["customerId"]), matches: (item) => item === items[0] },
      ],
    },
  },
  "entity.list": {
    base: ofProduct,
    filters: {
      status: field("status", "archived"),
      kycStatus: () =>
        ["not_submitted", "submitted", "verified"].map((value) => ({
          value,
          matches: ({ kyc }) => (kyc as Document)["status"] === value,
        })),
      search: search("hopper", "entityId", "displayName"),
    },
  },
  "entity.kyc.document.list": {},
  "entity.kyc.requirement.list": {
    base: () => ({ tier: "tier_3" }),
    // A tier has what those below it ask for.
    filters: {
      tier: () =>
        ["tier_1", "tier_2", "tier_0"].map((value) => ({
          value,
          matches: ({ tier }) => String(tier) <= value,
        })),
    },
    ascendingBy: "field",
    order: [
      ...["legalName", "dateOfBirth", "address", "email", "phone"],
      ...["taxId", "nationality", "identityDocument"],
      ...["sourceOfFunds", "occupation", "proofOfAddress"],
    ],
  },
  "entity.kyc.verification.list": { filters: { status: field("status", "verified") } },
  "customer_access.list": {
    base: ofProduct,
    filters: {
      status: field("status", "rejected"),
      customerId: ({ customerId = "", idleCustomerId = "" }) =>
        [customerId, idleCustomerId, "cust_none"].map((value) => ({
          value,
          matches: (item) => item["customerId"] === value,
        })),
      search: (_, items) =>
        ["customerAccessId", "customerId"].map((name) => {
          const value = String(items[0]?.[name]);
          return { value, matches: (item) => item[name] === value };
        }),
    },
  },
  "customer.account.list": {
    filters: { status: field("status"), currency: field("currency", "CHF") },
  },
  "customer.activity.list": { filters: { type: field("type", "customer.closed") } },
  "customer.balance.list": {
    ascendingBy: "currency",
    filters: { currency: field("currency", "CHF") },
  },
  "customer.transfer.list": { filters: { status: transferStatus } },
  "developer_log.list": {
    // The requests of the test are in the log too: only those before it are listed.
    base: ({ createdTo = "" }) => ({ createdTo }),
    filters: {
      productId: field("productId"),
      status: field("status", "599"),
      method: field("method", "DELETE"),
      path: (_, items) =>
        [String(items[0]?.["path"]), "/v1/cust", "/v1/nowhere"].map((value) => ({
          value,
          matches: ({ path }) => String(path).startsWith(value),
        })),
      operation: field("operation", "transfer_hold.expire"),
      errorCode: field("errorCode", "not_found"),
      requestId: (_, items) => field("requestId", "none")(_, items.slice(0, 2)),
      apiKeyId: ({ apiKeyId = "" }) =>
        [apiKeyId, "key_none"].map((value) => ({
          value,
          matches: ({ principal }) => (principal as Document)["id"] === value,
        })),
    },
  },
  "event.list": {
    base: ofProduct,
    filters: {
      types: field("type", "transfer_hold.expired"),
      resourceType: () =>
        ["transfer_hold", "customer"].map((value) => ({
          value,
          matches: ({ data }) => ((data as Document)["resource"] as Document)["type"] === value,
        })),
      resourceId: ({ accountId = "", transferId = "" }) =>
        [accountId, transferId, "nothing"].map((value) => ({
          value,
          matches: ({ data }) => ((data as Document)["resource"] as Document)["id"] === value,
        })),
      // The entity of a customer has the same suffix; its account moves no money.
      customerId: ({ idleCustomerId = "", idleId = "" }) => [
        {
          value: idleCustomerId,
          matches: ({ data }) =>
            [idleCustomerId.slice("cust_".length), idleId].some((own) =>
              JSON.stringify(data).includes(own),
            ),
        },
        { value: "cust_00000000000000000000000001", matches: () => false },
      ],
      // Oldest first, so of one item or none.
      afterSequence: (_, items) =>
        items.slice(0, 2).map(({ sequence }) => ({
          value: String(sequence),
          matches: (item) => Number(item["sequence"]) > Number(sequence),
        })),
      // All that was to be delivered is delivered.
      deliverySuccess: () => [
        { value: "true", matches: () => true },
        { value: "false", matches: () => false },
      ],
    },
  },
  "event.delivery.list": {},
  "operation.effect.list": {},
  "operation.list": {
    base: ofProduct,
    filters: {
      operation: field("operation", "nothing.happens"),
      status: field("status", "running"),
      resourceId: ({ accountId = "" }) =>
        [accountId, "nothing"].map((value) => ({
          value,
          matches: ({ resource }) => (resource as Document | undefined)?.["id"] === value,
        })),
      idempotencyKey: (_, items) => field("idempotencyKey")(_, items.slice(0, 2)),
      search: search("hold.c", "operationId", "operation"),
    },
  },
  "personal_access_token.list": {},
  "product.books.entry.list": {},
  "product.fee.list": {},
  "product.list": { filters: { status: field("status", "closed") } },
  "receipt.list": {
    base: ofProduct,
    filters: {
      operation: field("operation", "nothing.happens"),
      outcome: field("outcome"),
      search: search("hold.c", "receiptId", "operation"),
    },
  },
  "session.list": {},
  "tenant.audit_event.list": {
    filters: {
      actorType: ofActor("type", "agent"),
      actorId: ofActor("id", "usr_none"),
      operation: field("operation", "nothing.happens"),
    },
  },
  "tenant.invitation.list": { filters: { status: field("status") } },
  "tenant.member.list": {
    leftOut: { status: "removed" },
    filters: {
      status: field("status"),
      role: () =>
        ROLES.map((value) => ({
          value,
          matches: ({ role, status }) => role === value && status === "active",
        })),
    },
  },
  "tenant.role.list": { ascendingBy: "role", order: ROLES },
  "transfer_hold.list": {
    base: ofProduct,
    filters: {
      status: holdStatus,
      accountId: ofAccount,
      expiresBefore: (_, items) =>
        [...new Set(items.map((item) => String(item["expiresAt"])))].map((value) => ({
          value,
          matches: ({ expiresAt }) => Date.parse(String(expiresAt)) < Date.parse(value),
        })),
      search: search("rent", "transferHoldId", "description"),
    },
  },
  "transfer.list": {
    base: ofProduct,
    filters: {
      accountId: ofAccount,
      status: transferStatus,
      externalId: field("externalId", "nobody's"),
      idempotencyKey: ({ idempotencyKey = "", transferId }) => [
        { value: idempotencyKey, matches: (item) => item["transferId"] === transferId },
      ],
      search: search("part", "transferId", "description", "externalId"),
    },
  },
  "webhook_delivery.list": {
    base: ofProduct,
    filters: {
      webhookEndpointId: field("webhookEndpointId", "whe_none"),
      status: field("status", "pending", "exhausted"),
      // Of an event with one delivery: those of an event are in the order of the endpoints.
      eventId: ({ pingEventId = "" }) =>
        [pingEventId, "evt_none"].map((value) => ({
          value,
          matches: ({ eventId }) => eventId === value,
        })),
    },
  },
};

/** The time of an item that the list is ordered by, and bounded by; undefined where it has none. */
export function timeOf(item: Document): number | undefined {
  const { createdAt, timestamp, startedAt, at, from, date, month, appliedAt } = item as Record<
    string,
    string
  >;
  const text = createdAt ?? timestamp ?? startedAt ?? at ?? from ?? date ?? month ?? appliedAt;
  return text === undefined ? undefined : Date.parse(text);
}
