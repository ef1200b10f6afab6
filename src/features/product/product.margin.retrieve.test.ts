/** Decision table of product.margin.retrieve. */
import assert from "node:assert/strict";
import { sell } from "../../../test/support/features/books/books.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { productMarginRetrieve } from "./product.margin.retrieve.ts";
import { PRODUCT_PRICED } from "./told_pricing.ts";

decisionTable(productMarginRetrieve, {
  given: sell,
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    {
      title: "all time",
      outcome: "the revenue of the books, less fees of 0",
      reply: {
        period: "all",
        currency: "EUR",
        currencies: ["EUR", "JPY"],
        revenue: "1730",
        platformFees: "0",
        margin: "1730",
        bps: 10_000,
      },
    },
    {
      title: "one month",
      input: { month: "2026-02" },
      outcome: "what it earned",
      reply: { period: "2026-02", revenue: "406", margin: "406", bps: 10_000 },
    },
    {
      title: "an agreed fee",
      given({ world }) {
        world.apply([
          { kind: PRODUCT_PRICED, priced: { agreedRates: { transfer: "2" } } } as never,
        ]);
      },
      outcome: "twice the amounts that moved, in every currency",
      check({ reply }) {
        assert.deepEqual([reply.platformFees, reply.margin], ["130", "1600"]);
      },
    },
    {
      title: "an agreed fee, in another currency",
      given({ world }) {
        world.apply([
          { kind: PRODUCT_PRICED, priced: { agreedRates: { transfer: "2" } } } as never,
        ]);
      },
      input: { currency: "JPY" },
      outcome: "nothing, because the platform charges in EUR",
      reply: { platformFees: "0" },
    },
    {
      title: "a month whose refunds are more than its sales",
      input: { month: "2026-04" },
      outcome: "less than nothing, without a ratio",
      reply: { revenue: "-40", margin: "-40", bps: undefined },
    },
    {
      title: "a currency without sales",
      input: { currency: "JPY" },
      outcome: "nothing",
      reply: { currency: "JPY", revenue: "0", platformFees: "0", bps: undefined },
    },
    {
      title: "a Product without a realm",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "nothing, in the currency of the prices",
      reply: { currency: "EUR", currencies: [], revenue: "0" },
    },
    OTHER_PRODUCT,
  ],
});
