/** Decision table of collection.cancel. */
import assert from "node:assert/strict";
import {
  collectedLoan,
  failed,
  scheduled,
  UNKNOWN_COLLECTIONS,
} from "../../../test/support/features/collection/collections.ts";
import { debited } from "../../../test/support/features/collection/debits.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, balanceOf, DAY_MS } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { collectionCancel } from "./collection.cancel.ts";
import { collectionCollect } from "./collection.collect.ts";
import { collectionRetrieve } from "./collection_noun.ts";

const reason = "paid in cash";

decisionTable(collectionCancel, {
  given: (world) => scheduled(world),
  input: ({ collectionId }) => ({ collectionId, reason }),
  rows: [
    {
      title: "a collection that waits",
      outcome: "cancelled, and nothing is taken when it would be due",
      reply: { status: "cancelled", cancellationReason: reason, revision: 2 },
      async check({ reply }, { world, collectionId, sourceAccountId }) {
        await assertShows(world, collectionRetrieve, { collectionId }, reply);
        assert.deepEqual(advanceClock(world, at(2 * DAY_MS)).steps, []);
        assert.equal(balanceOf(world, sourceAccountId).posted, "1000");
      },
    },
    {
      title: "a collection that has failed",
      input: ({ world }) => ({ collectionId: failed(world).collectionId }),
      outcome: "cancelled, and why it failed is kept",
      reply: { status: "cancelled" },
      check: ({ reply }) =>
        assert.equal((reply["failure"] as { code: string }).code, "insufficient_balance"),
    },
    { title: "a reason that is blank", input: { reason: " " }, code: "invalid_request" },
    ...UNKNOWN_COLLECTIONS,
    {
      title: "a collection that a bank was asked for",
      input: async ({ world }) => ({ collectionId: (await debited(world)).collectionId }),
      code: "collection_status_forbidden",
      details: { status: "processing", allowed: ["scheduled", "failed"] },
    },
    {
      title: "a collection that is collected",
      given: ({ world, collectionId }) => world.made(collectionCollect, { collectionId }),
      code: "collection_status_forbidden",
      details: { status: "collected", allowed: ["scheduled", "failed"] },
    },
    {
      title: "a collection that is cancelled",
      given: ({ world, collectionId }) => world.made(collectionCancel, { collectionId, reason }),
      code: "collection_status_forbidden",
      details: { status: "cancelled", allowed: ["scheduled", "failed"] },
    },
    {
      title: "a collection of a row",
      input: ({ world }) => ({ collectionId: collectedLoan(world).second.collectionId }),
      code: "collection_status_forbidden",
      details: { status: "failed", allowed: [] },
    },
  ],
});
