/** catalog.error.list: every code that an error can carry, in alphabetical order. Public. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { ANYBODY } from "../../contract/declare/principal_lists.ts";
import {
  ERROR_CATALOG,
  ERROR_CODES,
  ErrorCatalogEntry,
} from "../../contract/refusals/error_catalog.ts";
import { Cursor, Limit, listOf } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";

export const catalogErrorList = declareRead({
  id: "catalog.error.list",
  summary: "List error codes",
  description:
    "Every code that a refusal can carry: what happened, what to do, and whether to send the request again. Needs no key.",
  http: { method: "GET", path: "/catalog/errors" },
  principals: ANYBODY,
  scope: undefined,
  query: Type.Object(
    { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
    { additionalProperties: false },
  ),
  output: listOf(ErrorCatalogEntry, "ErrorCatalogEntryList"),
  refusals: [],
  read(_snapshot, { limit, cursor }, context) {
    return answerPage(
      { limit: limit === undefined ? undefined : String(limit), cursor, filters: {}, walk },
      context,
    );
  },
});

/** The position of an entry is its code; `ERROR_CODES` is in ascending order. */
function* walk(after: string | undefined): Generator<WalkRow> {
  for (const code of ERROR_CODES) {
    if (after === undefined || code > after) yield { position: code, item: ERROR_CATALOG[code] };
  }
}
