/** The sequence of an event, as a decision finds it. */
import { decodeIdSuffix, type Place, suffixOf } from "../../base/id.ts";
import type { StoredRecord } from "../../contract/record.ts";
import { recordOfSuffix } from "../record_walk.ts";
import { eventsOfRecord } from "../told_events.ts";

/** An event with its number. */
export type NumberedEvent = { number: number; type: string; resourceId: string };

/**
 * The event with this id in the realm. Undefined for every other text, and for an event of a record of
 * version 1, which does not store its number: no endpoint is as old as such a record.
 */
export function findEvent(
  recordAt: (place: Place) => StoredRecord | undefined,
  realm: number,
  names: Parameters<ReturnType<typeof eventsOfRecord>[number]["event"]["resourceIdOf"]>[2],
  eventId: string,
): NumberedEvent | undefined {
  const suffix = suffixOf("evt", eventId);
  const record = suffix === undefined ? undefined : recordOfSuffix(recordAt, realm, suffix);
  if (suffix === undefined || record?.firstEvent === undefined) return undefined;
  const sub = decodeIdSuffix(suffix)?.sub ?? -1;
  const told = eventsOfRecord(record)[sub];
  if (told === undefined) return undefined;
  const { event, fact } = told;
  return {
    number: record.firstEvent + sub,
    type: event.type,
    resourceId: event.resourceIdOf(fact, record, names),
  };
}
