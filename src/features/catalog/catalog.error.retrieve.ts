/** catalog.error.retrieve: what an error code means and what to do about the error. Public. */
import { Type } from "@sinclair/typebox";
import { didYouMean } from "../../base/nearest.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { ANYBODY } from "../../contract/declare/principal_lists.ts";
import {
  ERROR_CATALOG,
  ERROR_CODES,
  ErrorCatalogEntry,
  isErrorCode,
} from "../../contract/refusals/error_catalog.ts";
import { refuse } from "../../contract/refusals/refusal.ts";

export const catalogErrorRetrieve = declareRead({
  id: "catalog.error.retrieve",
  summary: "Retrieve an error code",
  description: "One code of the catalog of errors. Needs no key.",
  http: { method: "GET", path: "/catalog/errors/{code}" },
  principals: ANYBODY,
  scope: undefined,
  path: Type.Object(
    {
      code: Type.String({
        minLength: 1,
        maxLength: 128,
        description: "A code of an error: `error.code` of a refusal.",
        examples: ["insufficient_balance"],
      }),
    },
    { additionalProperties: false },
  ),
  output: ErrorCatalogEntry,
  refusals: ["resource_not_found"],
  read(_snapshot, { code }) {
    if (isErrorCode(code)) return found(ERROR_CATALOG[code]);
    const hint = didYouMean(code, ERROR_CODES) || "; catalog.error.list has them all";
    const details = { resourceType: "error", code };
    return refuse("resource_not_found", `no such error code${hint}`, details);
  },
});
