/**
 * search.retrieve: things of a Product by one piece of text: an id, an idempotency key, an external
 * id, or part of a name. Shows only things of types that the key has the scope to read.
 */
import { Type } from "@sinclair/typebox";
import { hasScope } from "../../contract/caller.ts";
import { Limit, PAGE_LIMIT_DEFAULT } from "../../contract/formats.ts";
import { found } from "../../contract/found.ts";
import { declareRead } from "../../contract/operation.ts";
import type { Resource } from "../../contract/resource.ts";
import { hitsOf } from "./search_hits.ts";
import { searchResultOf } from "./search_schema.ts";

/** The operation that searches `resources`. */
export function searchRetrieveOf(resources: readonly Resource[]) {
  const nouns = resources.map(({ noun }) => noun);
  return declareRead({
    id: "search.retrieve",
    summary: "Search a Product",
    description:
      "Finds an id, an idempotency key or an external id exactly, and text in the names of customers and accounts, whatever the case. Types that the key has no scope to read are left out.",
    tag: "Search",
    http: { method: "GET", path: "/search", status: 200 },
    principals: ["product_key"],
    scope: "search:read",
    query: Type.Object(
      {
        q: Type.String({ minLength: 1, maxLength: 100, description: "Text to look for." }),
        types: Type.Optional(
          Type.String({
            pattern: `^(${nouns.join("|")})(,(${nouns.join("|")})){0,${nouns.length - 1}}$`,
            description: `Only these, separated by commas: ${nouns.join(", ")}.`,
            examples: ["customer,account"],
          }),
        ),
        limit: Type.Optional(Limit),
      },
      { additionalProperties: false },
    ),
    output: searchResultOf(nouns),
    refusals: [],
    locate: ({ q }) => q.toLowerCase(),
    read(snapshot, { q, types, limit }, context) {
      const asked = types?.split(",") ?? nouns;
      const wanted = resources.filter(
        ({ noun, readScope }) => asked.includes(noun) && hasScope(context.caller, readScope),
      );
      const itemsMax = limit === undefined ? PAGE_LIMIT_DEFAULT : Number(limit);
      return found(hitsOf(snapshot, context, { text: q, resources: wanted, itemsMax }));
    },
  });
}
