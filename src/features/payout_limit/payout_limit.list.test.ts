/** Decision table of payout_limit.list, and of the operator's list. */
import assert from "node:assert/strict";
import { pay, payable } from "../../../test/support/features/payout/payouts.ts";
import { limitPayouts } from "../../../test/support/features/payout_limit/payout_limits.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import { advanceClock, createAccount, createCustomer, fund } from "../../../test/world/parties.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { platformPayoutLimitList } from "../platform/platform.payout_limit.list.ts";
import { payoutLimitList } from "./payout_limit.list.ts";
import type { PayoutLimit } from "./payout_limit_schema.ts";

/** Limits of the Product and of a customer who has paid 40; the Product has paid 100. */
async function given(world: World) {
  const { beneficiaryId, source } = await payable(world);
  const { customerId } = createCustomer(world);
  const { accountId } = createAccount(world, { owner: { type: "customer", id: customerId } });
  fund(world, accountId, 1_000n);
  pay(world, { beneficiaryId, source }, "60");
  pay(world, { beneficiaryId, source: accountId }, "40");
  limitPayouts(world, { customerId, maxEach: "50" });
  limitPayouts(world, { period: "P1M", maxAmount: "1000" });
  limitPayouts(world, { maxCount: 9 });
  limitPayouts(world, { currency: "USD", maxCount: 1 });
  return { customerId, beneficiaryId, source };
}
type Given = Awaited<ReturnType<typeof given>>;

const shown = (items: PayoutLimit[]) =>
  items.map(({ customerId, currency, period, usedCount, usedAmount }) => [
    ...[customerId, currency, period],
    ...[usedCount, usedAmount],
  ]);

const ROWS: Row<never, Given>[] = [
  {
    title: "without a filter",
    outcome: "the Product's by currency and period, then the customer's, with what is used",
    check({ reply }, { customerId }) {
      assert.deepEqual(shown(reply["items"]), [
        [undefined, "EUR", "P1D", 2, "100"],
        [undefined, "EUR", "P1M", 2, "100"],
        [undefined, "USD", "P1D", 0, "0"],
        [customerId, "EUR", "P1D", 1, "40"],
      ]);
    },
  },
  {
    title: "of the customer",
    input: ({ customerId }) => ({ customerId }),
    outcome: "the customer's alone",
    check: ({ reply }, { customerId }) =>
      assert.deepEqual(shown(reply["items"]), [[customerId, "EUR", "P1D", 1, "40"]]),
  },
  {
    title: "of nobody",
    input: { customerId: "cust_x" },
    outcome: "none",
    reply: { items: [] },
  },
  {
    title: "the next day, which is in the next month",
    given: ({ world }) => advanceClock(world, "2026-02-01T00:00:00Z"),
    outcome: "nothing is used of either",
    check({ reply }) {
      const [ofDay, ofMonth] = reply["items"] as PayoutLimit[];
      assert.deepEqual([ofDay?.usedCount, ofMonth?.usedAmount], [0, "0"]);
      assert.equal(ofMonth?.periodStartsAt, "2026-02-01T00:00:00.000Z");
    },
  },
];

const input = ({ world }: { world: World }) => ({ productId: world.principal.productId });

decisionTable(payoutLimitList, {
  given,
  input,
  rows: [...ROWS, OTHER_PRODUCT],
});

decisionTable(platformPayoutLimitList, { given, input, rows: ROWS });
