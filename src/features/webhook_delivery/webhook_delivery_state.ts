/**
 * The part of a shard's state about deliveries: the line of each endpoint, the deliveries with a
 * document, and what the outbox and lists find them by. Endpoints open and close lines.
 */
import type { Place } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { RecordHead } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { EntryIndex } from "../../contract/tables/document_index.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import { EntryTable } from "../../contract/tables/entry_table.ts";
import { encodeSpot, eventKey } from "../../contract/tables/event_index.ts";
import { KeyGroups } from "../../contract/tables/key_groups.ts";
import { encodeDocument } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import {
  type DeliveryStatus,
  deliveryKey,
  endpointSuffixOf,
  type WebhookDeliveryDocument,
} from "./webhook_delivery_document.ts";
import type { WebhookLineDocument } from "./webhook_line.ts";

/** What has changed: an endpoint, or, with `number`, one of its deliveries. */
export type WebhookChange = { realm: number; webhookEndpointId: string; number?: number };

export type WebhookDeliveryState = ReturnType<typeof createWebhookDeliveryState>;

export function createWebhookDeliveryState() {
  const pending = new EntryIndex<WebhookDeliveryDocument>(
    { name: "webhook_pending", code: LEDGER_TABLE.webhookPending },
    ({ status, webhookEndpointId }) =>
      status === "pending" ? [endpointSuffixOf(webhookEndpointId)] : [],
  );
  const undelivered = new EntryIndex<WebhookDeliveryDocument>(
    { name: "webhook_undelivered", code: LEDGER_TABLE.webhookUndelivered },
    ({ status, number }) => (status === "delivered" ? [] : [eventKey(number)]),
  );
  const byStatus = (...wanted: readonly DeliveryStatus[]) =>
    new KeyGroups<WebhookDeliveryDocument, string>(({ status, webhookEndpointId }) =>
      wanted.includes(status) ? endpointSuffixOf(webhookEndpointId) : undefined,
    );
  const webhookWaiting = byStatus("pending");
  const webhookFailed = byStatus("exhausted", "cancelled");
  return {
    webhookLines: new DocumentTable<WebhookLineDocument>({
      name: "webhook_line",
      code: LEDGER_TABLE.webhookLine,
    }),
    webhookDeliveries: new DocumentTable<WebhookDeliveryDocument>({
      name: "webhook_delivery",
      code: LEDGER_TABLE.webhookDelivery,
      // 2: an attempt from before a retry does not end what the retry has begun. 3: attempts that count
      // from 1 again after a retry are taken.
      version: 3,
      indexes: [pending, undelivered, webhookWaiting, webhookFailed],
    }),
    webhookReports: new EntryTable("webhook_report", LEDGER_TABLE.webhookReport),
    webhookRecent: new EntryTable("webhook_recent", LEDGER_TABLE.webhookRecent),
    webhookChanges: new EntryTable("webhook_change", LEDGER_TABLE.webhookChange),
    /** Keys of the lines that give up, and of the deliveries whose exhaustion is untold. */
    webhookOwed: new Set<string>(),
    /** How many changes the record at a place has, for the keys of its changes. */
    webhookChangeCount: { place: 0, count: 0 },
    /** By the suffix of an endpoint: keys of its deliveries that are pending. */
    webhookWaiting,
    /** The same of those that are exhausted or cancelled, which can be recovered. */
    webhookFailed,
  };
}

/** After a start: what the tables say, and memory alone keeps. */
export function loadWebhookDeliveries(state: WebhookDeliveryState): void {
  for (const line of state.webhookLines.values()) noteOwed(state, line);
  for (const delivery of state.webhookDeliveries.values()) {
    if (delivery.isUntold) state.webhookOwed.add(keyOf(delivery));
  }
}

/** Deliveries begin, or begin again, with the events after `position`. */
export function openLine(
  state: WebhookDeliveryState,
  webhookEndpointId: string,
  position: number,
  head: RecordHead,
): void {
  const { realm } = head;
  const before = state.webhookLines.get(realm, endpointSuffixOf(webhookEndpointId));
  const {
    failingSinceMs: _failing,
    givesUp: _gave,
    ...kept
  } = before ?? {
    realm,
    webhookEndpointId,
    delivered: 0,
    pending: 0,
    exhausted: 0,
  };
  setLine(state, { ...kept, isOpen: true, position });
  noteChange(state, head, { realm, webhookEndpointId });
}

/** Nothing is sent any more: what waits is cancelled. */
export function closeLine(
  state: WebhookDeliveryState,
  webhookEndpointId: string,
  head: RecordHead,
): void {
  const { realm } = head;
  for (const key of [...state.webhookWaiting.of(endpointSuffixOf(webhookEndpointId))]) {
    const { nextAttemptAtMs: _next, ...delivery } = deliveryAt(state, key);
    setDelivery(state, { ...delivery, status: "cancelled", updatedAtMs: head.timeMs });
  }
  const { givesUp: _done, ...line } = lineOf(state, realm, webhookEndpointId);
  setLine(state, { ...line, isOpen: false });
  noteChange(state, head, { realm, webhookEndpointId });
}

/** The endpoint is gone, and with it its line. Its deliveries stay as they are. */
export function removeLine(
  state: WebhookDeliveryState,
  webhookEndpointId: string,
  head: RecordHead,
): void {
  closeLine(state, webhookEndpointId, head);
  const suffix = endpointSuffixOf(webhookEndpointId);
  for (const key of [...state.webhookOwed].filter((owed) => owed.startsWith(suffix))) {
    if (key === suffix) continue;
    const { isUntold: _untold, ...delivery } = deliveryAt(state, key);
    setDelivery(state, delivery);
  }
  state.webhookLines.remove(suffix);
}

export function lineOf(
  state: WebhookDeliveryState,
  realm: number,
  webhookEndpointId: string,
): WebhookLineDocument {
  const line = state.webhookLines.get(realm, endpointSuffixOf(webhookEndpointId));
  invariant(line !== undefined, "an endpoint has a line");
  return line;
}

export function setLine(state: WebhookDeliveryState, line: WebhookLineDocument): void {
  state.webhookLines.set(endpointSuffixOf(line.webhookEndpointId), line);
  noteOwed(state, line);
}

/** Sets a delivery and keeps the counts of its line. */
export function setDelivery(state: WebhookDeliveryState, delivery: WebhookDeliveryDocument): void {
  const key = keyOf(delivery);
  const before = state.webhookDeliveries.find(key);
  state.webhookDeliveries.set(key, delivery);
  if (delivery.isUntold) state.webhookOwed.add(key);
  else state.webhookOwed.delete(key);
  const line = lineOf(state, delivery.realm, delivery.webhookEndpointId);
  const difference = (status: DeliveryStatus) =>
    Number(delivery.status === status) - Number(before?.status === status);
  setLine(state, {
    ...line,
    pending: line.pending + difference("pending"),
    exhausted: line.exhausted + difference("exhausted"),
  });
}

export function deliveryAt(state: WebhookDeliveryState, key: string): WebhookDeliveryDocument {
  const delivery = state.webhookDeliveries.find(key);
  invariant(delivery !== undefined, "a delivery that is named exists");
  return delivery;
}

/** Tells the outbox of a change, once the change is durable. */
export function noteChange(
  state: WebhookDeliveryState,
  { place }: RecordHead,
  change: WebhookChange,
): void {
  const counted = state.webhookChangeCount;
  if (counted.place !== place) state.webhookChangeCount = { place, count: 0 };
  const count = state.webhookChangeCount.count++;
  state.webhookChanges.add(0, changeKey(place, count), encodeDocument(change));
}

export function changeKey(place: Place, count: number): string {
  return eventKey(place) + eventKey(count);
}

/** Notes that the record has attempts at the endpoint's events up to a position. */
export function noteReport(
  state: WebhookDeliveryState,
  { realm, webhookEndpointId, position }: WebhookLineDocument,
  { place }: RecordHead,
): void {
  const key = deliveryKey(webhookEndpointId, position);
  state.webhookReports.add(realm, key, encodeSpot({ number: position, place, sub: 0 }));
}

/** The key of a record with new deliveries: of all of a realm, or of one endpoint. */
export function recentKey(of: string, place: Place): string {
  return of + eventKey(place);
}
/** In place of an endpoint's suffix: every endpoint of the realm. No suffix has this character. */
export const ANY_ENDPOINT = "@";

/** Notes that the record has new deliveries of these endpoints, each named once. */
export function noteRecent(
  state: WebhookDeliveryState,
  realm: number,
  webhookEndpointIds: ReadonlySet<string>,
  { place }: RecordHead,
): void {
  if (webhookEndpointIds.size === 0) return;
  const spot = encodeSpot({ number: 0, place, sub: 0 });
  for (const of of [ANY_ENDPOINT, ...[...webhookEndpointIds].map(endpointSuffixOf)]) {
    state.webhookRecent.add(realm, recentKey(of, place), spot);
  }
}

function keyOf({ webhookEndpointId, number }: WebhookDeliveryDocument): string {
  return deliveryKey(webhookEndpointId, number);
}

function noteOwed(
  state: WebhookDeliveryState,
  { webhookEndpointId, givesUp }: WebhookLineDocument,
) {
  const suffix = endpointSuffixOf(webhookEndpointId);
  if (givesUp === undefined) state.webhookOwed.delete(suffix);
  else state.webhookOwed.add(suffix);
}

/** `state_conflict` while the endpoint is disabled, or after it was deleted: nothing can be sent to it. */
export function refuseClosedLine(
  webhookEndpointId: string,
  line: WebhookLineDocument | undefined,
): Refusal<"state_conflict"> | undefined {
  if (line?.isOpen === true) return undefined;
  const actual = line === undefined ? "deleted" : "disabled";
  const message = `webhook endpoint ${webhookEndpointId} is ${actual}`;
  const details = { webhookEndpointId, expected: "enabled", actual };
  return refuse("state_conflict", message, details);
}
