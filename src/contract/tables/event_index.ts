/**
 * The indexes of a realm's events, which a shard writes and reads use. All belong to the first
 * realm of a name, so that a reset breaks none of them. The numbers of events in keys are padded, so
 * that keys sort like numbers.
 *
 *   blocks     [number of the block's last event][its record's place] -> place, time of that record
 *   types      [type]:[number that a stretch of `EVENTS_PER_ENTRY` numbers begins with] -> the events of the type that have
 *              numbers of the stretch: places of records, and numbers of events within the records
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
/**
 * Numbers of a realm whose events under one text are one entry. A reader of a few events opens all of the entry, and it is written
 * again with each write of the state in which it grows; with its key it is below 2 KiB, so that LMDB keeps it in a page with others.
 */
export const EVENTS_PER_ENTRY = 256;
/** A number below 2^53 has up to eight groups of seven bits, and a run five numbers. */
const RUN_BYTES_MAX = 5 * 8;

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

/** The number that the stretch with an event begins with. */
export function stretchOf(number: number): number {
  return number - (number % EVENTS_PER_ENTRY);
}

/** The key of a stretch under a type or the id of a resource or customer; or of a number, to begin a walk at. */
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

/**
 * The value of an entry with the first `count` of `runs`, valid until the next call. Each run is the distance from the number of the
 * run before, the first one from that of the key, and from its place; then its number within the record, its count, and, where it has
 * several events, their distance: numbers in groups of seven bits, the lowest first.
 */
export function encodeRuns(runs: readonly EventRun[], count = runs.length): Uint8Array {
  let at = 0;
  let before = { number: stretchOf((runs[0] as EventRun).number), place: 0 };
  for (let index = 0; index < count; index++) {
    const run = runs[index] as EventRun;
    at = writeNumber(run.number - before.number, at);
    at = writeNumber(run.place - before.place, at);
    at = writeNumber(run.sub, at);
    at = writeNumber(run.count, at);
    if (run.count > 1) at = writeNumber(run.stride, at);
    before = run;
  }
  return ROOM.subarray(0, at);
}

const ROOM = Buffer.allocUnsafeSlow(EVENTS_PER_ENTRY * RUN_BYTES_MAX);

function writeNumber(value: number, from: number): number {
  let at = from;
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) ROOM[at++] = (rest % 128) + 128;
  ROOM[at++] = rest;
  return at;
}

/** The runs of an entry, in the order of their numbers. */
export function decodeRuns(key: string, value: Uint8Array): EventRun[] {
  const runs: EventRun[] = [];
  let at = 0;
  const next = (): number => {
    let unit = 1;
    let read = 0;
    for (; (value[at] as number) >= 128; unit *= 128)
      read += ((value[at++] as number) - 128) * unit;
    return read + (value[at++] as number) * unit;
  };
  let number = Number(key.slice(-DIGITS));
  let place = 0;
  while (at < value.length) {
    number += next();
    place += next();
    const sub = next();
    const count = next();
    runs.push({ number, place, sub, count, stride: count > 1 ? next() : 1 });
  }
  return runs;
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
