/** The attempts of a collection, in their order. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { collectionAttemptList } from "./collection.attempt.list.ts";
import { collectedLoan } from "./testing_collections.ts";

decisionTable(collectionAttemptList, {
  given: collectedLoan,
  input: ({ second }) => ({ collectionId: second.collectionId }),
  rows: [
    {
      title: "two attempts",
      outcome: "the first before the second, each with its operation",
      check({ reply }, { second }) {
        const items = reply["items"] as { operationId: string; code: string }[];
        assert.deepEqual(
          items.map(({ operationId, code }) => [operationId, code]),
          second.attempts.map(({ operationId }) => [operationId, "consent_not_active"]),
        );
        assert.equal(items.length, 2);
      },
    },
    {
      title: "the page after the first attempt",
      async input({ world }, base) {
        const page = await world.found(collectionAttemptList, { ...base, limit: "1" });
        return { cursor: page.nextCursor };
      },
      outcome: "the second one",
      check: ({ reply }) => assert.equal((reply["items"] as unknown[]).length, 1),
    },
    {
      title: "a collection that is not there",
      input: { collectionId: "coll_unknown" },
      code: "collection_not_found",
    },
  ],
});
