/** An event as answers, streams and deliveries show it: made from the log, always the same. */
import { encodeIdSuffix } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { resourceTypeOf } from "../../contract/event.ts";
import type { ItemForm } from "../../contract/page.ts";
import type { RealmNames } from "../../contract/principal.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { suffixOfRecord } from "../record_walk.ts";
import type { LoggedEvent } from "./event_log.ts";
import { type Event, OBJECT_BYTES_MAX } from "./event_schema.ts";

/** UTF-8 needs at most so many bytes for one unit of a text. */
const BYTES_OF_UNIT_MAX = 3;

/** The two forms of an event. */
export function eventForm(snapshot: Snapshot, names: RealmNames): ItemForm<LoggedEvent> {
  return {
    documentOf: (logged) => {
      const { head, object, tail } = partsOf(names, logged, contentOf(snapshot, names, logged));
      const { data, ...rest } = head;
      const shown = isTooLarge(JSON.stringify(object)) ? THIN : { object };
      return { ...rest, data: { ...data, ...shown, ...tail } } as Event;
    },
    jsonOf: (logged) => textOf(partsOf(names, logged, contentOf(snapshot, names, logged))),
  };
}

/** The text of an event that shows this object and that has no earlier fields. */
export function eventJson(names: RealmNames, logged: LoggedEvent, object: object): string {
  return textOf(partsOf(names, logged, { object, previous: undefined }));
}

function textOf({ head, object, tail }: ReturnType<typeof partsOf>): string {
  const text = JSON.stringify(object);
  const shown = isTooLarge(text) ? '"object":null,"thin":true' : `"object":${text}`;
  // The head ends with the two brackets of `data` and of itself.
  return `${JSON.stringify(head).slice(0, -2)},${shown},${JSON.stringify(tail).slice(1)}}`;
}

const THIN = { object: null, thin: true } as const;

function isTooLarge(text: string): boolean {
  if (text.length * BYTES_OF_UNIT_MAX <= OBJECT_BYTES_MAX) return false;
  return Buffer.byteLength(text) > OBJECT_BYTES_MAX;
}

export function eventIdOf({ record: { timeMs, shard, place }, sub }: LoggedEvent): string {
  return `evt_${encodeIdSuffix(timeMs, shard, place, sub)}`;
}

type Content = { object: object; previous: object | undefined };

function contentOf(snapshot: Snapshot, names: RealmNames, logged: LoggedEvent): Content {
  const { event, fact, record } = logged;
  const source = { snapshot, names, record };
  invariant(event.objectOf !== undefined, "an event that is shown has a resource");
  const object = event.objectOf(fact, source) as object;
  return { object, previous: event.previousOf?.(fact, source) };
}

/** What stands before and after the resource in an event, and the resource. */
function partsOf(names: RealmNames, logged: LoggedEvent, { object, previous }: Content) {
  const { event, fact, record, number } = logged;
  const { tenantId, productId, environment } = names;
  const { revision } = object as { revision?: number };
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
