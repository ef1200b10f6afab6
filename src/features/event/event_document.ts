/** An event as answers, streams and deliveries show it: made from the log, always the same. */
import { encodeIdSuffix } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import {
  type EventSource,
  type FactEvent,
  type ObjectText,
  resourceTypeOf,
} from "../../contract/declare/event.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { ItemForm } from "../../contract/values/page.ts";
import { suffixOfRecord } from "../record_walk.ts";
import { type Event, OBJECT_BYTES_MAX } from "./event_schema.ts";
import { eventTextsOf } from "./event_texts.ts";
import type { LoggedEvent } from "./logged_event.ts";

/** UTF-8 needs at most so many bytes for one unit of a text. */
const BYTES_OF_UNIT_MAX = 3;

/** The two forms of an event. */
export function eventForm(snapshot: Snapshot, names: RealmNames): ItemForm<LoggedEvent> {
  const texts = eventTextsOf(snapshot);
  return {
    documentOf: (logged) => {
      const { head, object, tail } = partsOf(snapshot, names, logged);
      const { data, ...rest } = head;
      const shown = isTooLarge(JSON.stringify(object)) ? THIN : { object };
      return { ...rest, data: { ...data, ...shown, ...tail } } as Event;
    },
    jsonOf: (logged) =>
      texts.of(logged, () => eventJsonWith(names, logged, textContentOf(snapshot, names, logged))),
  };
}

/** The text of an event that shows this object and that has no earlier fields. */
export function eventJson(
  names: RealmNames,
  logged: LoggedEvent,
  object: { revision?: number },
): string {
  const { revision } = object;
  return eventJsonWith(names, logged, {
    text: JSON.stringify(object),
    revision,
    previous: undefined,
  });
}

/** A resource, and the fields that changed as they were. */
export type TextContent = ObjectText & { previous: object | undefined };

/**
 * The JSON of an event, written by hand because every event is read as a text, by lists, streams and
 * webhooks: a page of 50 takes a third of the time. Plain twin: `documentOf`, in event_document.test.ts.
 */
export function eventJsonWith(
  names: RealmNames,
  { event, fact, record, number, sub }: LoggedEvent,
  { text, revision, previous }: TextContent,
): string {
  const { timeMs, shard, place, cause } = record;
  const { tenantId, productId, environment } = names;
  const suffix = encodeIdSuffix(timeMs, shard, place, 0);
  const own = sub === 0 ? suffix : encodeIdSuffix(timeMs, shard, place, sub);
  const synthetic = event.isSynthetic === true ? ',"synthetic":true' : "";
  const resourceId = JSON.stringify(event.resourceIdOf(fact, record, names));
  const revisionText = revision === undefined ? "" : `,"revision":${revision}`;
  const shown = isTooLarge(text) ? '"object":null,"thin":true' : `"object":${text}`;
  const previousText = previous === undefined ? "" : `,"previous":${JSON.stringify(previous)}`;
  return (
    `{"id":"evt_${own}","type":"${event.type}","timestamp":"${isoTime(timeMs)}",` +
    `"environment":"${environment}","tenantId":"${tenantId}","productId":"${productId}",` +
    `"sequence":"${number}"${synthetic},"data":{"resource":{"type":"${resourceTypeOf(event.type)}",` +
    `"id":${resourceId}${revisionText}},${shown}${previousText},` +
    `"operationId":"op_${suffix}","receiptId":"rcpt_${suffix}","cause":"${cause}"}}`
  );
}

function textContentOf(snapshot: Snapshot, names: RealmNames, logged: LoggedEvent): TextContent {
  const { event, fact, record } = logged;
  const source = { snapshot, names, record };
  const previous = event.previousOf?.(fact, source);
  const written = event.objectTextOf?.(fact, source);
  if (written !== undefined) return { ...written, previous };
  const object = objectOf(event, fact, source);
  return { text: JSON.stringify(object), revision: object.revision, previous };
}

function objectOf(event: FactEvent, fact: Fact, source: EventSource): { revision?: number } {
  invariant(event.objectOf !== undefined, "an event that is shown has a resource");
  return event.objectOf(fact, source) as { revision?: number };
}

const THIN = { object: null, thin: true } as const;

function isTooLarge(text: string): boolean {
  if (text.length * BYTES_OF_UNIT_MAX <= OBJECT_BYTES_MAX) return false;
  return Buffer.byteLength(text) > OBJECT_BYTES_MAX;
}

export function eventIdOf({ record: { timeMs, shard, place }, sub }: LoggedEvent): string {
  return `evt_${encodeIdSuffix(timeMs, shard, place, sub)}`;
}

/** What stands before and after the resource in an event, and the resource. */
function partsOf(snapshot: Snapshot, names: RealmNames, logged: LoggedEvent) {
  const { event, fact, record, number } = logged;
  const source = { snapshot, names, record };
  const { tenantId, productId, environment } = names;
  const object = objectOf(event, fact, source);
  const previous = event.previousOf?.(fact, source);
  const { revision } = object;
  const suffix = suffixOfRecord(record);
  return {
    object,
    head: {
      id: eventIdOf(logged),
      type: event.type,
      timestamp: isoTime(record.timeMs),
      environment,
      tenantId,
      productId,
      sequence: String(number),
      ...(event.isSynthetic === true && { synthetic: true }),
      data: {
        resource: {
          type: resourceTypeOf(event.type),
          id: event.resourceIdOf(fact, record, names),
          ...(revision !== undefined && { revision }),
        },
      },
    },
    tail: {
      ...(previous !== undefined && { previous }),
      operationId: `op_${suffix}`,
      receiptId: `rcpt_${suffix}`,
      cause: record.cause,
    },
  };
}
