/** Decision table of payout.cancel. */
import assert from "node:assert/strict";
import { arm } from "../../../test/support/features/entity/verifications.ts";
import {
  bookPayable,
  cancelPayout,
  type Payable,
  pay,
  payable,
} from "../../../test/support/features/payout/payouts.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, balanceOf } from "../../../test/world/parties.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { payoutCancel } from "./payout.cancel.ts";
import { payoutRetrieve } from "./payout_noun.ts";

async function processing(world: World): Promise<Payable & { payoutId: string }> {
  const parties = await payable(world);
  return { ...parties, payoutId: pay(world, parties).payoutId };
}

decisionTable(payoutCancel, {
  given: processing,
  input: ({ payoutId }) => ({ payoutId }),
  rows: [
    {
      title: "processing",
      outcome: "cancelled, and all of the money is available",
      reply: {
        status: "cancelled",
        cancelable: false,
        statusTransitions: { createdAt: at(0), processingAt: at(0), cancelledAt: at(0) },
      },
      async check({ reply }, { world, source, payoutId }) {
        const balance = { posted: "1000000", held: "0", incoming: "0" };
        assert.deepEqual(balanceOf(world, source), balance);
        await assertShows(world, payoutRetrieve, { payoutId }, reply);
      },
    },
    ...unknownIds({
      field: "payoutId",
      code: "resource_not_found",
      create: (world, caller) =>
        pay(world, bookPayable(world, caller), "1", {}, { caller }).payoutId,
    }),
    {
      title: "posted",
      given: ({ world }) => void advanceClock(world, "2026-02-03T12:00:00Z"),
      code: "state_conflict",
      details: { expected: "cancelable", actual: "posted" },
    },
    {
      title: "cancelled before",
      given: ({ world, payoutId }) => cancelPayout(world, payoutId),
      code: "state_conflict",
      details: { actual: "cancelled" },
    },
    {
      title: "over the book",
      input: ({ world }) => ({ payoutId: pay(world, bookPayable(world)).payoutId }),
      code: "state_conflict",
      details: { actual: "posted" },
    },
    {
      title: "a cancellation that the provider has not answered is under way",
      given({ world, payoutId }) {
        arm(world, "timeout");
        cancelPayout(world, payoutId);
      },
      code: "state_conflict",
      details: { actual: "cancellation under way" },
    },
    {
      title: "the provider refuses",
      given: ({ world }) => arm(world, "reject"),
      code: "state_conflict",
      details: { expected: "cancelable", actual: "taken" },
      async check(_came, { world, source, payoutId }) {
        assert.equal(balanceOf(world, source).held, "1250");
        // It may be asked again.
        const { cancelable, status } = await world.found(payoutRetrieve, { payoutId });
        assert.deepEqual([cancelable, status], [true, "processing"]);
      },
    },
    {
      title: "the provider does not answer",
      given: ({ world }) => arm(world, "fail"),
      code: "provider_egress_failed",
      check: (_came, { world, source }) => assert.equal(balanceOf(world, source).held, "1250"),
    },
  ],
});
