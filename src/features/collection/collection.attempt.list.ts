/** collection.attempt.list: the attempts of one collection, the oldest first. */
import { Type } from "@sinclair/typebox";
import { Cursor, Limit, listOf } from "../../contract/formats.ts";
import { declareRead } from "../../contract/operation.ts";
import { answerPage } from "../../contract/page.ts";
import { attemptsShown, collectionNotFound, collections } from "./collection_resource.ts";
import { CollectionAttempt, CollectionPath } from "./collection_schema.ts";

export const collectionAttemptList = declareRead({
  id: "collection.attempt.list",
  summary: "List the attempts of a collection",
  description: "In the order in which they were made, each with its operation and its outcome.",
  tag: "Collections",
  http: { method: "GET", path: "/collections/{collectionId}/attempts", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "collections:read",
  path: CollectionPath,
  query: Type.Object(
    { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
    { additionalProperties: false },
  ),
  output: listOf(CollectionAttempt, "CollectionAttemptList"),
  refusals: ["collection_not_found"],
  read(snapshot, { collectionId, limit, cursor }, context) {
    const seen = collections.find(snapshot, context.realm, collectionId);
    if (seen === undefined) return collectionNotFound(collectionId);
    const attempts = attemptsShown(seen.document);
    return answerPage(
      {
        limit,
        cursor,
        filters: { collectionId },
        *walk(after) {
          const done = attempts.findIndex(({ operationId }) => operationId === after) + 1;
          for (const item of attempts.slice(done)) yield { position: item.operationId, item };
        },
      },
      context,
    );
  },
});
