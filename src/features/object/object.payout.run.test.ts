/** Decision table of object.payout.run. */
import assert from "node:assert/strict";
import { called, stateOf } from "../../../test/support/features/object/objects.ts";
import { fundedOrder, payoutsIn } from "../../../test/support/features/object/settlements.ts";
import { decidePayout } from "../../../test/support/features/payout/payouts.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { objectPayoutRun } from "./object.payout.run.ts";

decisionTable(objectPayoutRun, {
  async given(world) {
    const { order } = await fundedOrder(world, "10000");
    called(world, order, "settle");
    world.passTime();
    const payoutId = payoutsIn(world)[0]?.payoutId ?? "";
    decidePayout(world, payoutId, "failed");
    return { order, payoutId };
  },
  input: ({ payoutId }) => ({ payoutId, ended: "failed" }),
  asking: () => ({ cause: "clock" }),
  rows: [
    {
      title: "a payout that has failed",
      outcome: "what the program names is called",
      reply: { status: "failed" },
      check({ facts }, { world, order }) {
        assert.equal(stateOf(world, order.objectId), "unpaid");
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["object.acted.1", "schedule.planned.1", "object.payout_told.1", "payout.told.1"],
        );
      },
    },
    {
      title: "a payout that is not there",
      input: { payoutId: "po_unknown" },
      code: "resource_not_found",
    },
    {
      title: "an end that has not come",
      input: { ended: "posted" },
      code: "state_conflict",
      details: { expected: "posted", actual: "failed" },
    },
    {
      title: "told before",
      given: ({ world }) => world.passTime(),
      code: "state_conflict",
      details: { expected: "failed", actual: "failed" },
    },
  ],
});
