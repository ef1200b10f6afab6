/** collection.attempt.list: every attempt to take the money of a collection. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { numberKey } from "../../contract/tables/table.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { timeRangeOf } from "../record_walk.ts";
import { attemptShown, collectionNotFound, collections } from "./collection_noun.ts";
import { CollectionAttempt } from "./collection_schema.ts";

export const collectionAttemptList = declareRead({
  id: "collection.attempt.list",
  summary: "List the attempts of a collection",
  description:
    "Every attempt to take the money, newest first, with the operation that made it and the code that refused it. `createdFrom` and `createdTo` are about `at`, which is by the Product's clock.",
  http: { method: "GET", path: "/collections/{collectionId}/attempts" },
  principals: PRODUCT_CALLERS,
  scope: "collections:read",
  path: collections.path,
  query: listQuery({}),
  output: listOf(CollectionAttempt, "CollectionAttemptList"),
  refusals: ["collection_not_found"],
  read(snapshot, input, context) {
    const { limit, cursor, ...filters } = input;
    const { collectionId } = filters;
    const seen = collections.find(snapshot, context.realm, collectionId);
    if (seen === undefined) return collectionNotFound(collectionId);
    const { attempts } = seen.document;
    const { fromMs, belowMs } = timeRangeOf(filters);
    function* walk(position: string | undefined): Generator<WalkRow> {
      for (let index = attempts.length - 1; index >= 0; index--) {
        const own = numberKey(index + 1);
        if (position !== undefined && own >= position) continue;
        const attempt = attempts[index] as (typeof attempts)[number];
        const isAsked = attempt.atMs >= fromMs && attempt.atMs < belowMs;
        yield { position: own, item: isAsked ? attemptShown(attempt) : undefined };
      }
    }
    return answerPage({ limit, cursor, filters, walk }, context);
  },
});
