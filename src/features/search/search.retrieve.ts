/**
 * search.retrieve: things of a Product by one piece of text: an id, an idempotency key, an external
 * id, or part of a name. Shows only things of types that the key has the scope to read.
 */
import { Type } from "@sinclair/typebox";
import { hasScope } from "../../contract/declare/caller.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import type { Resource } from "../../contract/declare/resource.ts";
import type { InputIssue } from "../../contract/refusals/issue_codes.ts";
import { Limit, PAGE_LIMIT_DEFAULT } from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { refuseOtherProduct, WhichProduct } from "../own_product.ts";
import { hitsOf } from "./search_hits.ts";
import { searchResultOf } from "./search_schema.ts";

/** The operation that searches `resources`. */
export function searchRetrieveOf(resources: readonly Resource[]) {
  const nouns = resources.map(({ noun }) => noun);
  return declareRead({
    id: "search.retrieve",
    summary: "Search a Product",
    description:
      "Finds an id, an idempotency key or an external id exactly, and text in the names of customers and accounts, whatever the case. The text is `q`, or `search` as in lists; both together must be equal. Types that the key has no scope to read are left out.",
    http: { method: "GET", path: "/search" },
    principals: PRODUCT_CALLERS,
    scope: "search:read",
    query: Type.Object(
      {
        q: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 100,
            description: "Text to look for. Either `q` or `search` is required.",
          }),
        ),
        search: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 100,
            description: "The same as `q`, under the name that lists give it.",
          }),
        ),
        types: Type.Optional(
          ruled(
            Type.String({
              pattern: `^(${nouns.join("|")})(,(${nouns.join("|")})){0,${nouns.length - 1}}$`,
              description: `Only these, separated by commas: ${nouns.join(", ")}.`,
              examples: ["customer,account"],
            }),
            { mustBe: `one or more of ${nouns.join(", ")}, separated by commas`, code: "enum" },
          ),
        ),
        productId: WhichProduct,
        limit: Type.Optional(Limit),
      },
      { additionalProperties: false },
    ),
    output: searchResultOf(nouns),
    refusals: ["resource_not_found"],
    check: checkTexts,
    needs: { recordOf: (input) => textOf(input).toLowerCase() },
    read(snapshot, { types, limit, productId, ...texts }, context) {
      const other = refuseOtherProduct(context.principal, productId);
      if (other !== undefined) return other;
      const asked = types?.split(",") ?? nouns;
      const wanted = resources.filter(
        ({ noun, readScope }) => asked.includes(noun) && hasScope(context.caller, readScope),
      );
      const itemsMax = limit === undefined ? PAGE_LIMIT_DEFAULT : Number(limit);
      return found(hitsOf(snapshot, context, { text: textOf(texts), resources: wanted, itemsMax }));
    },
  });
}

type Texts = { q?: string; search?: string };

/** The text to look for; "" where there is none, which `checkTexts` refuses. */
function textOf({ q, search }: Texts): string {
  return q ?? search ?? "";
}

/** `q` and `search` are one parameter with two names. */
function checkTexts({ q, search }: Texts): InputIssue[] {
  if (q === undefined && search === undefined) {
    const message = "q is required: the text to look for";
    return [{ code: "required", message, path: ["q"] }];
  }
  if (q === undefined || search === undefined || q === search) return [];
  const message = "q and search mean the same and have different values; send one of them";
  return [{ code: "conflict", message, path: ["search"] }];
}
