/** product.fee.list: what the months of a Product are charged for. */
import assert from "node:assert/strict";
import { MONTHS, use } from "../../../test/support/features/usage/usage.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { productBooksEntryList } from "./product.books.entry.list.ts";
import { productFeeList } from "./product.fee.list.ts";
import { PRODUCT_PRICED } from "./told_pricing.ts";

decisionTable(productFeeList, {
  given: use,
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    {
      title: "three months, by pages of 1",
      outcome: "newest first, as many in all as entries were listed, each at the price",
      async check({ input }, { world }) {
        const fees = await listAll(world, productFeeList, input, 1);
        assert.deepEqual(
          fees.map(({ month }) => month),
          MONTHS.toReversed(),
        );
        const entries = await listAll(world, productBooksEntryList, input, 100);
        const count = fees.reduce((sum, fee) => sum + fee.count, 0);
        assert.equal(count, entries.length);
        for (const fee of fees) {
          assert.deepEqual([fee.code, fee.amount, fee.total], ["transfer", "0", "0"]);
        }
        assert.equal(fees[0].evidence.status, "open");
        assert.equal(fees[2].evidence.status, "sealed");
      },
    },
    {
      title: "from a date on",
      input: { createdFrom: "2026-02-01T00:00:00Z" },
      outcome: "the months that began there or later",
      check: ({ reply }) => assert.equal(reply.items.length, 2),
    },
    {
      title: "a fee that was agreed",
      given({ world }) {
        world.apply([
          { kind: PRODUCT_PRICED, priced: { agreedRates: { transfer: "5" } } } as never,
        ]);
      },
      outcome: "charged in the month that is not final",
      check: ({ reply }) =>
        assert.deepEqual(
          reply.items.map(({ amount, total }: { amount: string; total: string }) => [
            amount,
            total,
          ]),
          [
            ["5", "5"],
            ["0", "0"],
            ["0", "0"],
          ],
        ),
    },
    {
      title: "a Product without a realm",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "nothing",
      reply: { items: [] },
    },
    OTHER_PRODUCT,
    cursorOfOtherFilters(productFeeList, { createdFrom: at(0) }),
  ],
});
