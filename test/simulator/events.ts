/**
 * Checks the events of each record: its operation declares them, and their numbers have no gap. Keeps them for
 * the realm's model, with which every page of events is compared.
 */
import { encodeIdSuffix, frameOf } from "../../src/base/id.ts";
import type { StoredRecord } from "../../src/contract/records/record.ts";
import { SHARD_REGISTRY } from "../../src/features/registry.ts";
import type { Realm } from "./model/model.ts";

/** The violation of the record's events, or undefined; adds the events to those of the realm. */
export function wrongEvents(realm: Realm, record: StoredRecord): string | undefined {
  if (realm.lastEvent !== Number.POSITIVE_INFINITY && record.cause === "platform") {
    // Nobody listens to a realm that a reset has retired.
    return record.firstEvent === 0 ? undefined : "an event of a realm that is retired";
  }
  const { operation, firstEvent, facts, place, timeMs, shard } = record;
  const { events: declared = [], emitsSynthetic } = SHARD_REGISTRY.operations.get(operation) ?? {};
  const before = realm.events.length;
  for (const fact of facts) {
    for (const event of SHARD_REGISTRY.events.get(fact.kind)?.(fact) ?? []) {
      const { type, isSynthetic } = event;
      const isDeclared = isSynthetic === true ? emitsSynthetic === true : declared.includes(type);
      if (!isDeclared) return `${type}, which ${operation} does not declare`;
      const resourceId = event.resourceIdOf(fact, record, realm);
      const id = `evt_${encodeIdSuffix(timeMs, shard, place, realm.events.length - before)}`;
      realm.events.push({ frame: frameOf(place), id, type, resourceId });
    }
  }
  const expected = realm.events.length === before ? 0 : before + 1;
  return firstEvent === expected ? undefined : `its first event must have number ${expected}`;
}

/** The page of events that a list must show at a frame, as far as the model knows them. */
export function pageOfEvents(
  realm: Realm,
  frame: number,
  query: Readonly<Record<string, string>>,
): { items: object[] } {
  const { afterSequence, types, resourceId, limit } = query;
  const all = realm.events.map((event, at) => ({ ...event, number: at + 1 }));
  const wanted = all.filter(
    (event) =>
      event.frame <= frame &&
      (types === undefined || types === event.type) &&
      (resourceId === undefined || resourceId === event.resourceId) &&
      (afterSequence === undefined || event.number > Number(afterSequence)),
  );
  const ordered = afterSequence === undefined ? wanted.reverse() : wanted;
  const items = ordered
    .slice(0, Number(limit))
    .map(({ number, id: eventId, type, resourceId: id }) => ({
      id: eventId,
      sequence: String(number),
      type,
      data: { resource: { id } },
    }));
  return { items };
}
