/** Decision table of platform.payout_limit.remove. */
import assert from "node:assert/strict";
import {
  BY_ADA,
  limitOf,
  limitPayouts,
} from "../../../test/support/features/payout_limit/payout_limits.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { platformPayoutLimitRemove } from "./platform.payout_limit.remove.ts";

decisionTable(platformPayoutLimitRemove, {
  given(world) {
    limitPayouts(world, { maxCount: 3 });
    limitPayouts(world, { maxCount: 4, period: "P1W" });
    return {};
  },
  input: ({ world }) => limitOf(world),
  asking: () => BY_ADA,
  rows: [
    {
      title: "one of two",
      outcome: "the limit as it was, and the other one stays",
      reply: { maxCount: 3, period: "P1D" },
      check: (_came, { world }) =>
        assert.deepEqual(
          [...world.state.payoutLimits.values()].map(({ period }) => period),
          ["P1W"],
        ),
    },
    {
      title: "one that is not set",
      input: { period: "P1M" },
      code: "resource_not_found",
      details: { resourceType: "payout_limit" },
    },
    {
      title: "of a customer who has none",
      input: { customerId: "cust_x" },
      code: "resource_not_found",
    },
  ],
});
