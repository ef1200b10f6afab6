/** Decision table of platform.payout_limit.set. */
import assert from "node:assert/strict";
import { pay, payable } from "../../../test/support/features/payout/payouts.ts";
import {
  BY_ADA,
  limitOf,
  limitPayouts,
} from "../../../test/support/features/payout_limit/payout_limits.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, createCustomer } from "../../../test/world/parties.ts";
import type { World } from "../../../test/world/world.ts";
import { limitKey } from "../payout_limit/payout_limit_document.ts";
import { OPERATOR_NOTED } from "./operator_note.ts";
import { PAYOUT_LIMITS_MAX, platformPayoutLimitSet } from "./platform.payout_limit.set.ts";

decisionTable(platformPayoutLimitSet, {
  input: ({ world }) => limitOf(world, { maxCount: 3 }),
  asking: () => BY_ADA,
  rows: [
    {
      title: "of the Product",
      input: { maxCount: 3, maxAmount: "1000", maxEach: "500" },
      outcome: "the limit, of which nothing is used",
      reply: {
        ...{ customerId: undefined, currency: "EUR", period: "P1D", environment: "sandbox" },
        ...{ maxCount: 3, maxAmount: "1000", maxEach: "500", usedCount: 0, usedAmount: "0" },
        periodStartsAt: "2026-01-31T00:00:00.000Z",
        periodEndsAt: "2026-02-01T00:00:00.000Z",
        updatedAt: at(0),
      },
      check({ facts }) {
        const kinds = facts.map(({ kind }) => kind);
        assert.ok(kinds.includes("payout_limit.set.1"), String(kinds));
        assert.ok(kinds.includes(OPERATOR_NOTED), String(kinds));
      },
    },
    {
      title: "of a customer, in live",
      environment: "live",
      input: ({ world }) => ({ customerId: createCustomer(world).customerId }),
      outcome: "the customer's",
      reply: { environment: "live", maxCount: 3, maxAmount: undefined, maxEach: undefined },
    },
    {
      title: "no payouts at all",
      input: { maxCount: 0 },
      outcome: "a limit of zero",
      reply: { maxCount: 0 },
    },
    {
      title: "after payouts of the week, of which one failed",
      async given({ world }) {
        const parties = await payable(world);
        for (const amount of ["10", "20", "9901"]) pay(world, parties, amount);
      },
      input: { period: "P1W" },
      outcome: "what they have used",
      reply: { usedCount: 2, usedAmount: "30", periodStartsAt: "2026-01-26T00:00:00.000Z" },
    },
    {
      title: "of what has one",
      given: ({ world }) => limitPayouts(world, { maxEach: "5" }),
      outcome: "takes its place, and has its own caps alone",
      reply: { maxCount: 3, maxEach: undefined },
      check: (_came, { world }) => assert.equal(world.state.payoutLimits.size, 1),
    },
    {
      title: "of a customer whom the Product does not have",
      input: { customerId: "cust_x" },
      code: "customer_not_found",
    },
    {
      title: "one more than there may be",
      given: ({ world }) => fillLimits(world, { count: PAYOUT_LIMITS_MAX }),
      code: "state_constraint_failed",
      details: { constraint: "payout_limits", limit: PAYOUT_LIMITS_MAX },
      check: (_came, { world }) => fillLimits(world, { count: PAYOUT_LIMITS_MAX, isEnd: true }),
    },
    {
      title: "as many as there may be, of what has one",
      given({ world }) {
        limitPayouts(world, { maxCount: 1 });
        fillLimits(world, { count: PAYOUT_LIMITS_MAX - 1 });
      },
      outcome: "takes its place",
      reply: { maxCount: 3 },
      check: (_came, { world }) => fillLimits(world, { count: PAYOUT_LIMITS_MAX - 1, isEnd: true }),
    },
    {
      title: "no cap",
      input: { maxCount: undefined },
      code: "invalid_request",
    },
    {
      title: "a period of a year",
      input: { period: "P1Y" },
      code: "invalid_request",
    },
  ],
});

/** Puts limits of customers into the state, or takes them out again, because no record has made them. */
function fillLimits(
  { state, realmOf, caller }: World,
  { count, isEnd = false }: { count: number; isEnd?: boolean },
): void {
  const realm = realmOf(caller);
  for (let at = 0; at < count; at++) {
    const limit = { customerId: `cust_${at}`, currency: "EUR", period: "P1D" } as const;
    const key = limitKey(realm, limit);
    if (isEnd) state.payoutLimits.remove(key);
    else state.payoutLimits.set(key, { realm, ...limit, maxCount: 1, setAtMs: 0 });
  }
}
