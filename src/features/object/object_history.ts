/**
 * What happened to an object, newest first: its document names the record that changed it last, and the fact of
 * each action and each migration the record before. So a walk reads only records of this object, and needs no index.
 */
import { decodeIdSuffix } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { rowsBySub } from "../ledger/account_rows.ts";
import { placeOfPosition, suffixOfRecord, type TimeRange } from "../record_walk.ts";
import { suffixOfRow } from "../transfer/find_transfer.ts";
import type { TransferStep } from "../transfer/transfer_walk.ts";
import type { ObjectDocument } from "./object_document.ts";
import {
  OBJECT_ACTED,
  OBJECT_CREATED,
  OBJECT_MIGRATED,
  type ObjectActed,
  type ObjectCreated,
  type ObjectMigrated,
} from "./object_facts.ts";

/** One revision of an object, and the record that led to it. `position`: the id suffix of the record. */
export type ObjectChange = {
  position: string;
  record: StoredRecord;
  fact: Change;
};
type Change = ObjectCreated | ObjectActed | ObjectMigrated;
const KINDS: ReadonlySet<string> = new Set([OBJECT_CREATED, OBJECT_ACTED, OBJECT_MIGRATED]);

/** From the record at the position on, which is the newest where there is none. */
export function* changesBack(
  snapshot: Snapshot,
  { objectId, place: newest }: ObjectDocument,
  from: string | undefined,
): Generator<ObjectChange> {
  let place = placeOfPosition(from) ?? newest;
  while (place !== 0) {
    const record = snapshot.record(place);
    const fact = record?.facts.find((each) => isOf(each as Change, objectId));
    invariant(record !== undefined && fact !== undefined, "a record of an object has changed it");
    const change = fact as Change;
    yield { position: suffixOfRecord(record), record, fact: change };
    place = change.kind === OBJECT_CREATED ? 0 : change.previousPlace;
  }
}

function isOf({ kind, object }: Change, objectId: string): boolean {
  return KINDS.has(kind) && object.objectId === objectId;
}

/** The transfers that the actions of the object made. */
export function* objectTransfers(
  snapshot: Snapshot,
  object: ObjectDocument,
  { fromMs, belowMs }: TimeRange,
  after: string | undefined,
): Generator<TransferStep> {
  const start = placeOfPosition(after);
  for (const { position, record } of changesBack(snapshot, object, after)) {
    if (record.timeMs < fromMs) return;
    const isAfter = record.place === start;
    const rows = record.timeMs < belowMs ? rowsBySub(record) : [];
    if (rows.length === 0 && !isAfter) yield { position, transfer: undefined };
    const below = isAfter ? subOf(after) : rows.length;
    for (const row of rows.slice(0, below).reverse()) {
      const isOwn = row?.extras?.objectId === object.objectId;
      if (isOwn) yield { position: suffixOfRow(row, record), transfer: { row, record } };
    }
  }
}

function subOf(position: string | undefined): number {
  return (position === undefined ? undefined : decodeIdSuffix(position)?.sub) ?? 0;
}
