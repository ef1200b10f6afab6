/** What a search finds, and what each type of it takes to be read. */
import { type Static, Type } from "@sinclair/typebox";

/** Types of hits, each with the scope that reading it takes. */
export const SEARCH_TYPES = {
  customer: "customers:read",
  account: "accounts:read",
  transfer: "transfers:read",
  transfer_hold: "transfer_holds:read",
  operation: "operations:read",
  receipt: "receipts:read",
} as const;
export type SearchType = keyof typeof SEARCH_TYPES;
export const TYPES = Object.keys(SEARCH_TYPES) as SearchType[];

const SearchHit = Type.Object(
  {
    type: Type.Union(TYPES.map((type) => Type.Literal(type))),
    id: Type.String({ description: "Id to retrieve it by." }),
    title: Type.String({ description: "What people would call it." }),
  },
  { title: "SearchHit", description: "Something that was found.", additionalProperties: false },
);
export type SearchHit = Static<typeof SearchHit>;

export const SearchResult = Type.Object(
  {
    items: Type.Array(SearchHit),
    complete: Type.Boolean({
      description: "False when there may be more than was looked at, or than `limit`.",
    }),
  },
  {
    title: "SearchResult",
    description: "What was found, exact matches first, then the newest.",
    additionalProperties: false,
  },
);
