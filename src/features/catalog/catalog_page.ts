/** The lists of the catalog: rows in ascending order of their keys; a cursor's position is a key. */
import { Type } from "@sinclair/typebox";
import type { Found } from "../../contract/declare/found.ts";
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { Cursor, Limit } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";

/** The query of a list that has no filters. */
export const CatalogQuery = Type.Object(
  { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
  { additionalProperties: false },
);

/** One page of `rows` in ascending order of their keys. No two rows may have the same key. */
export function answerCatalogPage<T>(
  { limit, cursor, ...filters }: { limit?: number | string; cursor?: string },
  context: ReadContext,
  rows: readonly T[],
  keyOf: (row: T) => string,
): Found | Refusal<"invalid_request"> {
  const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  function* walk(after: string | undefined): Generator<WalkRow> {
    for (const item of sorted) {
      const position = keyOf(item);
      if (after === undefined || position > after) yield { position, item };
    }
  }
  return answerPage(
    { limit: limit === undefined ? undefined : String(limit), cursor, filters, walk },
    context,
  );
}
