/**
 * Lists over a table whose keys end in a time-ordered id suffix: newest first. `createdFrom` and
 * `createdTo` are bounds of the key; every other parameter is a filter on the row.
 */
import { lowestSuffixAt } from "../base/id.ts";
import { parseTimestamp } from "../contract/formats.ts";
import type { Found } from "../contract/found.ts";
import type { ReadContext } from "../contract/operation.ts";
import { answerPage, type WalkRow } from "../contract/page.ts";
import type { Refusal } from "../contract/refusal.ts";
import type { Snapshot } from "../contract/snapshot.ts";

/** Latest time that the nine digits of a suffix can hold, milliseconds UTC (year 3084). */
const SUFFIX_TIME_MAX_MS = 2 ** 45 - 1;
/** Sorts after every suffix. */
const AFTER_ALL = "~";

type ListInput = {
  limit?: number | string;
  cursor?: string;
  createdFrom?: string;
  createdTo?: string;
};

/** Rows of a table in the request's scope; `itemOf` returns undefined for rows to leave out. */
export type CreatedList = {
  snapshot: Snapshot;
  tableCode: number;
  /** The text that the keys start with, before the suffix; nothing by default. */
  keyPrefix?: string;
  itemOf(key: string, value: Uint8Array): unknown;
};

export function answerCreatedList(
  input: ListInput,
  context: ReadContext,
  { snapshot, tableCode, keyPrefix = "", itemOf }: CreatedList,
): Found | Refusal<"invalid_request"> {
  const { limit, cursor, ...filters } = input;
  const { scope } = context;
  function* walk(position: string | undefined): Generator<WalkRow> {
    if (scope === undefined) return;
    const from = keyPrefix + boundAt(input.createdFrom, "");
    const end = keyPrefix + boundAt(input.createdTo, AFTER_ALL);
    const below = position !== undefined && position < end ? position : end;
    if (from >= below) return;
    for (const { key, value } of snapshot.descend(tableCode, scope, { from, below })) {
      yield { position: key, item: itemOf(key, value) };
    }
  }
  const request = { limit: limit === undefined ? undefined : String(limit), cursor, filters, walk };
  return answerPage(request, context);
}

function boundAt(timestamp: string | undefined, otherwise: string): string {
  const timeMs = timestamp === undefined ? undefined : parseTimestamp(timestamp);
  if (timeMs === undefined) return otherwise;
  return lowestSuffixAt(Math.min(timeMs, SUFFIX_TIME_MAX_MS));
}
