/** product.books.entry.list: the double-entry lines of a Product. */
import assert from "node:assert/strict";
import { sell } from "../../../test/support/features/books/books.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at, DAY_MS } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { productBooksEntryList } from "./product.books.entry.list.ts";

decisionTable(productBooksEntryList, {
  given: sell,
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    {
      title: "all of it, by pages of 7",
      outcome: "what posted, both sides with role and balance",
      async check({ input }, { world, source, revenue }) {
        const entries = await listAll(world, productBooksEntryList, input, 7);
        assert.equal(entries.length, 65);
        const [refund, cleared, , sale] = entries;
        assert.deepEqual(
          [refund.amount, refund.debit, refund.credit.accountId, refund.kind],
          ["100", { accountId: revenue, role: "product_revenue", balance: "1730" }, source, "book"],
        );
        assert.deepEqual([cleared.amount, cleared.kind], ["20", "hold"]);
        assert.deepEqual([sale.amount, sale.credit.balance], ["60", "1830"]);
      },
    },
    {
      title: "from a date on",
      input: { createdFrom: at(59.5 * DAY_MS) },
      outcome: "what is not older",
      check: ({ reply }) => assert.equal(reply.items.length, 4),
    },
    {
      title: "a Product without a realm",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "nothing",
      reply: { items: [] },
    },
    OTHER_PRODUCT,
    cursorOfOtherFilters(productBooksEntryList, { createdFrom: at(0) }),
  ],
});
