/**
 * What a provider is asked and what it says, by version 1 of the published protocol
 * (outbox/PROVIDER.md): the types, and readers that take nothing but what the protocol allows. Whatever
 * a provider sends is a stranger's text: each reader gives the value, rebuilt of known members within
 * their limits, or undefined. Members that the protocol does not know are left out.
 */
import { parseTimestamp } from "../values/timestamp_text.ts";
import { readWebhookUrl, type WebhookUrlRules } from "../values/webhook_url.ts";
import type { WebhookError } from "./webhook_outcome.ts";

/** What a provider can do for us, and how far a thing that it accepted can be. */
export const PROVIDER_KINDS = {
  verification: { open: ["processing", "requires_input"], final: ["verified", "rejected"] },
} as const;

/**
 * The tiers that a provider can name, lowest first: those that there are. The first is the one of an entity of which
 * nothing was verified.
 */
export const PROVIDER_TIERS = ["tier_0", "tier_1", "tier_2", "tier_3"] as const;
export type ProviderTier = (typeof PROVIDER_TIERS)[number];

export type ProviderKind = keyof typeof PROVIDER_KINDS;
export type ProviderStatus =
  | (typeof PROVIDER_KINDS)[ProviderKind]["open"][number]
  | (typeof PROVIDER_KINDS)[ProviderKind]["final"][number];

/** Bytes of an answer's body, and of the body of news. */
export const PROVIDER_BODY_BYTES_MAX = 16_384;
/** Bytes of a page of the provider's book. */
export const PROVIDER_PAGE_BYTES_MAX = 49_152;
/** Effects of one page of the provider's book. */
export const PROVIDER_PAGE_MAX = 100;
/** Fields that one answer or news says something of. */
export const PROVIDER_FIELDS_MAX = 32;
/** Characters of a reference, a news id, a code, a text for people. */
export const PROVIDER_REFERENCE_CHARACTERS_MAX = 128;
export const PROVIDER_TEXT_CHARACTERS_MAX = 500;
/** Statuses of an answer that refuse for ever, where the body says so too. */
export const REFUSING_STATUSES: readonly number[] = [400, 403, 409, 422];

/** What is asked: the body of `POST {base}/v1/effects`. */
export type ProviderEffect = {
  /** The provider request's id: the idempotency key. */
  effectId: string;
  kind: ProviderKind;
  subject: { type: string; id: string };
  request: Record<string, unknown>;
};

/** What became of one submitted field. */
export type ProviderField = { status: "met" | "rejected"; reason?: string };

/** How far an accepted effect is. */
export type ProviderProgress = {
  status: ProviderStatus;
  /** The tier that was attained, where it is another than the one asked for. */
  tier?: ProviderTier;
  /** Why it was rejected, or what is missing: a code. */
  reason?: string;
  fields?: Record<string, ProviderField>;
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
} & ({ effectId: string } | { providerReference: string });

/** One line of the provider's book. */
export type ProviderBookLine = { effectId: string } & ProviderAnswer;
export type ProviderPage = { effects: ProviderBookLine[]; next?: string };

/** One visible line: no spaces, no control characters, nothing that breaks a header or a log line. */
const REFERENCE = /^[!-~]{1,128}$/;
const CODE = /^[a-z0-9][a-z0-9_.-]{0,63}$/;
const FIELD = /^[a-zA-Z][a-zA-Z0-9]{0,63}$/;
const CURSOR = /^[\w-]{1,128}$/;

/** The answer about `effectId`; undefined where the body is none, or is about another. */
export function readProviderAnswer(
  body: Uint8Array,
  effectId: string,
  kind: ProviderKind,
  rules: WebhookUrlRules,
): ProviderAnswer | { result: "never_seen" } | undefined {
  const value = objectOf(body);
  if (value?.["effectId"] !== effectId) return undefined;
  if (value["result"] === "never_seen") return { result: "never_seen" };
  return answerOf(value, kind, rules);
}

export function readProviderNews(body: Uint8Array, kind: ProviderKind): ProviderNews | undefined {
  const value = objectOf(body);
  const progress = value === undefined ? undefined : progressOf(value, kind, "outcome");
  if (value === undefined || progress?.occurredAtMs === undefined) return undefined;
  const { newsId, effectId, providerReference } = value;
  if (!isReference(newsId)) return undefined;
  const news = { ...progress, newsId, occurredAtMs: progress.occurredAtMs };
  if (effectId !== undefined) return isReference(effectId) ? { ...news, effectId } : undefined;
  return isReference(providerReference) ? { ...news, providerReference } : undefined;
}

/** Why a body is no answer, where `readProviderAnswer` takes it for none. */
export function faultOfAnswer(body: Uint8Array): "invalid_answer" | "unknown_tier" {
  const value = objectOf(body);
  return value !== undefined && namesUnknownTier(value) ? "unknown_tier" : "invalid_answer";
}

/** A page of the provider's book, oldest first. */
export function readProviderPage(
  body: Uint8Array,
  kind: ProviderKind,
  rules: WebhookUrlRules,
): ProviderPage | undefined {
  const value = objectOf(body);
  const lines = value?.["effects"];
  if (!Array.isArray(lines) || lines.length > PROVIDER_PAGE_MAX) return undefined;
  const effects: ProviderBookLine[] = [];
  for (const line of lines) {
    const one = isObject(line) ? line : undefined;
    const answer = one === undefined ? undefined : answerOf(one, kind, rules);
    const effectId = one?.["effectId"];
    if (answer === undefined || !isReference(effectId)) return undefined;
    effects.push({ effectId, ...answer });
  }
  const next = value?.["next"];
  if (next === undefined) return { effects };
  return isText(next, CURSOR) ? { effects, next } : undefined;
}

/** Whether nothing can follow a status any more. */
export function isFinalStatus(kind: ProviderKind, status: ProviderStatus): boolean {
  return (PROVIDER_KINDS[kind].final as readonly string[]).includes(status);
}

function answerOf(
  value: Record<string, unknown>,
  kind: ProviderKind,
  rules: WebhookUrlRules,
): ProviderAnswer | undefined {
  if (value["result"] === "refused") {
    const { providerCode, message = "" } = value;
    if (!isText(providerCode, CODE) || !isShown(message)) return undefined;
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
  kind: ProviderKind,
  name: "status" | "outcome",
): ProviderProgress | undefined {
  const { reason, fields, occurredAt } = value;
  const status = statusOf(kind, value[name]);
  if (status === undefined || namesUnknownTier(value)) return undefined;
  const tier = tierOf(value);
  if (reason !== undefined && !isText(reason, CODE)) return undefined;
  const read = fields === undefined ? undefined : fieldsOf(fields);
  if (fields !== undefined && read === undefined) return undefined;
  const occurredAtMs = typeof occurredAt === "string" ? parseTimestamp(occurredAt) : undefined;
  if (occurredAt !== undefined && occurredAtMs === undefined) return undefined;
  return {
    status,
    ...(tier !== undefined && { tier }),
    ...(reason !== undefined && { reason }),
    ...(read !== undefined && { fields: read }),
    ...(occurredAtMs !== undefined && { occurredAtMs }),
  };
}

function tierOf({ tier }: Record<string, unknown>): ProviderTier | undefined {
  return PROVIDER_TIERS.find((one) => one === tier);
}

function namesUnknownTier(value: Record<string, unknown>): boolean {
  return value["tier"] !== undefined && tierOf(value) === undefined;
}

function statusOf(kind: ProviderKind, status: unknown): ProviderStatus | undefined {
  const { open, final } = PROVIDER_KINDS[kind];
  return [...open, ...final].find((one) => one === status);
}

function fieldsOf(value: unknown): Record<string, ProviderField> | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length > PROVIDER_FIELDS_MAX) return undefined;
  const fields: [string, ProviderField][] = [];
  for (const [name, field] of entries) {
    if (!FIELD.test(name) || !isObject(field)) return undefined;
    const { status, reason } = field;
    if (status !== "met" && status !== "rejected") return undefined;
    if (reason !== undefined && !isText(reason, CODE)) return undefined;
    fields.push([name, { status, ...(reason !== undefined && { reason }) }]);
  }
  return Object.fromEntries(fields);
}

/** The object that the bytes are in JSON; undefined where they are none, or no UTF-8. */
function objectOf(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isReference(value: unknown): value is string {
  return isText(value, REFERENCE);
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === "string" && form.test(value);
}

/** Text for people: bounded, without control characters. */
function isShown(value: unknown): value is string {
  if (typeof value !== "string" || value.length > PROVIDER_TEXT_CHARACTERS_MAX) return false;
  return !/\p{Cc}|\p{Cs}/u.test(value);
}
