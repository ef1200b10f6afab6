/**
 * Decides which requests match the contract, written from the rules of the values (platform.md, Shared
 * value formats and Limits; api.md 2.0): the fields of each operation, and a check for each field.
 */
import { BANK_BODIES, fitsBank } from "./bank_bodies.ts";
import type { Input } from "./model.ts";
import { ROLES } from "./parties.ts";
import { PROGRAM_BODIES, PROGRAM_PATHS } from "./program_bodies.ts";
import {
  amount,
  type Check,
  currency,
  externalId,
  type Fields,
  id,
  isBoolean,
  isObject,
  isPlain,
  length,
  metadata,
  metadataChange,
  mode,
  named,
  oneOf,
  removable,
  revision,
  text,
  timestamp,
} from "./value_checks.ts";

const word = text(/^[a-z][A-Za-z0-9_]{0,39}$/);
/** What a program has named; anything else in a path is an id. */
const isName = (name: string) => name === "kind" || name === "action";

const FUNDING: Fields = {
  destinationAccountId: id,
  amount,
  currency,
  "description?": length(0, 500),
  "metadata?": metadata,
  "externalId?": externalId,
};

const MOVEMENT: Fields = { sourceAccountId: id, ...FUNDING };

/** The addresses that the generator uses, of all that webhooks may be sent to, and loopback. */
export const HOOK_URLS = ["https://shop.example/hooks", "https://8.8.8.8:8443/a?b=c"];
export const LOOPBACK_URL = "http://127.0.0.1:8080/hooks";

/** The types of events that the generator uses. */
export const EVENT_TYPES = [
  "transfer.posted",
  "transfer.failed",
  "account.updated",
  "transfer_hold.expired",
  "webhook_endpoint.ping",
  "webhook_delivery.exhausted",
];

const TARGET = {
  url: oneOf(...HOOK_URLS, LOOPBACK_URL),
  eventTypes: (value: unknown) =>
    Array.isArray(value) &&
    value.length > 0 &&
    new Set(value).size === value.length &&
    value.every(oneOf("*", ...EVENT_TYPES)),
};

const isMovement: Check = (value) => isObject(value, MOVEMENT);

const MOVEMENTS: Check = (value) =>
  Array.isArray(value) && value.length >= 1 && value.length <= 1_000 && value.every(isMovement);

const COMPLIANCE: Fields = { customerAccessId: id, outcome: oneOf("clear", "refuse") };

const OUTCOME = length(1, 64);

/** What a provider is asked for, as a test names it. */
const SUBJECTS = [
  ...["verification", "payout", "beneficiary", "financial_address", "received_credit"],
  "collection",
];

/** The fields of each operation's body; undefined: no body. A field `name?` may be left out. */
export const BODIES: Readonly<Record<string, Fields | undefined>> = {
  "customer.create": {
    productId: id,
    "test?": isBoolean,
    entity: (value) =>
      isObject(value, {
        kind: oneOf("person", "organization"),
        displayName: named(200),
        country: text(/^[A-Z]{2}$/),
      }),
    "metadata?": metadata,
    "externalId?": externalId,
  },
  "customer.update": {
    "metadata?": metadataChange,
    "externalId?": removable(externalId),
    "expectedRevision?": revision,
  },
  "customer.suspend": { reason: named(200) },
  "customer.reactivate": undefined,
  "customer.close": undefined,
  "customer_access.create": {
    productId: id,
    customerId: id,
    "ports?": (value) =>
      Array.isArray(value) &&
      value.length >= 1 &&
      value.length <= 16 &&
      new Set(value).size === value.length &&
      value.every(text(/^[a-z][a-z0-9_]{0,39}$/)),
  },
  "customer_access.activate": undefined,
  "customer_access.suspend": { reason: named(200) },
  "customer_access.resume": undefined,
  "customer_access.revoke": { "reason?": named(200) },
  "sandbox.compliance_outcome.create": COMPLIANCE,
  "platform.compliance_outcome.create": { ...COMPLIANCE, reason: named(500) },
  "entity.kyc.verification.start": { tier: oneOf("tier_1", "tier_2", "tier_3") },
  "entity.kyc.verification.cancel": undefined,
  "sandbox.kyc_outcome.create": { verificationId: id, "entityId?": id, outcome: OUTCOME },
  "sandbox.provider_outcome.create": {
    resource: (value) => isObject(value, { type: oneOf(...SUBJECTS), id }),
    outcome: OUTCOME,
  },
  "sandbox.provider_fault.create": {
    productId: id,
    provider: oneOf("simulator"),
    mode: oneOf("reject", "fail", "timeout"),
    count: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 100,
  },
  "account.create": {
    productId: id,
    role: oneOf(...Object.keys(ROLES)),
    currency,
    owner: (value) => isObject(value, { type: text(/^[a-z_]{1,32}$/), id }),
    "name?": named(120),
    "metadata?": metadata,
    "externalId?": externalId,
  },
  "account.update": {
    "name?": removable(named(120)),
    "metadata?": metadataChange,
    "externalId?": removable(externalId),
    "expectedRevision?": revision,
  },
  "account.freeze": { mode, reason: named(200) },
  "account.unfreeze": undefined,
  "account.close": undefined,
  "transfer.create": MOVEMENT,
  "transfer.batch.create": { items: MOVEMENTS, "atomic?": isBoolean },
  "transfer.reverse": { "amount?": amount, "currency?": currency, reason: named(200) },
  "transfer_hold.create": { ...MOVEMENT, expiresAt: timestamp },
  "transfer_hold.clear": { "amount?": amount, "currency?": currency },
  "transfer_hold.cancel": undefined,
  "transfer_hold.expire": undefined,
  "sandbox.account_funding.create": FUNDING,
  "platform.account_funding.create": { ...FUNDING, reason: named(500) },
  "platform.customer.activate": {
    reason: named(500),
    "kycTier?": oneOf("tier_0", "tier_1", "tier_2", "tier_3"),
  },
  "sandbox.platform_freeze.create": {
    accountId: id,
    mode,
    "reason?": named(200),
    "wording?": oneOf(
      "unspecified",
      "review",
      "legal_order",
      "unusual_activity",
      "information_required",
    ),
  },
  "sandbox.platform_freeze.lift": undefined,
  "webhook_endpoint.create": {
    productId: id,
    ...TARGET,
    "description?": length(0, 500),
    "metadata?": metadata,
  },
  "webhook_endpoint.update": {
    "url?": TARGET.url,
    "eventTypes?": TARGET.eventTypes,
    "description?": removable(length(0, 500)),
    "metadata?": metadataChange,
    "expectedRevision?": revision,
  },
  "webhook_endpoint.enable": undefined,
  "webhook_endpoint.disable": undefined,
  "webhook_endpoint.delete": undefined,
  "webhook_endpoint.ping": undefined,
  "webhook_endpoint.secret.rotate": {
    "overlapSeconds?": (value) =>
      Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 86_400,
  },
  "webhook_endpoint.recover": { "since?": timestamp, "until?": timestamp },
  "webhook_delivery.retry": undefined,
  "event.redeliver": { "webhookEndpointId?": id },
  "sandbox.event.trigger": {
    "productId?": id,
    eventType: oneOf(...EVENT_TYPES),
    "overrides?": isPlain,
  },
  "sandbox.clock.advance": { productId: id, at: timestamp },
  "sandbox.reset": { productId: id, confirm: length(0, Number.POSITIVE_INFINITY) },
  ...BANK_BODIES,
  ...PROGRAM_BODIES,
};

/** A request as a client sends it. */
export type Sent = {
  operation: string;
  /** Values of the path's parameters, in order. */
  path: readonly string[];
  contentType: string;
  /** Text of the body; "" when there is none. */
  body: string;
};

/** The input of a request, or undefined when the request does not match the contract. */
export function inputOf(sent: Sent): Input | undefined {
  const fields = BODIES[sent.operation];
  const names = PROGRAM_PATHS[sent.operation] ?? [pathNameOf(sent.operation), "verificationId"];
  const path: Record<string, unknown> = {};
  for (const [at, value] of sent.path.entries()) {
    const name = names[at] as string;
    if (!(isName(name) ? word : id)(value)) return undefined;
    path[name] = value;
  }
  const body = bodyOf(sent);
  if (body === undefined || !isUsable(body)) return undefined;
  if (!isObject(body, fields ?? {})) return undefined;
  const input = { ...(body as Input), ...path } as Input;
  if (sent.operation === "sandbox.reset" && input.confirm !== input.productId) return undefined;
  if (Date.parse(input.until ?? "") <= Date.parse(input.since ?? "")) return undefined;
  if (!fitsSchema(input) || !fitsBank(sent.operation, input)) return undefined;
  return (input.items ?? [input]).some(isToItself) ? undefined : input;
}

function bodyOf({ body, contentType }: Sent): unknown {
  if (body === "") return {};
  if (contentType !== "application/json") return undefined;
  try {
    const value: unknown = JSON.parse(body);
    // Every body is written without white space, so it is longer only where it repeats a name.
    return JSON.stringify(value).length === body.length ? value : undefined;
  } catch {
    return undefined;
  }
}

/** True where no text, also no name, holds NUL or half of a surrogate pair. */
function isUsable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).flat().every(isUsable);
}

/** True for a movement within one account, which the contract does not allow. */
function isToItself({ sourceAccountId, destinationAccountId }: Input): boolean {
  return sourceAccountId !== undefined && sourceAccountId === destinationAccountId;
}

/** A field of transfers and holds; the generator overrides no other. */
const OVERRIDES: Fields = { "amount?": amount };

/** `null` takes a field away: nothing where the resource has none, and a fault where it must have one. */
function fitsSchema({ eventType = "", overrides = {} }: Input): boolean {
  const hasAmount = eventType.startsWith("transfer");
  const given = Object.entries(overrides).filter(
    ([name, value]) => value !== null || (hasAmount && name === "amount"),
  );
  return given.length === 0 || (hasAmount && isObject(Object.fromEntries(given), OVERRIDES));
}

function pathNameOf(operation: string): string {
  if (operation.startsWith("webhook_endpoint.")) return "webhookEndpointId";
  if (operation.startsWith("webhook_delivery.")) return "webhookDeliveryId";
  if (operation.startsWith("event.")) return "eventId";
  if (operation.startsWith("entity.")) return "entityId";
  if (operation.startsWith("customer_access.")) return "customerAccessId";
  if (operation.startsWith("beneficiary.")) return "beneficiaryId";
  if (operation.startsWith("payout.")) return "payoutId";
  if (operation.startsWith("financial_address.")) return "financialAddressId";
  if (operation.startsWith("received_credit.")) return "receivedCreditId";
  if (/^(platform\.)?customer\./.test(operation)) return "customerId";
  if (operation.startsWith("transfer_hold.")) return "transferHoldId";
  return operation.startsWith("transfer.") ? "transferId" : "accountId";
}
