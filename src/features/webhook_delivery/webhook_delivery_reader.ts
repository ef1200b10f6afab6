/**
 * Deliveries as a snapshot shows them: from their documents, and those that were delivered at the first
 * attempt from the reports in the log.
 */
import type { Place } from "../../base/id.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { decodeSpot } from "../../contract/tables/event_index.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import type { WalkRow } from "../../contract/values/page.ts";
import { eventIdOf } from "../event/event_document.ts";
import type { EventLog } from "../event/event_log.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import {
  deliveryKey,
  endpointSuffixOf,
  type WebhookDeliveryDocument,
} from "./webhook_delivery_document.ts";
import type { WebhookDeliveriesAsked } from "./webhook_delivery_facts.ts";
import { ANY_ENDPOINT, recentKey } from "./webhook_delivery_state.ts";
import type { SeenDelivery } from "./webhook_delivery_view.ts";
import type { WebhookLineDocument } from "./webhook_line.ts";
import {
  attemptOf,
  type ReportedAttempt,
  WEBHOOK_REPORTED,
  type WebhookReported,
} from "./webhook_report.ts";

/** Which delivery is meant. */
type Meant = { webhookEndpointId: string; number: number };

/** A step of a walk over new deliveries: its place in the walk, and the delivery that is new there. */
export type RecentStep = { place: Place; index: number; item: SeenDelivery | undefined };

export class DeliveryReader {
  readonly #snapshot: Snapshot;
  readonly #realm: number;
  readonly #log: EventLog;

  constructor(snapshot: Snapshot, realm: number, log: EventLog) {
    this.#snapshot = snapshot;
    this.#realm = realm;
    this.#log = log;
  }

  /** The delivery of an event to an endpoint; undefined before its first attempt. */
  of({ webhookEndpointId, number }: Meant): SeenDelivery | undefined {
    const key = deliveryKey(webhookEndpointId, number);
    const value = this.#snapshot.get(LEDGER_TABLE.webhookDelivery, this.#realm, key);
    if (value !== undefined) return decodeDocument<WebhookDeliveryDocument>(value);
    const below = `${endpointSuffixOf(webhookEndpointId)}~`;
    const range = { from: key, below };
    for (const row of this.#snapshot.ascend(LEDGER_TABLE.webhookReport, this.#realm, range)) {
      const record = this.#snapshot.record(decodeSpot(row.key, row.value).place);
      const attempt = record && this.#attemptIn(record, { webhookEndpointId, number });
      return attempt && this.#deliveredAtOnce(webhookEndpointId, attempt, record.place);
    }
    return undefined;
  }

  /**
   * New deliveries, newest first: of one endpoint or of all; `place`: the record to begin with. What a
   * record says of a delivery that began with another record is a step without an item.
   */
  *recent(webhookEndpointId: string | undefined, place?: Place): Generator<RecentStep> {
    const of = webhookEndpointId === undefined ? ANY_ENDPOINT : endpointSuffixOf(webhookEndpointId);
    const below = place === undefined ? `${of}~` : recentKey(of, place + 1);
    const range = { from: of, below };
    for (const { key, value } of this.#snapshot.descend(
      LEDGER_TABLE.webhookRecent,
      this.#realm,
      range,
    )) {
      const { place: at } = decodeSpot(key, value);
      const record = this.#snapshot.record(at);
      const fresh = record === undefined ? [] : this.#newIn(record, webhookEndpointId);
      for (let index = fresh.length - 1; index >= 0; index--) {
        const item = this.of(fresh[index] as Meant);
        yield { place: at, index, item: item?.place === at ? item : undefined };
      }
    }
  }

  /** The deliveries of one event, those to the newest endpoint first; `position`: of the row before. */
  *ofEvent(number: number, position: string | undefined): Generator<WalkRow<SeenDelivery>> {
    for (const { webhookEndpointId } of this.lines()) {
      if (position !== undefined && webhookEndpointId >= position) continue;
      yield { position: webhookEndpointId, item: this.of({ webhookEndpointId, number }) };
    }
  }

  /** The lines of the realm's endpoints, the newest endpoint first. */
  *lines(): Generator<WebhookLineDocument> {
    for (const { value } of this.#snapshot.descend(LEDGER_TABLE.webhookLine, this.#realm, {})) {
      yield decodeDocument<WebhookLineDocument>(value);
    }
  }

  line(webhookEndpointId: string): WebhookLineDocument | undefined {
    const key = endpointSuffixOf(webhookEndpointId);
    const value = this.#snapshot.get(LEDGER_TABLE.webhookLine, this.#realm, key);
    return value && decodeDocument<WebhookLineDocument>(value);
  }

  #attemptIn({ facts }: StoredRecord, meant: Meant): ReportedAttempt | undefined {
    for (const fact of facts) {
      if (fact.kind !== WEBHOOK_REPORTED) continue;
      for (const { realm, webhookEndpointId, attempts } of (fact as WebhookReported).lines) {
        if (realm !== this.#realm || webhookEndpointId !== meant.webhookEndpointId) continue;
        const found = attempts.find(({ number }) => number === meant.number);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  #deliveredAtOnce(
    webhookEndpointId: string,
    attempt: ReportedAttempt,
    place: Place,
  ): SeenDelivery | undefined {
    if (attempt.status !== "delivered") return undefined;
    const [step] = this.#log.forward(attempt.number - 1);
    if (step?.event === undefined) return undefined;
    return {
      webhookEndpointId,
      eventId: eventIdOf(step.event),
      status: "delivered",
      attempt: attempt.attempt,
      attempts: [attemptOf(attempt)],
      createdAtMs: attempt.atMs,
      updatedAtMs: attempt.atMs + attempt.durationMs,
      place,
    };
  }

  /** The deliveries of the realm that may have begun with the record, each once. */
  #newIn({ facts }: StoredRecord, webhookEndpointId: string | undefined): Meant[] {
    const found = new Map<string, Meant>();
    const add = (meant: Meant) => {
      const isMeant = (webhookEndpointId ?? meant.webhookEndpointId) === meant.webhookEndpointId;
      const key = deliveryKey(meant.webhookEndpointId, meant.number);
      if (isMeant && !found.has(key)) found.set(key, meant);
    };
    for (const fact of facts) {
      if (fact.kind === "webhook_delivery.asked.1") {
        for (const asked of (fact as WebhookDeliveriesAsked).deliveries) add(asked);
      }
      if (fact.kind !== WEBHOOK_REPORTED) continue;
      for (const { realm, webhookEndpointId: id, attempts } of (fact as WebhookReported).lines) {
        if (realm !== this.#realm) continue;
        for (const { attempt, number } of attempts) {
          if (attempt === 1) add({ webhookEndpointId: id, number });
        }
      }
    }
    return [...found.values()];
  }
}
