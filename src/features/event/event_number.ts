/** An event by its id, for whoever can read the records that the caller owns. */
import { decodeIdSuffix, encodeIdSuffix, type Place, suffixOf } from "../../base/id.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { eventsOfRecord, type ToldEvent } from "../announced.ts";

/** An event with its sequence. */
export type NumberedEvent = { number: number; type: string; resourceId: string };

/**
 * The event with this id, and its number `sub` within its record; undefined for every other text.
 * `ownRecord`: a record of the caller's realm, or of one that had its names before a reset.
 */
export function eventOfId(
  ownRecord: (place: Place) => StoredRecord | undefined,
  eventId: string,
): (ToldEvent & { record: StoredRecord; sub: number }) | undefined {
  const suffix = suffixOf("evt", eventId);
  const origin = suffix === undefined ? undefined : decodeIdSuffix(suffix);
  const record = origin && ownRecord(origin.place);
  if (record === undefined || origin === undefined) return undefined;
  const { timeMs, shard, place } = record;
  const { sub } = origin;
  if (encodeIdSuffix(timeMs, shard, place, sub) !== suffix) return undefined;
  const told = eventsOfRecord(record)[sub];
  return told && { ...told, record, sub };
}

/**
 * The event with this id, as a decision finds it. Undefined too for an event of a record of version 1,
 * which does not store its number: no endpoint is as old as such a record.
 */
export function findEvent(
  { ownRecord, principal }: Pick<DecisionContext, "ownRecord" | "principal">,
  eventId: string,
): NumberedEvent | undefined {
  const found = eventOfId(ownRecord, eventId);
  if (found?.record.firstEvent === undefined) return undefined;
  const { event, fact, record, sub } = found;
  return {
    number: found.record.firstEvent + sub,
    type: event.type,
    resourceId: event.resourceIdOf(fact, record, principal),
  };
}
