/**
 * Which objects name which others, in fields of the type `ref`. An object has its own references in its fields;
 * those who refer to it are found by the index of `object_index.ts`, of which the program of each says whether the
 * field is a reference.
 */
import { ID_SUFFIX_LENGTH, lowestSuffixAt } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { WalkRow } from "../../contract/page.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { nounOf, type Reference } from "../../programs/run/compiled_program.ts";
import type { TimeRange } from "../record_walk.ts";
import type { ObjectDocument } from "./object_document.ts";
import { referenceText } from "./object_index.ts";
import type { ObjectReference } from "./object_read_schema.ts";
import type { SeenObject } from "./object_reads.ts";
import { OBJECT_TABLE } from "./object_resource.ts";
import type { ObjectSource } from "./object_source.ts";
import { claimKey } from "./object_state.ts";

/** Sorts after every suffix. */
const AFTER_ALL = "~";

/** Sorts before a position of `inboundReferences`: a walk over both begins with these. */
const OUTBOUND = "outbound:";

type Row = WalkRow<ObjectReference>;

/** The references of the object, in the order of its program; those after a position of this walk. */
export function* outboundReferences(
  source: ObjectSource,
  { document }: SeenObject,
  after: string | undefined,
): Generator<Row> {
  let isBehind = after === undefined;
  for (const reference of referencesOf(source, document)) {
    const position = OUTBOUND + reference.name;
    const target = source.object(String(document.fields[reference.name]));
    if (isBehind && target !== undefined) {
      const shown = { direction: "outbound", other: target } as const;
      yield { position, item: shownReference(source, reference, document, shown) };
    }
    isBehind ||= position === after;
  }
}

export function isOutbound(position: string): boolean {
  return position.startsWith(OUTBOUND);
}

/** The references to the object, those of the newest object first; those after a position of this walk. */
export function* inboundReferences(
  snapshot: Snapshot,
  source: ObjectSource,
  { document: target }: SeenObject,
  { range: { fromMs, belowMs }, after }: { range: TimeRange; after: string | undefined },
): Generator<Row> {
  const text = referenceText(target.objectId);
  const [last, lastField] = after?.split(":") ?? [];
  const end = belowMs === Number.POSITIVE_INFINITY ? AFTER_ALL : lowestSuffixAt(belowMs);
  const bounds = {
    from: text + lowestSuffixAt(fromMs),
    below: text + (last === undefined ? end : last + AFTER_ALL),
  };
  if (bounds.from >= bounds.below) return;
  for (const { key } of snapshot.descend(OBJECT_TABLE.index, source.realm, bounds)) {
    const suffix = key.slice(-ID_SUFFIX_LENGTH);
    const referrer = source.object(`obj_${suffix}`);
    invariant(referrer !== undefined, "the document of an index entry exists");
    const found = referencesOf(source, referrer).filter(
      ({ name, kind }) => kind === target.kind && referrer.fields[name] === target.objectId,
    );
    const done = suffix === last ? found.findIndex(({ name }) => name === lastField) + 1 : 0;
    if (found.length === 0 && suffix !== last) yield { position: `${suffix}:`, item: undefined };
    for (const reference of found.slice(done)) {
      const shown = { direction: "inbound", other: referrer } as const;
      const item = shownReference(source, reference, referrer, shown);
      yield { position: `${suffix}:${reference.name}`, item };
    }
  }
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
