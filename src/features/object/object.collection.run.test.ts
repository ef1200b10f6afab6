/** Decision table of object.collection.run. */
import assert from "node:assert/strict";
import { decideDebit } from "../../../test/support/features/collection/debits.ts";
import {
  begunMembership,
  DUE_MS,
  onlyCollection,
  rowsOf,
} from "../../../test/support/features/object/memberships.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at } from "../../../test/world/parties.ts";
import { objectCollectionRun } from "./object.collection.run.ts";

decisionTable(objectCollectionRun, {
  async given(world) {
    const { membership } = await begunMembership(world, "9905");
    advanceClock(world, at(DUE_MS));
    const { collectionId } = onlyCollection(world);
    decideDebit(world, collectionId, "failed");
    return { membership, collectionId };
  },
  input: ({ collectionId }) => ({ collectionId, ended: "failed" }),
  asking: () => ({ cause: "clock" }),
  rows: [
    {
      title: "a collection of a row that has failed",
      outcome: "the row is tried again after its pause",
      reply: { status: "failed" },
      check({ facts }, { world }) {
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["schedule.changed.1", "object.collection_told.1", "collection.told.1"],
        );
        assert.deepEqual(rowsOf(world), [{ status: "scheduled", attempt: 2, refusedWith: "AM04" }]);
      },
    },
    {
      title: "a collection that is not there",
      input: { collectionId: "coll_unknown" },
      code: "collection_not_found",
    },
    {
      title: "an end that has not come",
      input: { ended: "collected" },
      code: "state_conflict",
      details: { expected: "collected", actual: "failed" },
    },
    {
      title: "told before",
      given: ({ world }) => world.passTime(),
      code: "state_conflict",
      details: { expected: "failed", actual: "failed" },
    },
  ],
});
