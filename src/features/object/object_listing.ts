/**
 * Lists of objects: newest first, found by the index that fits the filters best (`object_index.ts`). What an entry
 * of the index leads to is compared with every filter, because two texts may have one digest.
 */
import { ID_SUFFIX_LENGTH, timeMsOfSuffix } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Found } from "../../contract/declare/found.ts";
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import type { Json } from "../../programs/run/values.ts";
import { answerCreatedList } from "../created_list.ts";
import { timeRangeOf } from "../record_walk.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { ObjectDocument } from "./object_document.ts";
import { fieldText, kindText, stateText, subjectText } from "./object_index.ts";
import { objectResource, objects } from "./object_resource.ts";

/** Which objects a list has: those of a kind, or of a subject, or of both; and of these the ones that match. */
export type WantedObjects = (
  | { kind: string }
  | { kind?: string | undefined; subjectId: string }
) & {
  state?: string | undefined;
  subjectId?: string | undefined;
  field?: { name: string; value: Json } | undefined;
  /** The id of an object, in any case of its letters. */
  search?: string | undefined;
};

type ListInput = { limit?: string; cursor?: string; createdFrom?: string; createdTo?: string };

export function answerObjectList(
  snapshot: Snapshot,
  input: ListInput,
  context: ReadContext,
  wanted: WantedObjects,
): Found | Refusal<"invalid_request"> {
  const { realm, principal } = context;
  const itemAt = (suffix: string) => {
    const document = objects.find(snapshot, realm, `obj_${suffix}`)?.document;
    if (document === undefined || !isWanted(document, wanted)) return undefined;
    return objectResource(document, principal);
  };
  if (wanted.search !== undefined) {
    return answerFound(input, context, wanted.search, itemAt);
  }
  return answerCreatedList(input, context, {
    snapshot,
    tableCode: LEDGER_TABLE.objectIndex,
    keyPrefix: textOf(wanted),
    itemOf: (key) => itemAt(key.slice(-ID_SUFFIX_LENGTH)),
  });
}

/** A search finds an object by its id alone, so there is nothing to walk. */
function answerFound(
  input: ListInput,
  context: ReadContext,
  search: string,
  itemAt: (suffix: string) => unknown,
): Found | Refusal<"invalid_request"> {
  const { limit, cursor, ...filters } = input;
  const { fromMs, belowMs } = timeRangeOf(input);
  const [prefix, suffix = ""] = search.split("_", 2);
  function* walk(after: string | undefined): Generator<WalkRow> {
    if (after !== undefined || prefix?.toLowerCase() !== "obj") return;
    const position = suffix.toUpperCase();
    const item = itemAt(position);
    if (item === undefined) return;
    const atMs = timeMsOfSuffix(position);
    if (fromMs <= atMs && atMs < belowMs) yield { position, item };
  }
  return answerPage({ limit, cursor, filters, walk }, context);
}

/** The text of the index that the fewest objects have. */
function textOf({ kind, state, subjectId, field }: WantedObjects): string {
  if (kind !== undefined && field !== undefined) return fieldText(kind, field.name, field.value);
  if (subjectId !== undefined) return subjectText(kind ?? "", subjectId);
  invariant(kind !== undefined, "a list is of a kind or of a subject");
  return state === undefined ? kindText(kind) : stateText(kind, state);
}

function isWanted(
  document: ObjectDocument,
  { kind, state, subjectId, field }: WantedObjects,
): boolean {
  return (
    (kind === undefined || document.kind === kind) &&
    (state === undefined || document.state === state) &&
    (subjectId === undefined || document.subject === subjectId) &&
    (field === undefined || document.fields[field.name] === field.value)
  );
}
