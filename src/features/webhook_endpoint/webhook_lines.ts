/**
 * The lines of webhooks as the outbox sees them: which events an endpoint is sent, read from a view of
 * its shard. A line of a realm that a reset has retired ends with the event of that reset.
 */
import { type RealmNames, realmKeyOf } from "../../contract/declare/principal.ts";
import type { LineEffect, LineState, WaitingEffect } from "../../contract/messages/outbox.ts";
import { type RealmDocument, retiredRealmKey } from "../../contract/records/realm_document.ts";
import { SHARD_TABLE } from "../../contract/tables/shard_table_codes.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { announcedEventTypes } from "../announced.ts";
import { eventForm, eventIdOf } from "../event/event_document.ts";
import { filteredSteps } from "../event/event_filter.ts";
import { EventLog } from "../event/event_log.ts";
import type { LoggedEvent } from "../event/logged_event.ts";
import { TypesOfRecords } from "../event/types_of_records.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import {
  deliveryKey,
  endpointSuffixOf,
  type WebhookDeliveryDocument,
} from "../webhook_delivery/webhook_delivery_document.ts";
import type { WebhookChange } from "../webhook_delivery/webhook_delivery_state.ts";
import type { WebhookLineDocument } from "../webhook_delivery/webhook_line.ts";
import { secretsInForce, type WebhookEndpointDocument } from "./webhook_endpoint_document.ts";
import { webhookEndpoints } from "./webhook_endpoint_noun.ts";
import { isForEndpoint, isToldOf, PING } from "./webhook_endpoint_types.ts";

/** Events that one reading of a line passes at most, so that no line holds up the others. */
const STEPS_OF_READING_MAX = 1_000;
const ALWAYS = { fromMs: 0, belowMs: Number.POSITIVE_INFINITY };

/** What the carrier of webhooks needs for one attempt. The secrets are sealed for the endpoint's id. */
export type WebhookPayload = {
  url: string;
  webhookEndpointId: string;
  /** The current one first. */
  sealedSecrets: readonly string[];
  eventId: string;
  /** The event as JSON text. */
  body: string;
};

/** Which line is meant, within one shard. */
export type LineId = { realm: number; webhookEndpointId: string };

/** The lines of one shard. `snapshot` moves on beside this object; every method reads it as it stands. */
export class WebhookLines {
  readonly #snapshot: Snapshot;
  readonly #namesOf: (realm: number) => RealmNames | undefined;
  readonly #nowMs: () => number;
  /** Every line passes the same events: without this, each line would decode all that it passes. */
  readonly #types = new TypesOfRecords();

  /** `namesOf`: the names of a realm by its number; undefined for a retired one. */
  constructor(
    snapshot: Snapshot,
    namesOf: (realm: number) => RealmNames | undefined,
    nowMs: () => number,
  ) {
    this.#snapshot = snapshot;
    this.#namesOf = namesOf;
    this.#nowMs = nowMs;
  }

  /** The lines to open at a start: every open one, of retired realms those that are not over. */
  *all(): Generator<LineId> {
    for (const { value } of this.#snapshot.ascend(SHARD_TABLE.realm, 0, {})) {
      const realm = decodeDocument<RealmDocument>(value);
      for (const row of this.#snapshot.ascend(LEDGER_TABLE.webhookLine, realm.number, {})) {
        const line = decodeDocument<WebhookLineDocument>(row.value);
        const { webhookEndpointId } = line;
        if (!isOver(line, realm)) yield { realm: realm.number, webhookEndpointId };
      }
    }
  }

  /** Changes after the key of a change, oldest first; "" begins with the first. */
  *changesAfter(after: string): Generator<{ key: string; change: WebhookChange }> {
    // `!` sorts before every digit, so the range begins behind the key itself.
    const range = { from: `${after}!` };
    for (const { key, value } of this.#snapshot.ascend(LEDGER_TABLE.webhookChange, 0, range)) {
      yield { key, change: decodeDocument<WebhookChange>(value) };
    }
  }

  /** The key of the newest change; "" where there is none. */
  newestChange(): string {
    return newestChangeIn(this.#snapshot);
  }

  /** How many events the realm has; for a retired realm up to the event of the reset. */
  countOf(realm: number): number {
    const current = this.#realmNumbered(realm);
    return current === undefined ? 0 : countIn(current);
  }

  /** What is known of a line; undefined where nothing is to be sent any more. */
  stateOf({ realm, webhookEndpointId }: LineId): LineState | undefined {
    const suffix = endpointSuffixOf(webhookEndpointId);
    const value = this.#snapshot.get(LEDGER_TABLE.webhookLine, realm, suffix);
    const line = value && decodeDocument<WebhookLineDocument>(value);
    const of = this.#realmNumbered(realm);
    if (line === undefined || of === undefined || isOver(line, of)) return undefined;
    const { position, failingSinceMs } = line;
    return { position, waiting: [...this.#waitingOf(realm, suffix)], failingSinceMs };
  }

  /** A delivery that waits for an attempt, where it does. */
  waitingOf({ realm, webhookEndpointId }: LineId, number: number): WaitingEffect | undefined {
    return this.#waiting(realm, deliveryKey(webhookEndpointId, number));
  }

  /** The effects of a line; `limit`: the most of them. */
  read(
    { realm, webhookEndpointId }: LineId,
    after: number,
    limit: number,
  ): { effects: LineEffect[]; passed: number } {
    const effects: LineEffect[] = [];
    const endpoint = this.#endpoint(realm, webhookEndpointId);
    const log = this.#logOf(realm);
    if (endpoint === undefined || log === undefined) return { effects, passed: after };
    const count = this.countOf(realm);
    const from = { number: after };
    let passed = after;
    let steps = 0;
    for (const { number, event } of filteredSteps(
      log,
      filtersOf(endpoint),
      ALWAYS,
      "forward",
      from,
    )) {
      if (number > count) break;
      passed = number;
      if (event !== undefined && isFor(event, endpoint)) {
        effects.push({ number, payload: this.#payloadOf(event, endpoint, realm) });
      }
      if (effects.length === limit || ++steps === STEPS_OF_READING_MAX) return { effects, passed };
    }
    return { effects, passed: count };
  }

  /** The effect with this number; undefined where its endpoint is gone. */
  effect({ realm, webhookEndpointId }: LineId, number: number): LineEffect | undefined {
    const endpoint = this.#endpoint(realm, webhookEndpointId);
    const event = this.#eventAt(realm, number);
    if (endpoint === undefined || event === undefined) return undefined;
    if (this.#isOver(realm, deliveryKey(webhookEndpointId, number))) return undefined;
    return { number, payload: this.#payloadOf(event, endpoint, realm) };
  }

  /** The id of an event, and whether others are told when its delivery is exhausted. */
  eventAt(realm: number, number: number): { eventId: string; isTold: boolean } {
    const event = this.#eventAt(realm, number);
    if (event === undefined) return { eventId: "", isTold: false };
    return { eventId: eventIdOf(event), isTold: isToldOf(event.event.type) };
  }

  #eventAt(realm: number, number: number): LoggedEvent | undefined {
    const log = this.#logOf(realm);
    if (log === undefined) return undefined;
    for (const step of log.forward(number - 1)) return step.event;
    return undefined;
  }

  #payloadOf(event: LoggedEvent, endpoint: WebhookEndpointDocument, realm: number): WebhookPayload {
    const names = this.#realmNumbered(realm)?.names as RealmNames;
    const { url, webhookEndpointId } = endpoint;
    return {
      url,
      webhookEndpointId,
      sealedSecrets: secretsInForce(endpoint, this.#nowMs()).map(({ sealed }) => sealed),
      eventId: eventIdOf(event),
      body: eventForm(this.#snapshot, names).jsonOf(event),
    };
  }

  *#waitingOf(realm: number, suffix: string): Generator<WaitingEffect> {
    const range = { from: suffix, below: `${suffix}~` };
    for (const { key } of this.#snapshot.ascend(LEDGER_TABLE.webhookPending, realm, range)) {
      const waiting = this.#waiting(realm, key.slice(suffix.length));
      if (waiting !== undefined) yield waiting;
    }
  }

  #waiting(realm: number, key: string): WaitingEffect | undefined {
    const value = this.#snapshot.get(LEDGER_TABLE.webhookDelivery, realm, key);
    const delivery = value && decodeDocument<WebhookDeliveryDocument>(value);
    if (delivery?.nextAttemptAtMs === undefined) return undefined;
    const { number, attempt, nextAttemptAtMs } = delivery;
    return { number, attempt: attempt + 1, dueMs: nextAttemptAtMs };
  }

  /** Whether the delivery was ended by something else than its attempts, such as a disabling. */
  #isOver(realm: number, key: string): boolean {
    const value = this.#snapshot.get(LEDGER_TABLE.webhookDelivery, realm, key);
    return value !== undefined && this.#waiting(realm, key) === undefined;
  }

  #endpoint(realm: number, webhookEndpointId: string): WebhookEndpointDocument | undefined {
    return webhookEndpoints.find(this.#snapshot, realm, webhookEndpointId)?.document;
  }

  #logOf(realm: number): EventLog | undefined {
    const names = this.#realmNumbered(realm)?.names;
    return names && EventLog.of(this.#snapshot, realmKeyOf(names), this.#types);
  }

  #realmNumbered(number: number): RealmDocument | undefined {
    const retired = this.#snapshot.get(SHARD_TABLE.realm, 0, retiredRealmKey(number));
    if (retired !== undefined) return decodeDocument<RealmDocument>(retired);
    const names = this.#namesOf(number);
    const value = names && this.#snapshot.get(SHARD_TABLE.realm, 0, realmKeyOf(names));
    return value && decodeDocument<RealmDocument>(value);
  }
}

/**
 * Whether nothing of a line is to be sent any more. A retired realm has no new events, so a line there
 * is over when it has come to the last one and nothing waits.
 */
function isOver(line: WebhookLineDocument, realm: RealmDocument): boolean {
  if (!line.isOpen) return true;
  if (realm.key !== retiredRealmKey(realm.number)) return false;
  return line.position >= countIn(realm) && line.pending === 0;
}

/** The number of the last event that a realm's lines are sent: of a retired one, that of the reset. */
function countIn({ number, key, eventCount }: RealmDocument): number {
  return key === retiredRealmKey(number) ? eventCount + 1 : eventCount;
}

/** The types that an endpoint is sent; its pings it is always sent. */
export function filtersOf({ eventTypes }: WebhookEndpointDocument): { types?: string } {
  if (eventTypes.includes("*")) return {};
  const known = announcedEventTypes();
  const types = [...eventTypes.filter((type) => known.has(type) && type !== PING), PING];
  return { types: types.join(",") };
}

/** Whether an event of a type that the endpoint takes is for it. */
export function isFor(logged: LoggedEvent, endpoint: WebhookEndpointDocument): boolean {
  return isForEndpoint(endpoint, logged.event.type, () => logged.resourceId);
}

function newestChangeIn(snapshot: Snapshot): string {
  for (const { key } of snapshot.descend(LEDGER_TABLE.webhookChange, 0, {})) return key;
  return "";
}

/** Whether a webhook endpoint was ever made or changed in the shard. */
export function webhooksWereChanged(snapshot: Snapshot): boolean {
  return newestChangeIn(snapshot) !== "";
}
