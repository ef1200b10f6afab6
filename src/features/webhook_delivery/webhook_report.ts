/**
 * What the outbox reports, as a fact of the platform's own realm: a record may be about many realms. The
 * report says what was attempted, and this file what that makes of lines and deliveries.
 */
import { type Static, Type } from "@sinclair/typebox";
import { WEBHOOK_ERRORS, type WebhookError } from "../../contract/messages/webhook_outcome.ts";
import type { RecordHead } from "../../contract/records/record.ts";
import {
  ATTEMPTS_KEPT,
  type DeliveryAttempt,
  deliveryKey,
  endpointSuffixOf,
  type WebhookDeliveryDocument,
} from "./webhook_delivery_document.ts";
import {
  noteRecent,
  noteReport,
  setDelivery,
  setLine,
  type WebhookDeliveryState,
} from "./webhook_delivery_state.ts";
import type { WebhookLineDocument } from "./webhook_line.ts";

/** One attempt. An effect that was delivered at once has only its times and its status. */
const ReportedAttempt = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    attempt: Type.Integer({ minimum: 1 }),
    atMs: Type.Integer(),
    durationMs: Type.Integer(),
    httpStatus: Type.Optional(Type.Integer()),
    error: Type.Optional(
      Type.Union((Object.keys(WEBHOOK_ERRORS) as WebhookError[]).map((code) => Type.Literal(code))),
    ),
    responseSnippet: Type.Optional(Type.String()),
    /** Of a first attempt that failed, and of every later one. */
    eventId: Type.Optional(Type.String()),
    status: Type.Union([
      Type.Literal("delivered"),
      Type.Literal("pending"),
      Type.Literal("exhausted"),
    ]),
    nextAttemptAtMs: Type.Optional(Type.Integer()),
    /** False where no other endpoint is told that the delivery is exhausted. */
    isTold: Type.Optional(Type.Literal(false)),
  },
  { additionalProperties: false },
);
export type ReportedAttempt = Static<typeof ReportedAttempt>;

const ReportedLine = Type.Object(
  {
    realm: Type.Integer({ minimum: 1 }),
    webhookEndpointId: Type.String(),
    position: Type.Integer({ minimum: 0 }),
    attempts: Type.Array(ReportedAttempt),
    givesUp: Type.Optional(Type.Union([Type.Literal("gone"), Type.Literal("exhausted")])),
  },
  { additionalProperties: false },
);
export type ReportedLine = Static<typeof ReportedLine>;

export const WebhookReport = Type.Object(
  { lines: Type.Array(ReportedLine) },
  { title: "WebhookReport", additionalProperties: false },
);

export const WEBHOOK_REPORTED = "webhook_delivery.reported.1";
export type WebhookReported = { kind: typeof WEBHOOK_REPORTED; lines: readonly ReportedLine[] };

/** Whether the report still says something: the line is there, and this was not reported before. */
export function isNews(state: WebhookDeliveryState, reported: ReportedLine): boolean {
  const line = state.webhookLines.get(reported.realm, endpointSuffixOf(reported.webhookEndpointId));
  if (line === undefined) return false;
  return (
    reported.position > line.position ||
    reported.attempts.some((attempt) => isNewAttempt(state, line, attempt))
  );
}

/**
 * An attempt that is reported again, because the first report's end was unknown, is not new. The outbox
 * may count from 1 again after attempts that are reported: it saw late that an operator had asked for the
 * delivery, and had attempted it already. So what tells two attempts apart is when each began.
 */
function isNewAttempt(
  state: WebhookDeliveryState,
  { webhookEndpointId, position }: WebhookLineDocument,
  { number, attempt, atMs }: ReportedAttempt,
): boolean {
  const delivery = state.webhookDeliveries.find(deliveryKey(webhookEndpointId, number));
  if (delivery === undefined) return number > position;
  if (delivery.status !== "pending") return false;
  return attempt === delivery.attempt + 1 || delivery.attempts.every((one) => one.atMs !== atMs);
}

/**
 * Whether the attempt had begun before an operator asked for the delivery again, so that its attempts
 * begin anew: within one round no number is left out.
 */
function isOfBefore(delivery: WebhookDeliveryDocument, { attempt }: ReportedAttempt): boolean {
  return delivery.status === "pending" && attempt > delivery.attempt + 1;
}

export function applyReport(
  state: WebhookDeliveryState,
  { lines }: WebhookReported,
  head: RecordHead,
): void {
  const recent = new Map<number, Set<string>>();
  for (const reported of lines) {
    const { realm, webhookEndpointId } = reported;
    const suffix = endpointSuffixOf(webhookEndpointId);
    const before = state.webhookLines.get(realm, suffix);
    if (before === undefined) continue;
    const fresh = reported.attempts.filter((attempt) => isNewAttempt(state, before, attempt));
    for (const attempt of fresh) {
      if (!applyAttempt(state, before, attempt, head)) continue;
      const endpoints = recent.get(realm) ?? new Set();
      recent.set(realm, endpoints.add(webhookEndpointId));
    }
    const after = state.webhookLines.get(realm, suffix) as WebhookLineDocument;
    const position = Math.max(after.position, reported.position);
    // Attempts that were reported before, or belong to a time before the line was opened, end nothing.
    const givesUp = after.isOpen && fresh.length > 0 ? reported.givesUp : undefined;
    const line = { ...after, position, ...(givesUp !== undefined && { givesUp }) };
    setLine(state, line);
    if (position > before.position) noteReport(state, line, head);
  }
  for (const [realm, endpoints] of recent) noteRecent(state, realm, endpoints, head);
}

/** Returns true where the delivery is new. */
function applyAttempt(
  state: WebhookDeliveryState,
  { realm, webhookEndpointId }: WebhookLineDocument,
  reported: ReportedAttempt,
  { place, timeMs }: RecordHead,
): boolean {
  const { number, attempt, atMs, durationMs, eventId = "" } = reported;
  const key = deliveryKey(webhookEndpointId, number);
  const before = state.webhookDeliveries.find(key);
  countAttempt(state, realm, webhookEndpointId, reported);
  if (before === undefined && reported.status === "delivered") return true;
  if (before !== undefined && isOfBefore(before, reported) && reported.status !== "delivered") {
    const attempts = [...before.attempts, attemptOf(reported)].slice(-ATTEMPTS_KEPT);
    setDelivery(state, { ...before, attempts });
    return false;
  }
  const line = state.webhookLines.get(realm, endpointSuffixOf(webhookEndpointId));
  const isCancelled = reported.status === "pending" && line?.isOpen !== true;
  const status = isCancelled ? "cancelled" : reported.status;
  const { nextAttemptAtMs: _past, ...kept } = before ?? {
    realm,
    webhookEndpointId,
    eventId,
    number,
    attempts: [],
    createdAtMs: atMs,
    place,
  };
  const delivery: WebhookDeliveryDocument = {
    ...kept,
    status,
    attempt,
    ...(status === "pending" && { nextAttemptAtMs: reported.nextAttemptAtMs as number }),
    attempts: [...kept.attempts, attemptOf(reported)].slice(-ATTEMPTS_KEPT),
    // What is cancelled by the report was not before it: a recovery looks for what ended when the line was closed.
    updatedAtMs: isCancelled ? timeMs : atMs + durationMs,
    ...(status === "exhausted" && reported.isTold !== false && { isUntold: true }),
  };
  setDelivery(state, delivery);
  return before === undefined;
}

/**
 * Counts an attempt towards the line. Attempts are reported in the order of their events, and not in that of
 * their ends: the line fails since the first failure that ended after the newest success.
 */
function countAttempt(
  state: WebhookDeliveryState,
  realm: number,
  webhookEndpointId: string,
  { status, atMs, durationMs }: ReportedAttempt,
): void {
  const suffix = endpointSuffixOf(webhookEndpointId);
  const line = state.webhookLines.get(realm, suffix) as WebhookLineDocument;
  const { failingSinceMs: before, lastSuccessAtMs = 0, lastFailureAtMs = 0, ...rest } = line;
  const endedMs = atMs + durationMs;
  const isSuccess = status === "delivered";
  const succeededMs = isSuccess ? Math.max(lastSuccessAtMs, endedMs) : lastSuccessAtMs;
  const failedMs = isSuccess ? lastFailureAtMs : Math.max(lastFailureAtMs, endedMs);
  const isNewFailure = !isSuccess && endedMs > succeededMs;
  const firstMs = isNewFailure ? Math.min(before ?? endedMs, endedMs) : before;
  const isFailing = firstMs !== undefined && firstMs > succeededMs;
  setLine(state, {
    ...rest,
    delivered: line.delivered + (isSuccess ? 1 : 0),
    ...(succeededMs > 0 && { lastSuccessAtMs: succeededMs }),
    ...(failedMs > 0 && { lastFailureAtMs: failedMs }),
    ...(isFailing && { failingSinceMs: firstMs }),
  });
}

export function attemptOf(reported: ReportedAttempt): DeliveryAttempt {
  const { atMs, durationMs, httpStatus, error, responseSnippet } = reported;
  return {
    atMs,
    durationMs,
    ...(httpStatus !== undefined && { httpStatus }),
    ...(error !== undefined && { error }),
    ...(responseSnippet !== undefined && { responseSnippet }),
  };
}
