/** What a report makes of the deliveries of an endpoint (platform.md, Webhook delivery). */
import { set, show } from "./endpoints.ts";
import type { Attempted, Delivery, DeliveryLine } from "./model.ts";

/** One attempt in a report. */
export type ReportedAttempt = Attempted & {
  number: number;
  attempt: number;
  eventId?: string;
  status: "delivered" | "pending" | "exhausted";
  nextAttemptAtMs?: number;
  isTold?: false;
};

/** What a report says of one endpoint. */
export type ReportedLine = {
  realm: number;
  webhookEndpointId: string;
  position: number;
  attempts: readonly ReportedAttempt[];
  givesUp?: "gone" | "exhausted";
};

const ATTEMPTS_KEPT = 16;

/** Whether the report says something that was not reported before. */
export function isNews(line: DeliveryLine, { position, attempts }: ReportedLine): boolean {
  return position > line.position || attempts.some((attempt) => isNewAttempt(line, attempt));
}

/**
 * An attempt is new where the delivery waits for it, or for another one and it is not among its attempts:
 * the outbox may have counted on, or from 1 again, when somebody asked for the delivery.
 */
export function isNewAttempt(line: DeliveryLine, reported: ReportedAttempt): boolean {
  const { number, attempt, atMs } = reported;
  const delivery = line.deliveries.get(number);
  if (delivery === undefined) return number > line.position;
  if (delivery.status !== "pending") return false;
  return attempt === delivery.attempt + 1 || delivery.attempts.every((one) => one.atMs !== atMs);
}

/** Attempts have numbers without a gap, but after somebody asked for the delivery, which begins anew. */
function isOfBefore({ attempt }: Delivery, reported: ReportedAttempt): boolean {
  return reported.attempt > attempt + 1;
}

/** Frame and time of the report's record. */
type ReportedAt = { frame: number; timeMs: number };

export function applyReport(line: DeliveryLine, reported: ReportedLine, at: ReportedAt): void {
  const fresh = reported.attempts.filter((attempt) => isNewAttempt(line, attempt));
  for (const attempt of fresh) applyAttempt(line, attempt, at);
  line.position = Math.max(line.position, reported.position);
  if (line.isOpen && fresh.length > 0) line.givesUp = reported.givesUp ?? line.givesUp;
}

function applyAttempt(
  line: DeliveryLine,
  reported: ReportedAttempt,
  { frame, timeMs }: ReportedAt,
): void {
  const { number, attempt, status, atMs, durationMs, httpStatus, error } = reported;
  const endedMs = atMs + durationMs;
  if (status === "delivered") {
    line.delivered++;
    line.lastSuccessAtMs = Math.max(line.lastSuccessAtMs ?? 0, endedMs);
    if ((line.failingSinceMs ?? 0) <= line.lastSuccessAtMs) line.failingSinceMs = undefined;
  } else {
    line.lastFailureAtMs = Math.max(line.lastFailureAtMs ?? 0, endedMs);
    const isOver = endedMs <= (line.lastSuccessAtMs ?? 0);
    if (!isOver) line.failingSinceMs = Math.min(line.failingSinceMs ?? endedMs, endedMs);
  }
  const before = line.deliveries.get(number);
  if (before === undefined && status === "delivered") {
    show(line, number, { frame, value: { status, attempt, attempts: 1 } });
    return;
  }
  const isPending = status === "pending" && line.isOpen;
  const isCancelled = status === "pending" && !line.isOpen;
  const ended = { atMs, durationMs, ...(httpStatus !== undefined && { httpStatus }) };
  const attempted: Attempted = { ...ended, ...(error !== undefined && { error }) };
  if (before !== undefined && status !== "delivered" && isOfBefore(before, reported)) {
    const attempts = [...before.attempts, attempted].slice(-ATTEMPTS_KEPT);
    set(line, { ...before, attempts }, frame);
    return;
  }
  const delivery: Delivery = {
    ...(before ?? { number, createdAtMs: atMs }),
    status: isCancelled ? "cancelled" : status,
    attempt,
    nextAttemptAtMs: isPending ? reported.nextAttemptAtMs : undefined,
    attempts: [...(before?.attempts ?? []), attempted].slice(-ATTEMPTS_KEPT),
    updatedAtMs: isCancelled ? timeMs : endedMs,
    isUntold: status === "exhausted" && reported.isTold !== false,
  };
  set(line, delivery, frame);
}
