/** Lists of the catalog: a table in the order of its keys, which are the positions of the walk. */
import { type TProperties, Type } from "@sinclair/typebox";
import { Cursor, Limit } from "../../contract/formats.ts";
import type { Found } from "../../contract/found.ts";
import type { ReadContext } from "../../contract/operation.ts";
import { answerPage, type WalkRow } from "../../contract/page.ts";
import type { Refusal } from "../../contract/refusal.ts";

/** The query of such a list: a page of it and nothing else. */
export const CatalogQuery = catalogQuery({});

/** The same with filters. */
export function catalogQuery<P extends TProperties>(filters: P) {
  const page = { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) };
  return Type.Object({ ...filters, ...page }, { additionalProperties: false });
}

/** One page of `rows`, ascending by `keyOf`, which is different for each. */
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
