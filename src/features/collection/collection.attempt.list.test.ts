/** The attempts of a collection: order, pages, times. */
import assert from "node:assert/strict";
import {
  collectedLoan,
  failed,
  scheduled,
  UNKNOWN_COLLECTIONS,
} from "../../../test/support/features/collection/collections.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { advanceClock, at, DAY_MS, fund } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { collectionAttemptList } from "./collection.attempt.list.ts";
import { collectionRetry } from "./collection.retry.ts";

/** A collection that was tried three times, a day apart; the third time there was money. */
function tried(world: World) {
  const made = failed(world);
  const { collectionId } = made;
  world.made(collectionRetry, { collectionId, dueAt: at(2 * DAY_MS) });
  advanceClock(world, at(2 * DAY_MS));
  fund(world, made.sourceAccountId, 1n);
  world.made(collectionRetry, { collectionId, dueAt: at(3 * DAY_MS) });
  advanceClock(world, at(3 * DAY_MS));
  return made;
}

type Item = { at: string; outcome: string; code?: string };
const shown = (reply: { items: Item[] }) =>
  reply.items.map(({ at: time, outcome, code }) => [time, outcome, code]);

decisionTable(collectionAttemptList, {
  given: tried,
  input: ({ collectionId }) => ({ collectionId }),
  rows: [
    {
      title: "three attempts",
      outcome: "newest first, in one page and in pages of one",
      async check({ reply, input }, { world }) {
        assert.deepEqual(shown(reply as never), [
          [at(3 * DAY_MS), "collected", undefined],
          [at(2 * DAY_MS), "failed", "insufficient_balance"],
          [at(DAY_MS), "failed", "insufficient_balance"],
        ]);
        const paged = await listAll(world, collectionAttemptList, input, 1);
        assert.deepEqual(paged, reply["items"]);
      },
    },
    {
      title: "a time",
      input: { createdFrom: at(2 * DAY_MS), createdTo: at(3 * DAY_MS) },
      outcome: "the attempt of that time, by the Product's clock",
      check: ({ reply }) =>
        assert.deepEqual(shown(reply as never), [
          [at(2 * DAY_MS), "failed", "insufficient_balance"],
        ]),
    },
    {
      title: "a collection that waits for its first",
      input: ({ world }) => ({
        collectionId: scheduled(world, { dueAt: at(9 * DAY_MS) }).collectionId,
      }),
      outcome: "nothing",
      reply: { items: [] },
    },
    {
      title: "a collection of a row",
      input: ({ world }) => ({ collectionId: collectedLoan(world).second.collectionId }),
      outcome: "those of the row",
      check: ({ reply }) => assert.equal((reply["items"] as unknown[]).length, 2),
    },
    ...UNKNOWN_COLLECTIONS,
    cursorOfOtherFilters(collectionAttemptList, { createdFrom: at(0) }),
  ],
});
