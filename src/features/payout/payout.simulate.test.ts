/** Decision table of payout.simulate, which the shard runs when the time has come. */
import assert from "node:assert/strict";
import {
  cancelPayout,
  pay,
  payable,
  payoutIn,
} from "../../../test/support/features/payout/payouts.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { payoutSimulate } from "./payout.simulate.ts";

/** When the payouts of this test arrive. */
const ARRIVAL_MS = Date.UTC(2026, 1, 3, 8);
const due = (atMs: number) => ({ cause: "provider", due: { atMs, facts: [] } }) as const;

decisionTable(payoutSimulate, {
  given: async (world) => ({ payoutId: pay(world, await payable(world)).payoutId as string }),
  input: ({ payoutId }) => ({ payoutId }),
  asking: () => due(ARRIVAL_MS),
  rows: [
    {
      title: "when it is due",
      outcome: "posted",
      reply: { status: "posted" },
      check: (_came, { world, payoutId }) =>
        assert.equal(payoutIn(world, payoutId).status, "posted"),
    },
    {
      title: "a millisecond before",
      asking: due(ARRIVAL_MS - 1),
      code: "state_constraint_failed",
      details: { constraint: "news_due" },
    },
    {
      title: "one that was cancelled",
      given: ({ world, payoutId }) => cancelPayout(world, payoutId),
      code: "state_conflict",
      details: { actual: "cancelled" },
    },
    { title: "an id of nothing", input: { payoutId: "po_none" }, code: "resource_not_found" },
  ],
});
