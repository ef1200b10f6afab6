/**
 * What happened while an endpoint was disabled and was never sent to it: the events between the position at which its
 * line was closed and the event of its enabling. Both are found in a snapshot, by seeks: the events about the endpoint, and the
 * reports of attempts at it. Nothing of it is kept, so endpoints of earlier versions have it too.
 */
import { decodeSpot, type EventSpot } from "../../contract/tables/event_index.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { eventIdOf } from "../event/event_document.ts";
import { filteredSteps } from "../event/event_filter.ts";
import { EventLog, type TimeRange } from "../event/event_log.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { deliveryKey, endpointSuffixOf } from "../webhook_delivery/webhook_delivery_document.ts";
import type { WebhookEndpointDocument } from "./webhook_endpoint_document.ts";
import { filtersOf, isFor } from "./webhook_lines.ts";

/** Of the events about an endpoint itself so many are looked at, the newest ones, for when it was enabled. */
const OWN_EVENTS_MAX = 1_000;
/** Events that one search passes: the search after it goes on behind them. */
export const MISSED_STEPS_MAX = 10_000;

const ENABLED = "webhook_endpoint.enabled";

/** The numbers between which the line of an endpoint did not go: `after < number < before`. */
type Gap = { after: number; before: number };

/** Which missed events are meant. `isLastOnly`: those of the last time that the endpoint was disabled. */
export type MissedRange = TimeRange & { afterNumber: number; isLastOnly: boolean };

/** An event that was missed. */
export type MissedEvent = { eventId: string; number: number };

/**
 * The missed events of the range, in their order, at most `limit`. `passed`: every number up to there was looked at;
 * `isWhole`: there are none behind it.
 */
export type FoundMissed = { events: MissedEvent[]; passed: number; isWhole: boolean };

export function missedEvents(
  { snapshot, realmKey }: { snapshot: Snapshot; realmKey: string },
  endpoint: WebhookEndpointDocument,
  range: MissedRange,
  limit: number,
): FoundMissed {
  const events: MissedEvent[] = [];
  let passed = range.afterNumber;
  const log = EventLog.of(snapshot, realmKey);
  if (log === undefined) return { events, passed, isWhole: true };
  const first = range.fromMs === 0 ? 1 : log.firstAtTime(range.fromMs).number;
  const filters = filtersOf(endpoint);
  let steps = 0;
  for (const gap of gapsOf(snapshot, log, endpoint, range)) {
    const from = { number: Math.max(gap.after, first - 1, range.afterNumber) };
    for (const { number, event } of filteredSteps(log, filters, range, "forward", from)) {
      if (number >= gap.before) break;
      if (events.length === limit || steps++ === MISSED_STEPS_MAX) {
        return { events, passed, isWhole: false };
      }
      passed = number;
      if (event !== undefined && isFor(event, endpoint)) {
        events.push({ eventId: eventIdOf(event), number });
      }
    }
  }
  return { events, passed, isWhole: true };
}

/** Oldest first. */
function gapsOf(
  snapshot: Snapshot,
  log: EventLog,
  endpoint: WebhookEndpointDocument,
  { fromMs, isLastOnly }: MissedRange,
): Gap[] {
  const gaps: Gap[] = [];
  const made = numberOfMaking(log, endpoint);
  for (const { number, timeMs } of openingsOf(log, endpoint)) {
    const later = gaps.at(-1);
    // The line began anew with this opening, so the gap of the later one does not reach further back.
    if (later !== undefined) later.after = Math.max(later.after, number);
    if (isLastOnly ? gaps.length === 1 : timeMs < fromMs) break;
    const after = Math.max(made, positionBefore(snapshot, endpoint, number));
    gaps.push({ after, before: number });
  }
  return gaps.reverse();
}

/** The number of the oldest event about the endpoint, which is that of its making. */
function numberOfMaking(log: EventLog, { webhookEndpointId }: WebhookEndpointDocument): number {
  for (const { number } of log.spotsForward("resource", webhookEndpointId, 0)) return number;
  return log.count;
}

/** The events by which the endpoint was enabled, newest first. */
function* openingsOf(
  log: EventLog,
  { webhookEndpointId }: WebhookEndpointDocument,
): Generator<{ number: number; timeMs: number }> {
  let looked = 0;
  for (const spot of log.spotsBack("resource", webhookEndpointId, log.count + 1)) {
    if (looked++ === OWN_EVENTS_MAX) return;
    if (typeOf(log, spot) !== ENABLED) continue;
    yield { number: spot.number, timeMs: log.at(spot).timeMs };
  }
}

function typeOf(log: EventLog, spot: EventSpot): string {
  return log.at(spot).event.type;
}

/** The highest position of the endpoint's line that a report had told before the event of a number. */
function positionBefore(
  snapshot: Snapshot,
  { realm, webhookEndpointId }: WebhookEndpointDocument,
  number: number,
): number {
  const range = {
    from: endpointSuffixOf(webhookEndpointId),
    below: deliveryKey(webhookEndpointId, number),
  };
  for (const { key, value } of snapshot.descend(LEDGER_TABLE.webhookReport, realm, range)) {
    return decodeSpot(key, value).number;
  }
  return 0;
}
