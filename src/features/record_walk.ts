/**
 * Lists of records of the log: the records of one realm, newest first. Each record names the record
 * before it in its realm, so a walk reads only the records that it passes, and needs no index.
 */
import { decodeIdSuffix, encodeIdSuffix, type Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import type { Found } from "../contract/declare/found.ts";
import type { ReadContext } from "../contract/declare/operation.ts";
import type { RecordHead, StoredRecord } from "../contract/records/record.ts";
import { RECORD } from "../contract/records/record_layout.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import type { RecordSpot, Snapshot } from "../contract/tables/snapshot.ts";
import { answerPage, type WalkRow } from "../contract/values/page.ts";
import { boundMsOf } from "../contract/values/timestamp_text.ts";

/** `fromMs <= time < belowMs`, milliseconds UTC. */
export type TimeRange = { fromMs: number; belowMs: number };

type ListInput = {
  limit?: number | string;
  cursor?: string;
  createdFrom?: string;
  createdTo?: string;
};

/**
 * The time range of a list's input; everything where the input has no bounds. Every list with the
 * parameters `createdFrom` and `createdTo` takes its range from here.
 */
export function timeRangeOf({ createdFrom, createdTo }: ListInput): TimeRange {
  const fromMs = createdFrom === undefined ? undefined : boundMsOf(createdFrom);
  const belowMs = createdTo === undefined ? undefined : boundMsOf(createdTo);
  return { fromMs: fromMs ?? 0, belowMs: belowMs ?? Number.POSITIVE_INFINITY };
}

/** The id suffix that the operation, the receipt and the first thing of a record share. */
export function suffixOfRecord({ timeMs, shard, place }: RecordHead): string {
  return encodeIdSuffix(timeMs, shard, place, 0);
}

/**
 * A place as a position of a list has it, which a client can read: the suffix of the record there, which
 * hides the place. "" where no record stands there.
 */
export function positionOfPlace(snapshot: Snapshot, place: Place): string {
  if (!snapshot.pointAt(place, SPOT)) return "";
  const timeMs = SPOT.view.getFloat64(SPOT.start + RECORD.timeMs, true);
  return encodeIdSuffix(timeMs, snapshot.shard, place, 0);
}

/** The place in such a position, or in a position of an older version, which was the place itself; else undefined. */
export function placeInPosition(text: string | undefined): Place | undefined {
  if (text === undefined || text === "") return undefined;
  return /^\d{1,16}$/.test(text) ? Number(text) : decodeIdSuffix(text)?.place;
}

const SPOT: RecordSpot = {
  bytes: new Uint8Array(),
  view: new DataView(new ArrayBuffer(0)),
  start: 0,
};

/** Records of `realm` in `range`, newest first; from the record at `start` on if it is given. */
export function* recordsBack(
  snapshot: Snapshot,
  realm: number,
  range: TimeRange,
  start?: Place,
): Generator<StoredRecord> {
  let record = newestIn(snapshot, realm, range, start);
  for (; record !== undefined; record = olderIn(snapshot, record, range)) yield record;
}

/** The first record of `recordsBack`; used with `olderIn` where a generator is too slow. */
export function newestIn(
  snapshot: Snapshot,
  realm: number,
  range: TimeRange,
  start?: Place,
): StoredRecord | undefined {
  const { belowMs } = range;
  const newest = belowMs === Number.POSITIVE_INFINITY ? undefined : belowMs;
  return recordIn(snapshot, start ?? snapshot.newestRecord(realm, newest), range);
}

/** The next older record in `range` of the realm of `record`; undefined at the end. */
export function olderIn(
  snapshot: Snapshot,
  { previousPlace }: RecordHead,
  range: TimeRange,
): StoredRecord | undefined {
  return recordIn(snapshot, previousPlace, range);
}

function recordIn(
  snapshot: Snapshot,
  from: Place,
  { fromMs, belowMs }: TimeRange,
): StoredRecord | undefined {
  for (let place = from; place !== 0; ) {
    const record = snapshot.record(place);
    invariant(record !== undefined, "a record that another names is in the log");
    if (record.timeMs < fromMs) return undefined;
    if (record.timeMs < belowMs) return record;
    place = record.previousPlace;
  }
  return undefined;
}

/** One page of the realm's records; `itemOf` returns undefined for records to leave out. */
export function answerRecordList(
  snapshot: Snapshot,
  input: ListInput,
  context: ReadContext,
  itemOf: (record: StoredRecord) => unknown,
): Found | Refusal<"invalid_request"> {
  const { limit, cursor, ...filters } = input;
  const { realm } = context;
  function* walk(after: string | undefined): Generator<WalkRow> {
    if (realm === undefined) return;
    for (const record of recordsBack(snapshot, realm, timeRangeOf(input), placeOfPosition(after))) {
      const position = suffixOfRecord(record);
      if (position !== after) yield { position, item: itemOf(record) };
    }
  }
  const request = { limit: limit === undefined ? undefined : String(limit), cursor, filters, walk };
  return answerPage(request, context);
}

/** Place of the record at a position; undefined for the start of a walk. */
export function placeOfPosition(position: string | undefined): Place | undefined {
  if (position === undefined) return undefined;
  const origin = decodeIdSuffix(position);
  invariant(origin !== undefined, "a position in the log is an id suffix");
  return origin.place;
}

/**
 * The record that made the thing with this id suffix; undefined unless `realm` owns the record and
 * the whole suffix belongs to the record.
 */
export function recordOfSuffix(
  recordAt: (place: Place) => StoredRecord | undefined,
  realm: number | undefined,
  suffix: string,
): StoredRecord | undefined {
  const origin = decodeIdSuffix(suffix);
  if (origin === undefined || realm === undefined || origin.place === 0) return undefined;
  const record = recordAt(origin.place);
  if (record === undefined || record.realm !== realm) return undefined;
  const own = encodeIdSuffix(record.timeMs, record.shard, record.place, origin.sub);
  return own === suffix ? record : undefined;
}
