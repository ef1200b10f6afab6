/**
 * Moments of a realm by the number of its newest event then, as GraphQL names them. What reads of the past
 * show, rows of accounts and that an account is open, changes with an event only, so a number
 * names one state of it (`emitted_events.test.ts`).
 */
import type { Place } from "../../base/id.ts";
import type { MemoryKey, Snapshot } from "../../contract/tables/snapshot.ts";
import { EventLog } from "./event_log.ts";

/** By realm key: the number of the newest event. */
const NEWEST: MemoryKey<Map<string, number>> = {};

/** The number of the newest event of the realm with this key; 0 where it has none, or is not there yet. */
export function newestEvent(snapshot: Snapshot, realmKey: string): number {
  const known = snapshot.memory.at(snapshot.sequence, NEWEST, () => new Map());
  const number = known.get(realmKey) ?? EventLog.of(snapshot, realmKey)?.count ?? 0;
  known.set(realmKey, number);
  return number;
}

/** The place of the record with an event of the realm, from 1 to its newest; of 0, a place before all. */
export function placeOfEvent(snapshot: Snapshot, realmKey: string, number: number): Place {
  return number === 0 ? 0 : (EventLog.of(snapshot, realmKey)?.placeOf(number) ?? 0);
}

export const REALM_MOMENTS = { newestEvent, placeOfEvent };
