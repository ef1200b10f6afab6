/**
 * Which objects name which others, in fields of the type `ref`. An object has its own references in its fields;
 * those who refer to it are found by the index of `object_index.ts`, of which the program of each says whether the
 * field is a reference.
 */
import { ID_SUFFIX_LENGTH, lowestSuffixAt } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { WalkRow } from "../../contract/values/page.ts";
import { nounOf } from "../../programs/run/compiled_program.ts";
import type { Reference } from "../../programs/run/field_types.ts";
import type { TimeRange } from "../record_walk.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { ObjectDocument } from "./object_document.ts";
import { referenceText } from "./object_index.ts";
import type { ObjectReference } from "./object_read_schema.ts";
import type { SeenObject } from "./object_reads.ts";
import type { ObjectSource } from "./object_source.ts";
import { claimKey } from "./object_state.ts";

/** Sorts after every suffix. */
const AFTER_ALL = "~";

type Row = WalkRow<ObjectReference>;
type Wanted = {
  range: TimeRange;
  /** Both where it is absent. */
  direction: ObjectReference["direction"] | undefined;
  after: string | undefined;
};

/**
 * The references of the object and those to it, by the object that refers, the newest first; of one object in the
 * order of its program.
 */
export function* referenceRows(
  snapshot: Snapshot,
  source: ObjectSource,
  seen: SeenObject,
  { range: { fromMs, belowMs }, direction, after }: Wanted,
): Generator<Row> {
  const from = lowestSuffixAt(fromMs);
  const end = belowMs === Number.POSITIVE_INFINITY ? AFTER_ALL : lowestSuffixAt(belowMs);
  const below = after === undefined ? end : after.slice(0, ID_SUFFIX_LENGTH) + AFTER_ALL;
  if (from >= below) return;
  const isIn = from <= seen.suffix && seen.suffix < below;
  for (const suffix of referrers(snapshot, seen, { from, below, isIn })) {
    const rows = rowsOf(source, seen, suffix).filter(
      ({ item }) => direction === undefined || item.direction === direction,
    );
    const done = rows.findIndex(({ position }) => position === after) + 1;
    const nothing = `${suffix}:`;
    if (rows.length === 0 && nothing !== after) yield { position: nothing, item: undefined };
    yield* rows.slice(done);
  }
}

/** The objects that may refer to the object, and where it is in the range the object itself. */
function* referrers(
  snapshot: Snapshot,
  { realm, suffix: own, document: { objectId } }: SeenObject,
  { from, below, isIn }: { from: string; below: string; isIn: boolean },
): Generator<string> {
  const text = referenceText(objectId);
  const bounds = { from: text + from, below: text + below };
  let isDue = isIn;
  for (const { key } of snapshot.descend(LEDGER_TABLE.objectIndex, realm, bounds)) {
    const suffix = key.slice(-ID_SUFFIX_LENGTH);
    if (isDue && suffix <= own) {
      isDue = false;
      if (suffix !== own) yield own;
    }
    yield suffix;
  }
  if (isDue) yield own;
}

/** What one object refers to: of the object itself everything, of another one the object alone. */
function rowsOf(
  source: ObjectSource,
  { suffix: own, document: seen }: SeenObject,
  suffix: string,
): { position: string; item: ObjectReference }[] {
  const referrer = source.object(`obj_${suffix}`);
  invariant(referrer !== undefined, "the document of an index entry exists");
  return referencesOf(source, referrer).flatMap((reference) => {
    const { name, kind } = reference;
    const named = String(referrer.fields[name]);
    const target = suffix === own ? source.object(named) : undefined;
    const isInbound = named === seen.objectId && kind === seen.kind;
    return [
      ...(target === undefined ? [] : [["outbound", target] as const]),
      ...(isInbound ? [["inbound", referrer] as const] : []),
    ].map(([direction, other]) => ({
      position: `${suffix}:${direction}:${name}`,
      item: shownReference(source, reference, referrer, { direction, other }),
    }));
  });
}

function referencesOf(source: ObjectSource, document: ObjectDocument): Reference[] {
  const program = source.compiled(document.buildId);
  invariant(program !== undefined, "the Build of an object is installed");
  const { references } = nounOf(program, document.kind);
  return references.filter(({ name }) => document.fields[name] !== undefined);
}

function shownReference(
  source: ObjectSource,
  { name: field, source: { exclusive = false } }: Reference,
  referrer: ObjectDocument,
  { direction, other }: { direction: ObjectReference["direction"]; other: ObjectDocument },
): ObjectReference {
  const { kind, objectId, createdAtMs } = referrer;
  const claim = { kind, field, objectId: String(referrer.fields[field]) };
  return {
    direction,
    field,
    kind: other.kind,
    objectId: other.objectId,
    state: other.state,
    exclusive,
    claimed: source.claimedBy(claimKey(source.realm, claim)) === objectId,
    createdAt: isoTime(createdAtMs),
  };
}
