/**
 * What a provider is asked and what it says, by version 1 of the published protocol
 * (outbox/PROVIDER.md): the types, and readers that take nothing but what the protocol allows. Whatever
 * a provider sends is a stranger's text: each reader gives the value, rebuilt of known members within
 * their limits, or undefined. Members that the protocol does not know, or not of this kind of request, are left out,
 * whatever they are. The kinds stand in provider_kinds.ts.
 */
import { parseTimestamp } from "../values/timestamp_text.ts";
import { readWebhookUrl, type WebhookUrlRules } from "../values/webhook_url.ts";
import {
  type KindMember,
  type ProviderStatus,
  REQUEST_KINDS,
  type RequestKind,
  statusesOf,
} from "./provider_kinds.ts";
import {
  CURSOR,
  DETAIL,
  isObject,
  isReference,
  isShown,
  isText,
  objectOf,
} from "./provider_texts.ts";
import type { WebhookError } from "./webhook_outcome.ts";

/**
 * The tiers that a provider can name, lowest first: those that there are. The first is the one of an entity of which
 * nothing was verified.
 */
export const PROVIDER_TIERS = ["tier_0", "tier_1", "tier_2", "tier_3"] as const;
export type ProviderTier = (typeof PROVIDER_TIERS)[number];

/** Bytes of an answer's body, and of the body of news. */
export const PROVIDER_BODY_BYTES_MAX = 16_384;
/** Bytes of a page of the provider's book. */
export const PROVIDER_PAGE_BYTES_MAX = 49_152;
/** Effects of one page of the provider's book. */
export const PROVIDER_PAGE_MAX = 100;
/** Fields that one answer or news says something of. */
export const PROVIDER_FIELDS_MAX = 32;
/** Characters of a reference, a news id, one of the details of an address; of a text for people. */
export const PROVIDER_REFERENCE_CHARACTERS_MAX = 128;
export const PROVIDER_TEXT_CHARACTERS_MAX = 500;
/** Characters of the name that an account has, by its bank. */
export const ACCOUNT_NAME_CHARACTERS_MAX = 140;
/** Statuses of an answer that refuse for ever, where the body says so too. */
export const REFUSING_STATUSES: readonly number[] = [400, 403, 409, 422];

/** What is asked: the body of `POST {base}/v1/effects`. */
export type ProviderEffect = {
  /** The provider request's id: the idempotency key. */
  effectId: string;
  kind: RequestKind;
  subject: { type: string; id: string };
  request: Record<string, unknown>;
};

/** What became of one submitted field. */
export type ProviderField = { status: "met" | "rejected"; reason?: string };

/** The members of `details`: what payers are told to pay to an address. */
export const ADDRESS_DETAILS = [
  ...(["iban", "bic", "routingNumber", "accountNumber", "sortCode", "alias"] as const),
];
/** What an address is, as the bank has given it: each a text in the form of the bank. */
export type AddressDetails = Partial<Record<(typeof ADDRESS_DETAILS)[number], string>>;

/** How far an accepted effect is. */
export type ProviderProgress = {
  status: ProviderStatus;
  /** Of a verification: the tier that was attained, where it is another than the one asked for. */
  tier?: ProviderTier;
  /** Why it was rejected, or what is missing: a code. */
  reason?: string;
  /** Of a verification: what became of the fields. */
  fields?: Record<string, ProviderField>;
  /** Of an address that is active. */
  details?: AddressDetails;
  /** Of a payee check with a close match: the name that the account has. Personal data; news never have it. */
  accountName?: string;
  /** Milliseconds UTC. */
  occurredAtMs?: number;
};

export type ProviderAccepted = ProviderProgress & {
  result: "accepted";
  providerReference: string;
  /** Where a person goes on. */
  url?: string;
};
export type ProviderRefused = { result: "refused"; providerCode: string; message: string };
export type ProviderAnswer = ProviderAccepted | ProviderRefused;

/** The name of a document file of an effect: the `webhook-id` and the idempotency key of its request. */
export function providerFileKey(effectId: string, documentId: string): string {
  return `${effectId}_${documentId}`;
}

/** Why it is not known what a provider did. */
export type ProviderFault =
  | WebhookError
  | "invalid_answer"
  /** The answer names a tier that does not exist. */
  | "unknown_tier"
  /** A document file could not be opened here, or is not what its record says: the effect did not go out. */
  | "document_unreadable"
  /** The provider has not taken a document file: the effect did not go out. */
  | "document_not_taken";

/**
 * How one attempt ended. `wasSent`: whether the effect went out in it. A provider that was asked and has
 * it is not sent it again.
 */
export type ProviderAttempt = {
  /** When the attempt began, milliseconds UTC. */
  atMs: number;
  durationMs: number;
  wasSent: boolean;
  /** The last status that came. */
  httpStatus?: number;
} & (
  | ProviderAnswer
  /** `retryAfterMs`: milliseconds UTC before which the provider wants no other attempt. */
  | { result: "unknown"; fault: ProviderFault; retryAfterMs?: number }
);

/** What a provider tells by itself: the body of `POST {base_url}/provider-news/{provider}`. */
export type ProviderNews = ProviderProgress & {
  newsId: string;
  occurredAtMs: number;
  /** Of an entry of a statement by which money has come: the bank's own name of it. No provider tells it over HTTP. */
  arrivedBy?: string;
} & ({ effectId: string } | { providerReference: string });

/** One line of the provider's book. */
export type ProviderBookLine = { effectId: string } & ProviderAnswer;
export type ProviderPage = { effects: ProviderBookLine[]; next?: string };

/** A code of a provider. Rails write theirs in capitals, and so do some banks. */
const CODE = /^[a-z0-9][a-z0-9_.-]{0,63}$/i;
const FIELD = /^[a-zA-Z][a-zA-Z0-9]{0,63}$/;

/** The answer about `effectId`; undefined where the body is none, or is about another. */
export function readProviderAnswer(
  body: Uint8Array,
  effectId: string,
  kind: RequestKind,
  rules: WebhookUrlRules,
): ProviderAnswer | { result: "never_seen" } | undefined {
  const value = objectOf(body);
  if (value?.["effectId"] !== effectId) return undefined;
  if (value["result"] === "never_seen") return { result: "never_seen" };
  return answerOf(value, kind, rules);
}

/**
 * News, where its outcome is a status of one of the kinds; read as news of the first kind that it fits. Which kind of
 * request it is about, its effect says.
 */
export function readProviderNews(
  body: Uint8Array,
  kinds: readonly RequestKind[],
): ProviderNews | undefined {
  const value = objectOf(body);
  const progress = value && firstOf(kinds, (kind) => progressOf(value, kind, "outcome"));
  if (value === undefined || progress?.occurredAtMs === undefined) return undefined;
  const { newsId, effectId, providerReference } = value;
  if (!isReference(newsId)) return undefined;
  const news = { ...progress, newsId, occurredAtMs: progress.occurredAtMs };
  if (effectId !== undefined) return isReference(effectId) ? { ...news, effectId } : undefined;
  return isReference(providerReference) ? { ...news, providerReference } : undefined;
}

/** Why a body is no answer to a request of this kind, where `readProviderAnswer` takes it for none. */
export function faultOfAnswer(
  body: Uint8Array,
  kind: RequestKind,
): "invalid_answer" | "unknown_tier" {
  const value = objectOf(body);
  return value !== undefined && namesUnknownTier(value, kind) ? "unknown_tier" : "invalid_answer";
}

/**
 * A page of the book of a provider that serves these kinds of requests, oldest first. A line does not say of which kind
 * its effect is: it is read as one of the first kind that it fits.
 */
export function readProviderPage(
  body: Uint8Array,
  kinds: readonly RequestKind[],
  rules: WebhookUrlRules,
): ProviderPage | undefined {
  const value = objectOf(body);
  const lines = value?.["effects"];
  if (!Array.isArray(lines) || lines.length > PROVIDER_PAGE_MAX) return undefined;
  const effects: ProviderBookLine[] = [];
  for (const line of lines) {
    const one = isObject(line) ? line : undefined;
    const answer = one && firstOf(kinds, (kind) => answerOf(one, kind, rules));
    const effectId = one?.["effectId"];
    if (answer === undefined || !isReference(effectId)) return undefined;
    effects.push({ effectId, ...answer });
  }
  const next = value?.["next"];
  if (next === undefined) return { effects };
  return isText(next, CURSOR) ? { effects, next } : undefined;
}

/** What is read by the first kind by which anything is. */
function firstOf<T>(
  kinds: readonly RequestKind[],
  read: (kind: RequestKind) => T | undefined,
): T | undefined {
  for (const kind of kinds) {
    const value = read(kind);
    if (value !== undefined) return value;
  }
  return undefined;
}

function answerOf(
  value: Record<string, unknown>,
  kind: RequestKind,
  rules: WebhookUrlRules,
): ProviderAnswer | undefined {
  if (value["result"] === "refused") {
    const { message = "" } = value;
    const providerCode = codeOf(value["providerCode"]);
    if (providerCode === undefined || !isShown(message, PROVIDER_TEXT_CHARACTERS_MAX))
      return undefined;
    return { result: "refused", providerCode, message };
  }
  if (value["result"] !== "accepted") return undefined;
  const { providerReference, url } = value;
  const progress = progressOf(value, kind, "status");
  if (progress === undefined || !isReference(providerReference)) return undefined;
  const accepted = { result: "accepted" as const, providerReference, ...progress };
  if (url === undefined) return accepted;
  const isGood = typeof url === "string" && "target" in readWebhookUrl(url, rules);
  return isGood ? { ...accepted, url } : undefined;
}

function progressOf(
  value: Record<string, unknown>,
  kind: RequestKind,
  name: "status" | "outcome",
): ProviderProgress | undefined {
  const status = statusesOf(kind).find((one) => one === value[name]);
  if (status === undefined || namesUnknownTier(value, kind)) return undefined;
  const { occurredAt } = value;
  const reason = codeOf(value["reason"]);
  if (reason === undefined && value["reason"] !== undefined) return undefined;
  const said = { fields: ofKind(value, kind, "fields"), details: ofKind(value, kind, "details") };
  const fields = said.fields === undefined ? undefined : fieldsOf(said.fields);
  if (said.fields !== undefined && fields === undefined) return undefined;
  const details = said.details === undefined ? undefined : detailsOf(said.details);
  if (said.details !== undefined && details === undefined) return undefined;
  const occurredAtMs = typeof occurredAt === "string" ? parseTimestamp(occurredAt) : undefined;
  if (occurredAt !== undefined && occurredAtMs === undefined) return undefined;
  // News is kept with its request until the answer is known, and a request has nothing personal.
  const accountName = name === "outcome" ? undefined : ofKind(value, kind, "accountName");
  if (accountName !== undefined && !isAccountName(accountName)) return undefined;
  const tier = tierOf(ofKind(value, kind, "tier"));
  return {
    status,
    ...(tier !== undefined && { tier }),
    ...(reason !== undefined && { reason }),
    ...(fields !== undefined && { fields }),
    ...(details !== undefined && { details }),
    ...(isNamed(status) && accountName !== undefined && { accountName }),
    ...(occurredAtMs !== undefined && { occurredAtMs }),
  };
}

/** A member that this kind of request has; undefined where it is absent, or is none of the kind. */
function ofKind(value: Record<string, unknown>, kind: RequestKind, member: KindMember): unknown {
  const { members } = REQUEST_KINDS[kind];
  return (members as readonly string[]).includes(member) ? value[member] : undefined;
}

/** Whether a name of an account is kept beside the status: of the others a bank must not tell it. */
function isNamed(status: ProviderStatus): boolean {
  return status === "close_match";
}

function isAccountName(value: unknown): value is string {
  return isShown(value, ACCOUNT_NAME_CHARACTERS_MAX) && value.trim() !== "";
}

function tierOf(tier: unknown): ProviderTier | undefined {
  return PROVIDER_TIERS.find((one) => one === tier);
}

function namesUnknownTier(value: Record<string, unknown>, kind: RequestKind): boolean {
  const tier = ofKind(value, kind, "tier");
  return tier !== undefined && tierOf(tier) === undefined;
}

function detailsOf(value: unknown): AddressDetails | undefined {
  if (!isObject(value)) return undefined;
  const details: AddressDetails = {};
  for (const name of ADDRESS_DETAILS) {
    const text = value[name];
    if (text === undefined) continue;
    if (!isText(text, DETAIL)) return undefined;
    details[name] = text;
  }
  return details;
}

/** The code in small letters, in which it is kept; undefined where the value is none. */
function codeOf(value: unknown): string | undefined {
  return isText(value, CODE) ? value.toLowerCase() : undefined;
}

function fieldsOf(value: unknown): Record<string, ProviderField> | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length > PROVIDER_FIELDS_MAX) return undefined;
  const fields: [string, ProviderField][] = [];
  for (const [name, field] of entries) {
    if (!FIELD.test(name) || !isObject(field)) return undefined;
    const { status } = field;
    if (status !== "met" && status !== "rejected") return undefined;
    const reason = codeOf(field["reason"]);
    if (reason === undefined && field["reason"] !== undefined) return undefined;
    fields.push([name, { status, ...(reason !== undefined && { reason }) }]);
  }
  return Object.fromEntries(fields);
}
