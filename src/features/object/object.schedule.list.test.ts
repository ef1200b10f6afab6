/** object.schedule.list: the rows of schedules of one object. */
import assert from "node:assert/strict";
import type { Static } from "@sinclair/typebox";
import {
  approvedDeal,
  dealOfOther,
  givenDeal,
  goInput,
} from "../../../test/support/features/object/deals.ts";
import { DEAL_ITEM, unknownObjects } from "../../../test/support/features/object/object_rows.ts";
import { called, pathOf } from "../../../test/support/features/object/objects.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at, DAY_MS } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import type { Schedule } from "../schedule/schedule_schema.ts";
import { objectScheduleList } from "./object.schedule.list.ts";

/** A deal with two rows of its creation and two of an action, and another deal. */
function given(world: World) {
  const deals = givenDeal(world);
  const deal = approvedDeal(world, deals, { count: 2 });
  dealOfOther(world, deals);
  called(world, deal, "go", { onBehalfOf: deals.ada.customerId, input: goInput(deals) });
  return { ...pathOf(world, deal), deal };
}

const parts = (items: readonly Static<typeof Schedule>[]) =>
  items.map(({ schedule, index, status }) => [schedule, index, status]);

decisionTable(objectScheduleList, {
  given,
  input: ({ productId, kind, objectId }) => ({ productId, kind, objectId }),
  stepMs: 1_000,
  rows: [
    {
      title: "rows of two schedules",
      outcome: "each once, newest first, by any pages",
      async check({ reply, input }, { world, objectId }) {
        assert.deepEqual(parts(reply.items), [
          ["ending", 1, "scheduled"],
          ["ending", 0, "scheduled"],
          ["ageing", 1, "scheduled"],
          ["ageing", 0, "scheduled"],
        ]);
        const [first] = reply.items;
        assert.deepEqual([first.objectId, first.action], [objectId, "end"]);
        assert.equal(first.dueAt, at(DAY_MS));
        assert.deepEqual(await listAll(world, objectScheduleList, input, 1), reply.items);
      },
    },
    {
      title: "a status that none has",
      input: { status: "failed" },
      outcome: "nothing",
      check: ({ reply }) => assert.deepEqual(reply, { items: [] }),
    },
    {
      title: "to the time of the action, exclusive",
      input: ({ deal }) => ({ createdTo: at(Date.parse(deal.createdAt) - Date.parse(at(0)) + 1) }),
      outcome: "the rows of the creation",
      check: ({ reply }) => assert.equal(reply.items.length, 2),
    },
    ...unknownObjects(DEAL_ITEM),
    cursorOfOtherFilters(objectScheduleList, { status: "scheduled" }),
  ],
});
