/**
 * Every list of the contract as a row: where the list is, and values for each of its filters with
 * the items that must match. A list or a filter without a row fails in test/api/list_pages.test.ts.
 */
import { ROLES } from "../../src/contract/roles.ts";
import type { Document } from "./client.ts";

/** Ids that the rows need, by the name of the parameter. */
export type Known = Readonly<Record<string, string>>;

/** A value of a filter, and whether an item of the unfiltered list matches. */
export type FilterCase = { value: string; matches(item: Document): boolean };

export type ListRow = {
  /** Parameters that every request of the row has. */
  base?: (known: Known) => Readonly<Record<string, string>>;
  /** Values of the filters, made from all items of the list. */
  filters?: Readonly<Record<string, (known: Known, items: readonly Document[]) => FilterCase[]>>;
  /** The text that orders an ascending list; absent: newest first, by the items' times. */
  ascendingBy?: string;
  /** The values of `ascendingBy` in the order of the list, where it is not that of the texts. */
  order?: readonly string[];
  /** Filters that list the items which the list without filters leaves out; absent: it has all. */
  leftOut?: Readonly<Record<string, string>>;
  /** True: the list has no items as yet. */
  isEmpty?: true;
};

/** Cases for a field: each value that occurs, and values that may not occur. */
function field(name: string, ...more: string[]) {
  return (_: Known, items: readonly Document[]): FilterCase[] =>
    [...new Set([...items.map((item) => item[name]), ...more])]
      .filter((value) => value !== undefined)
      .map(String)
      .map((value) => ({ value, matches: (item) => String(item[name]) === value }));
}

const holdsText = (value: unknown, part: string) =>
  String(value ?? "")
    .toLowerCase()
    .includes(part.toLowerCase());

/** Cases of a search: in these fields, or the id of the first item, or nothing. */
function search(part: string, idName: string, ...fields: string[]) {
  return (_: Known, items: readonly Document[]): FilterCase[] => {
    const id = String(items[0]?.[idName]);
    return [
      { value: part, matches: (item) => fields.some((name) => holdsText(item[name], part)) },
      { value: id, matches: (item) => item[idName] === id },
      { value: "nothing has this text", matches: () => false },
    ];
  };
}

const ofProduct = ({ productId = "" }: Known) => ({ productId });
const between = (item: Document, id: string) =>
  item["sourceAccountId"] === id || item["destinationAccountId"] === id;
const ofAccount = ({ accountId = "", otherId = "", idleId = "" }: Known): FilterCase[] =>
  [accountId, otherId, idleId].map((value) => ({
    value,
    matches: (item) => between(item, value),
  }));
const transferStatus = field("status", "pending", "voided");
const holdStatus = field("status");

const ofActor = (name: "type" | "id", none: string) => (_: Known, items: readonly Document[]) =>
  [...new Set(items.map(({ actor }) => String((actor as Document)[name]))), none].map((value) => ({
    value,
    matches: ({ actor }: Document) => (actor as Document)[name] === value,
  }));

export const LIST_ROWS: Readonly<Record<string, ListRow>> = {
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
  "api_key.list": {
    filters: {
      environment: field("environment"),
      status: field("status", "rolling", "expired"),
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
  "consent.list": {
    base: ofProduct,
    filters: {
      customerId: field("customerId", "cust_none"),
      type: field("type", "data_sharing"),
      status: field("status", "consumed"),
      search: search("no text of theirs", "consentId"),
    },
  },
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
  "customer.consent.list": { filters: { type: field("type"), status: field("status") } },
  "collection.list": {
    base: ofProduct,
    isEmpty: true,
    filters: {
      status: field("status", "collected"),
      search: () => [{ value: "nothing has this text", matches: () => false }],
      customerId: field("customerId", "cust_none"),
      consentId: field("consentId", "cons_none"),
      objectId: field("objectId", "obj_none"),
    },
  },
  "customer.collection.list": {
    isEmpty: true,
    filters: {
      status: field("status", "failed"),
      consentId: field("consentId", "cons_none"),
      objectId: field("objectId", "obj_none"),
    },
  },
  "product.limit.list": { isEmpty: true, filters: { subjectId: field("subjectId", "cust_none") } },
  "product.schedule.list": {
    filters: {
      status: field("status", "failed"),
      kind: field("kind", "loan"),
      objectId: field("objectId", "obj_none"),
      dueBefore: () => [{ value: "2999-01-01T00:00:00Z", matches: () => true }],
      search: (_, items) =>
        ["scheduleId", "objectId"].map((name) => {
          const value = String(items[0]?.[name]);
          return { value, matches: (item) => item[name] === value };
        }),
    },
  },
  "product.clock_run.list": {
    filters: {
      operation: field("operation", "decision.expire"),
      outcome: field("outcome", "refused"),
      objectId: field("objectId", "obj_none"),
    },
  },
  "customer.object.list": { filters: { kind: field("kind", "loan") } },
  "customer.transfer.list": { filters: { status: transferStatus } },
  "decision.list": {
    base: ofProduct,
    filters: {
      status: field("status", "timed_out"),
      objectId: field("objectId", "obj_none"),
      search: (_, items) =>
        ["decisionId", "objectId"].map((name) => {
          const value = String(items[0]?.[name]);
          return { value, matches: (item) => item[name] === value };
        }),
    },
  },
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
  "blueprint.list": {
    filters: { status: field("status"), search: search("GOAL", "blueprintId", "name") },
  },
  "blueprint.version.list": {},
  "build.list": {
    filters: {
      blueprintId: field("blueprintId", "bp_none"),
      search: search("GOAL", "buildId", "name"),
    },
  },
  "composer.template.list": { ascendingBy: "templateId" },
  "event.delivery.list": {},
  "object.account.list": {},
  "object.action.list": { ascendingBy: "action" },
  "object.decision.list": { filters: { status: field("status", "approved") } },
  "object.history.list": {},
  "object.list": {
    filters: {
      state: field("state", "over"),
      subjectId: ({ customerId = "", idleCustomerId = "" }) =>
        [customerId, idleCustomerId].map((value) => ({
          value,
          matches: ({ subject }) => (subject as Document)["id"] === value,
        })),
      field: () =>
        ["1", "2", "3"].map((seats) => ({
          value: `seats:${seats}`,
          matches: ({ fields }) => String((fields as Document)["seats"]) === seats,
        })),
      search: (_, items) =>
        [String(items[0]?.["objectId"]), "ride"].map((value) => ({
          value,
          matches: ({ objectId }) => objectId === value,
        })),
    },
  },
  "object.reference.list": { filters: { direction: field("direction") } },
  "object.schedule.list": { filters: { status: field("status", "failed") } },
  "object.transfer.list": { filters: { status: transferStatus } },
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
  "product.build.list": {},
  "product.noun.list": { ascendingBy: "kind" },
  "product.port.list": { ascendingBy: "port" },
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
  "webhook_endpoint.list": {
    base: ofProduct,
    filters: {
      status: field("status"),
      search: search("shop", "webhookEndpointId", "url", "description"),
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
