/** The result of a search on the wire. */
import { Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";

/** `types`: the nouns of the resources that can be found. */
export function searchResultOf(types: readonly string[]) {
  const hit = Type.Object(
    {
      type: described(
        Type.Union(types.map((type) => Type.Literal(type))),
        "What kind of thing was found.",
      ),
      id: Type.String({ description: "Id to retrieve it by." }),
      title: Type.String({ description: "What people would call it." }),
    },
    { title: "SearchHit", description: "Something that was found.", additionalProperties: false },
  );
  return Type.Object(
    {
      items: described(
        Type.Array(hit),
        "What was found, at most `limit`; exact matches first, then the newest.",
      ),
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
}
