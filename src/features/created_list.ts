/**
 * Lists over a table whose keys end in a time-ordered id suffix: newest first. `createdFrom` and
 * `createdTo` are bounds of the key; every other parameter is a filter on the row.
 */
import { lowestSuffixAt } from "../base/id.ts";
import type { Found } from "../contract/declare/found.ts";
import type { ReadContext } from "../contract/declare/operation.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import { answerPage, type WalkRow } from "../contract/values/page.ts";
import { timeRangeOf } from "./record_walk.ts";

/** Sorts after every suffix. */
const AFTER_ALL = "~";
/** Sorts before every suffix. No cursor has it: nothing follows the oldest thing. */
const BEFORE_ALL = "";

type ListInput = {
  limit?: number | string;
  cursor?: string;
  createdFrom?: string;
  createdTo?: string;
};

/** Rows of a table in the request's realm; `itemOf` returns undefined for rows to leave out. */
export type CreatedList = {
  snapshot: Snapshot;
  tableCode: number;
  /** The text that the keys start with, before the suffix; nothing by default. */
  keyPrefix?: string;
  itemOf(key: string, value: Uint8Array): unknown;
  /** What comes behind all rows, made at `atMs`; its item is undefined where the filters leave it out. */
  oldest?: { atMs: number; item: unknown } | undefined;
};

export function answerCreatedList(
  input: ListInput,
  context: ReadContext,
  { snapshot, tableCode, keyPrefix = "", itemOf, oldest }: CreatedList,
): Found | Refusal<"invalid_request"> {
  const { limit, cursor, ...filters } = input;
  const { realm } = context;
  const { fromMs, belowMs } = timeRangeOf(input);
  function* walk(position: string | undefined): Generator<WalkRow> {
    yield* rows(position);
    if (oldest === undefined || oldest.atMs < fromMs || oldest.atMs >= belowMs) return;
    yield { position: BEFORE_ALL, item: oldest.item };
  }
  function* rows(position: string | undefined): Generator<WalkRow> {
    if (realm === undefined) return;
    const from = keyPrefix + lowestSuffixAt(fromMs);
    const end =
      keyPrefix + (belowMs === Number.POSITIVE_INFINITY ? AFTER_ALL : lowestSuffixAt(belowMs));
    const below = position !== undefined && position < end ? position : end;
    if (from >= below) return;
    for (const { key, value } of snapshot.descend(tableCode, realm, { from, below })) {
      yield { position: key, item: itemOf(key, value) };
    }
  }
  const request = { limit: limit === undefined ? undefined : String(limit), cursor, filters, walk };
  return answerPage(request, context);
}
