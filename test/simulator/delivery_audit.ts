/**
 * Checks what the outbox does: each attempt when it begins, and each report when its record is on the
 * disk. An attempt is of a durable event that the endpoint takes, in its time and its order; a report
 * says what was attempted, and passes no event that was not.
 */
import type { AttemptOutcome } from "../../src/contract/messages/outbox.ts";
import { SECRETS_IN_FORCE_MAX } from "../../src/features/webhook_endpoint/webhook_endpoint_schema.ts";
import type { WebhookPayload } from "../../src/features/webhook_endpoint/webhook_lines.ts";
import { type Coverage, count } from "./coverage.ts";
import { differenceOf } from "./difference.ts";
import {
  applyReport,
  isNewAttempt,
  isNews,
  type ReportedAttempt,
  type ReportedLine,
} from "./model/deliveries.ts";
import { isToldOf, isWanted } from "./model/endpoints.ts";
import {
  asOf,
  type DeliveryLine,
  type Endpoint,
  latest,
  type Realm,
  type TheEvent,
} from "./model/model.ts";
import { AT_ONCE, GIVE_UP_MS, SCHEDULE } from "./outbox.ts";

/** One attempt; its outcome is undefined while it is under way, or where nobody knows it. */
type Begun = {
  number: number;
  atMs: number;
  endedMs: number;
  outcome?: AttemptOutcome;
  /** A report of it is durable, and was news. */
  isReported?: true;
  /** The shard and the frame of its newest report. */
  report?: { shard: number; frame: number };
};

/** What this life of the outbox has attempted of one endpoint. */
type Life = {
  /** The number of the newest first attempt. */
  newest: number;
  /** The numbers that were attempted and are in no report. */
  unreported: Set<number>;
  made: Set<number>;
};

export class DeliveryAudit {
  readonly #coverage: Coverage;
  /** By endpoint: all attempts. */
  readonly #begun = new Map<string, Begun[]>();
  /** By endpoint: what was under way or not reported when the outbox died. */
  readonly #left = new Map<string, Set<number>>();
  #lives = new Map<string, Life>();
  /** By shard: the frame that was acknowledged when the outbox began. */
  #knows: readonly number[] = [];

  constructor(coverage: Coverage) {
    this.#coverage = coverage;
  }

  /** The outbox begins anew. `acknowledged`: by shard, the frame up to which it knows the reports. */
  begins(acknowledged: readonly number[]): void {
    this.#knows = acknowledged;
    for (const [id, { unreported }] of this.#lives) {
      if (unreported.size > 0) this.#left.set(id, unreported);
    }
    this.#lives = new Map();
  }

  /** Notes an attempt that begins. Returns a violation, or what notes the attempt's end. */
  begin(
    realm: Realm | undefined,
    payload: WebhookPayload,
    nowMs: number,
  ): string | ((outcome: AttemptOutcome, endedMs: number) => void) {
    const { webhookEndpointId: id, eventId } = payload;
    const at = realm?.events.findIndex((event) => event.id === eventId) ?? -1;
    const event = realm?.events[at];
    if (realm === undefined || event === undefined) return "an event without a durable record";
    const number = at + 1;
    const versions = (realm.endpoints.get(id) ?? []).map(({ value }) => value);
    const line = realm.lines.get(id) as DeliveryLine;
    const life = this.#lives.get(id) ?? { newest: 0, unreported: new Set(), made: new Set() };
    this.#lives.set(id, life);
    const wrong =
      wrongPayload(realm, versions, payload, { event, number }) ??
      this.#wrongTurn(line, life, id, { number, nowMs });
    if (wrong !== undefined) return `event ${number} to ${id}: ${wrong}`;
    if (this.#left.get(id)?.delete(number))
      count(this.#coverage, "webhook sent again after a crash");
    life.unreported.add(number);
    life.made.add(number);
    if (life.unreported.size > AT_ONCE) return `${life.unreported.size} attempts of ${id} at once`;
    const begun: Begun = { number, atMs: nowMs, endedMs: Number.POSITIVE_INFINITY };
    this.#begun.set(id, [...(this.#begun.get(id) ?? []), begun]);
    return (outcome, endedMs) => Object.assign(begun, { outcome, endedMs });
  }

  /** A violation where this delivery must not be attempted now. */
  #wrongTurn(
    line: DeliveryLine,
    life: Life,
    id: string,
    { number, nowMs }: { number: number; nowMs: number },
  ): string | undefined {
    if (life.unreported.has(number)) return "attempted again before its report";
    // The outbox sees a little later that a line was closed, or closed and opened again.
    if (!line.isOpen) return undefined;
    const all = (this.#begun.get(id) ?? []).filter((begun) => begun.number === number);
    const { shard, frame } = all.findLast(({ report }) => report)?.report ?? { shard: 0, frame: 0 };
    // A report that its shard never acknowledged is on the disk, and the outbox cannot know of it.
    if (frame > (this.#knows[shard] ?? 0) && !life.made.has(number)) return undefined;
    const delivery = line.deliveries.get(number);
    if (delivery?.status === "pending") {
      const { nextAttemptAtMs = 0, attempt, attempts, askedAtMs = 0 } = delivery;
      if (attempt > 0) count(this.#coverage, "webhook attempted again");
      // Who asked after the newest attempt had begun is not made to wait for what it put off.
      const isAsked = askedAtMs >= (attempts.at(-1)?.atMs ?? 0);
      if (nowMs >= nextAttemptAtMs || isAsked) return undefined;
      return `attempted before ${nextAttemptAtMs}`;
    }
    if (delivery === undefined && number > line.position) {
      const isNext = number > life.newest;
      life.newest = Math.max(life.newest, number);
      return isNext ? undefined : "a first attempt out of order";
    }
    if (number <= line.openedAt) return undefined;
    // The view in which the outbox sees that somebody asked may not show yet that an attempt of before
    // has ended the delivery: it is attempted once more.
    return delivery?.askedAtMs === undefined ? "attempted again, and nobody asked" : undefined;
  }

  /** Judges a report that is on the disk. `recorded`: what its fact says. Returns a violation. */
  report(
    realms: readonly (Realm | undefined)[],
    lines: readonly ReportedLine[],
    recorded: readonly ReportedLine[],
    at: { shard: number; frame: number; timeMs: number },
  ): string | undefined {
    const news: ReportedLine[] = [];
    for (const reported of lines) {
      const { webhookEndpointId: id, attempts } = reported;
      const realm = realms[reported.realm];
      const line = realm?.lines.get(id);
      const endpoint = realm && latest(realm.endpoints, id);
      if (realm === undefined || line === undefined || endpoint === undefined) {
        return "a report about no endpoint";
      }
      for (const { number } of attempts) this.#lives.get(id)?.unreported.delete(number);
      if (endpoint.status === "deleted" || !isNews(line, reported)) {
        count(this.#coverage, "report that is no news");
        continue;
      }
      news.push(reported);
      const wrong = this.#wrongLine(realm, line, reported, at);
      if (wrong !== undefined) return `${id}: ${wrong}`;
      applyReport(line, reported, at);
    }
    const isSame = JSON.stringify(news) === JSON.stringify(recorded);
    return isSame ? undefined : "records another report than its news";
  }

  #wrongLine(
    realm: Realm,
    line: DeliveryLine,
    reported: ReportedLine,
    at: { shard: number; frame: number },
  ): string | undefined {
    const { webhookEndpointId: id, attempts, position, givesUp } = reported;
    const made = this.#begun.get(id) ?? [];
    for (const attempt of attempts) {
      const begun = made.find(
        ({ number, atMs, outcome }) =>
          number === attempt.number && atMs === attempt.atMs && outcome !== undefined,
      );
      if (begun === undefined) return `event ${attempt.number} was not attempted`;
      const event = realm.events[attempt.number - 1] as TheEvent;
      const wrong = differenceOf(reportOf(begun, attempt.attempt, event), attempt);
      if (wrong !== undefined) return `event ${attempt.number}: ${wrong}`;
      begun.report = at;
      if (!isNewAttempt(line, attempt)) continue;
      begun.isReported = true;
      count(this.#coverage, `webhook ${nameOf(attempt)}`);
    }
    if (position > Math.min(realm.events.length, realm.lastEvent)) return "its position is ahead";
    for (let number = line.position + 1; number <= position; number++) {
      const isAttempted = attempts.some((attempt) => attempt.number === number);
      if (!isAttempted && !line.deliveries.has(number) && isAlwaysWanted(realm, id, number)) {
        return `the position passes event ${number}, which was not attempted`;
      }
    }
    if (givesUp === undefined) return undefined;
    count(this.#coverage, `endpoint given up: ${givesUp}`);
    const isGone = made.some(({ outcome }) => outcome?.httpStatus === 410);
    if (givesUp === "gone") return isGone ? undefined : "it is gone, and did not say so";
    const sinceMs =
      Math.max(...attempts.map(({ atMs, durationMs }) => atMs + durationMs)) - GIVE_UP_MS;
    const hasReached = made.some(
      ({ outcome, endedMs, isReported }) =>
        isReported && outcome?.error === undefined && endedMs > sinceMs,
    );
    return hasReached ? "it is given up, and was reached of late" : undefined;
  }

  /** What is still owed, as a text. */
  owed(realms: readonly Realm[]): string | undefined {
    for (const realm of realms) {
      for (const [id, line] of realm.lines) {
        const all = [...line.deliveries.values()];
        if (line.givesUp !== undefined) return `${id} is to be disabled`;
        for (const { number, status, isUntold } of all) {
          if (isUntold) return `nobody was told that event ${number} to ${id} is exhausted`;
          if (status === "pending") return `event ${number} to ${id} waits`;
        }
        if (!line.isOpen) continue;
        const end = Math.min(realm.events.length, realm.lastEvent);
        for (let number = line.position + 1; number <= end; number++) {
          if (isAlwaysWanted(realm, id, number)) return `event ${number} was not sent to ${id}`;
        }
        const isGone = (this.#begun.get(id) ?? []).some(
          ({ number, outcome, isReported }) =>
            isReported && number > line.openedAt && outcome?.httpStatus === 410,
        );
        if (isGone) return `${id} is gone, and not disabled`;
      }
    }
    return undefined;
  }
}

/** A violation where the webhook is not what the endpoint is to be sent. */
function wrongPayload(
  realm: Realm,
  versions: readonly Endpoint[],
  { url, eventId, body, sealedSecrets }: WebhookPayload,
  { event, number }: { event: TheEvent; number: number },
): string | undefined {
  if (!versions.some((version) => version.url === url)) return "sent elsewhere";
  const wasAsked = versions.some(({ webhookEndpointId }) =>
    realm.lines.get(webhookEndpointId)?.deliveries.has(number),
  );
  if (!wasAsked && !versions.some((version) => isWanted(version, event))) return "is not wanted";
  if (sealedSecrets.length < 1 || sealedSecrets.length > SECRETS_IN_FORCE_MAX)
    return "is not signed";
  const { type, resourceId: resource } = event;
  const { productId, environment } = realm;
  const shown = { id: eventId, type, sequence: String(number), productId, environment };
  return differenceOf({ ...shown, data: { resource: { id: resource } } }, JSON.parse(body));
}

/** Whether the endpoint took the event at all times since it happened. */
function isAlwaysWanted(realm: Realm, id: string, number: number): boolean {
  const event = realm.events[number - 1] as TheEvent;
  const versions = realm.endpoints.get(id) ?? [];
  const later = versions.filter(({ frame }) => frame > event.frame).map(({ value }) => value);
  const then = asOf(versions, event.frame);
  return [...(then === undefined ? [] : [then]), ...later].every((one) => isWanted(one, event));
}

/** What must be reported of an attempt. */
function reportOf({ outcome, atMs, endedMs, number }: Begun, attempt: number, event: TheEvent) {
  const { httpStatus, error, retryAfterMs = 0 } = outcome as AttemptOutcome;
  const told = { number, atMs, durationMs: endedMs - atMs, httpStatus, error };
  if (error === undefined) return { ...told, status: "delivered", nextAttemptAtMs: undefined };
  const pauseMs = SCHEDULE[attempt];
  if (pauseMs === undefined || httpStatus === 410) {
    const isTold = isToldOf(event) ? undefined : false;
    return { ...told, status: "exhausted", isTold, nextAttemptAtMs: undefined, eventId: event.id };
  }
  const nextAttemptAtMs = Math.max(endedMs + pauseMs, retryAfterMs);
  return { ...told, status: "pending", nextAttemptAtMs, eventId: event.id };
}

function nameOf({ status, attempt, httpStatus, error }: ReportedAttempt): string {
  if (status === "delivered") return attempt === 1 ? "delivered at once" : "delivered later";
  return status === "pending" ? `failed: ${httpStatus ?? error}` : "exhausted";
}
