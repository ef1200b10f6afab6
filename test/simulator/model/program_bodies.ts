/** The fields of requests about objects, decisions and consents (api.md 2.0). */
import {
  amount,
  currency,
  type Fields,
  id,
  isObject,
  isPlain,
  named,
  oneOf,
  revision,
  text,
  timestamp,
} from "./value_checks.ts";

const EVIDENCE: Fields = {
  method: oneOf("api", "browser", "provider_mandate"),
  "acceptedAt?": timestamp,
  "textDigest?": text(/^sha256:[0-9a-f]{64}$/),
};
const PROVEN: Fields = {
  method: oneOf("api", "browser", "provider_mandate"),
  acceptedAt: timestamp,
  textDigest: text(/^sha256:[0-9a-f]{64}$/),
};
const LIMITS: Fields = {
  "maxAmount?": amount,
  "maxTotal?": amount,
  "currency?": currency,
  "period?": oneOf("P1D", "P1W", "P1M"),
  "maxCount?": (value) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 1_000_000,
};

/** References have the characters of SEPA, no space or slash at an end, and no two slashes after one another. */
const MANDATE: Fields = {
  beneficiaryId: id,
  "reference?": text(/^(?=.{1,35}$)[A-Za-z0-9?:().,'+-](?: *(?:\/ *)?[A-Za-z0-9?:().,'+-])*$/),
};

export const PROGRAM_BODIES: Readonly<Record<string, Fields | undefined>> = {
  "object.create": { fields: isPlain, "onBehalfOf?": id },
  "object.action.call": { "input?": isPlain, "onBehalfOf?": id, "expectedRevision?": revision },
  "decision.resolve": { outcome: oneOf("approve", "decline"), "reason?": named(500) },
  "consent.create": {
    productId: id,
    customerId: id,
    type: oneOf("collection", "data_sharing", "terms"),
    "accountId?": id,
    "mandate?": (value) => isObject(value, MANDATE),
    "limits?": (value) => isObject(value, LIMITS),
    "expiresAt?": timestamp,
    evidence: (value) => isObject(value, EVIDENCE),
  },
  "consent.confirm": { evidence: (value) => isObject(value, PROVEN) },
  "consent.reject": undefined,
  "consent.revoke": { reason: named(500) },
  "collection.create": {
    productId: id,
    customerId: id,
    consentId: id,
    "sourceAccountId?": id,
    destinationAccountId: id,
    amount,
    currency,
    dueAt: timestamp,
  },
  "collection.collect": undefined,
  "collection.confirm": { transferId: id },
  "collection.retry": { "dueAt?": timestamp },
  "collection.cancel": { reason: named(500) },
};

/** What the parameters of their paths are called. */
export const PROGRAM_PATHS: Readonly<Record<string, readonly string[]>> = {
  "object.create": ["productId", "kind"],
  "object.action.call": ["productId", "kind", "objectId", "action"],
  "decision.resolve": ["decisionId"],
  "consent.confirm": ["consentId"],
  "consent.reject": ["consentId"],
  "consent.revoke": ["consentId"],
  "collection.collect": ["collectionId"],
  "collection.confirm": ["collectionId"],
  "collection.retry": ["collectionId"],
  "collection.cancel": ["collectionId"],
};
