/** Decision table of collection.simulate, which the shard runs when the time has come. */
import assert from "node:assert/strict";
import {
  scheduled,
  storedCollection,
} from "../../../test/support/features/collection/collections.ts";
import { debited } from "../../../test/support/features/collection/debits.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { collectionSimulate } from "./collection.simulate.ts";

/** When the collections of this test settle. */
const SETTLED_MS = Date.UTC(2026, 1, 3, 8);
const due = (atMs: number) => ({ cause: "provider", due: { atMs, facts: [] } }) as const;

decisionTable(collectionSimulate, {
  given: async (world) => ({ collectionId: (await debited(world)).collectionId }),
  input: ({ collectionId }) => ({ collectionId }),
  asking: () => due(SETTLED_MS),
  rows: [
    {
      title: "when it is due",
      outcome: "collected",
      reply: { status: "collected" },
      check: (_came, { world, collectionId }) =>
        assert.equal(storedCollection(world, collectionId).status, "collected"),
    },
    {
      title: "a millisecond before",
      asking: due(SETTLED_MS - 1),
      code: "state_constraint_failed",
      details: { constraint: "news_due" },
    },
    {
      title: "one that no bank was asked for",
      input: ({ world }) => ({ collectionId: scheduled(world).collectionId }),
      code: "state_conflict",
      details: { actual: "scheduled" },
    },
    {
      title: "an id of nothing",
      input: { collectionId: "coll_none" },
      code: "collection_not_found",
    },
  ],
});
