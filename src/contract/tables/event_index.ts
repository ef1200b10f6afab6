/**
 * The indexes of a realm's events, which a shard writes and reads use. All belong to the first
 * realm of a name, so that a reset breaks none of them. The numbers of events in keys are padded, so
 * that keys sort like numbers.
 *
 *   blocks     [number of the block's last event][its record's place] -> place, time of that record
 *   types      [type]:[number] -> place of the record, number of the event within the record; and where the record has more
 *              events of the type at the same distance from each other: how many in all, and that distance
 *   resources  [id of the resource]:[number] -> the same
 *   customers  [id of the customer]:[number] -> the same, of events whose fact names the customer
 *
 * The dense event (`FactEvent.isDense`) has no entry in types and resources: a walk finds it.
 */
import type { Place } from "../../base/id.ts";

/** A block ends with the record that has its 256th event or is its 1,024th record. */
export const EVENTS_PER_BLOCK = 256;
export const RECORDS_PER_BLOCK = 1_024;

const DIGITS = 16;
const BYTES = 16;
const RUN_BYTES = BYTES + 8;

/** Where an event stands. `sub`: its number within its record, from 0. */
export type EventSpot = { number: number; place: Place; sub: number };
/** Events of one record under one text, of which the first stands at the spot, and each other `stride` after the one before it. */
export type EventRun = EventSpot & { count: number; stride: number };
/** The end of a block: number of the last event, and the record that ends the block. */
export type BlockEnd = { number: number; place: Place; timeMs: number };

export function eventKey(number: number): string {
  return String(number).padStart(DIGITS, "0");
}

export function blockKey({ number, place }: BlockEnd): string {
  return eventKey(number) + eventKey(place);
}

export function encodeBlockEnd({ place, timeMs }: BlockEnd): Uint8Array {
  return encodePair(place, timeMs);
}

export function decodeBlockEnd(key: string, value: Uint8Array): BlockEnd {
  const [place, timeMs] = decodePair(value);
  return { number: Number(key.slice(0, DIGITS)), place, timeMs };
}

/** The key of an event under a type or the id of a resource. */
export function spotKey(under: string, number: number): string {
  return `${under}:${eventKey(number)}`;
}

export function encodeSpot({ place, sub }: EventSpot): Uint8Array {
  return encodePair(place, sub);
}

export function decodeSpot(key: string, value: Uint8Array): EventSpot {
  const [place, sub] = decodePair(value);
  return { number: Number(key.slice(-DIGITS)), place, sub };
}

/** A run of one event is a spot, as all entries were before there were runs. */
export function encodeRun(run: EventRun): Uint8Array {
  const { place, sub, count, stride } = run;
  if (count === 1) return encodePair(place, sub);
  const bytes = Buffer.allocUnsafe(RUN_BYTES);
  bytes.writeDoubleLE(place, 0);
  bytes.writeDoubleLE(sub, 8);
  bytes.writeUInt32LE(count, BYTES);
  bytes.writeUInt32LE(stride, BYTES + 4);
  return bytes;
}

export function decodeRun(key: string, value: Uint8Array): EventRun {
  const spot = decodeSpot(key, value);
  if (value.byteLength < RUN_BYTES) return { ...spot, count: 1, stride: 1 };
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  return { ...spot, count: view.getUint32(BYTES, true), stride: view.getUint32(BYTES + 4, true) };
}

/** The event of a run at `index`, which is below its count. */
export function spotIn({ number, place, sub, stride }: EventRun, index: number): EventSpot {
  return { number: number + index * stride, place, sub: sub + index * stride };
}

function encodePair(first: number, second: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(BYTES);
  bytes.writeDoubleLE(first, 0);
  bytes.writeDoubleLE(second, 8);
  return bytes;
}

function decodePair(bytes: Uint8Array): [number, number] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [view.getFloat64(0, true), view.getFloat64(8, true)];
}
