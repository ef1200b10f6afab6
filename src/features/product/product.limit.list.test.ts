/** Decision table of product.limit.list. */
import assert from "node:assert/strict";
import { approvedDeal, givenDeal, goInput } from "../../../test/support/features/object/deals.ts";
import { called, runProgram } from "../../../test/support/features/object/objects.ts";
import { MINIMAL } from "../../../test/support/programs/programs.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { cursorOfOtherFilters } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { productLimitList } from "./product.limit.list.ts";

/** A deal that has gone, of 50 of its 100, and 60 in the pot of another one. */
function given(world: World) {
  const deals = givenDeal(world);
  const { customerId } = deals.ada;
  called(world, approvedDeal(world, deals), "go", {
    onBehalfOf: customerId,
    input: goInput(deals),
  });
  const other = approvedDeal(world, deals, { place: deals.item(), item: deals.item() });
  called(world, other, "fill", { onBehalfOf: customerId, input: { amount: "60" } });
  return { productId: world.principal.productId, customerId };
}

type Shown = { name: string; scope: string; cap?: string; used?: string; currency?: string };
const brief = ({ items }: { items: Shown[] }) =>
  items.map(({ name, scope, currency, cap, used }) => [name, scope, currency, cap, used]);

decisionTable(productLimitList, {
  given,
  input: ({ productId }) => ({ productId }),
  rows: [
    {
      title: "a program with limits and capped aggregates",
      outcome: "each with its cap, and its use over the Product, by any pages",
      async check({ reply, input }, { world }) {
        assert.deepEqual(brief(reply), [
          ["all", "product", "EUR", "1000", "50"],
          ["open", "subject", "EUR", "5000", undefined],
          ["pots", "product", "EUR", "100", "60"],
          ["made", "subject", undefined, "2", undefined],
          ["over", "subject", undefined, "1", undefined],
          ["volume", "product", "EUR", "1000", "50"],
        ]);
        assert.deepEqual(reply.items[0], {
          type: "limit",
          name: "all",
          kind: "deal",
          measure: "sum(agg.deal.mine)",
          scope: "product",
          currency: "EUR",
          cap: "1000",
          used: "50",
        });
        assert.deepEqual(await listAll(world, productLimitList, input, 1), reply.items);
      },
    },
    {
      title: "a subject",
      input: ({ customerId }) => ({ subjectId: customerId }),
      outcome: "what the customer has used, too",
      check({ reply }) {
        const used = reply.items.map(({ name, used }: Shown) => [name, used]);
        assert.deepEqual(Object.fromEntries(used), {
          all: "50",
          open: "150",
          pots: "60",
          made: "1",
          volume: "50",
          over: "1",
        });
      },
    },
    {
      title: "a customer who is not there",
      input: { subjectId: "cust_unknown" },
      outcome: "nothing is used",
      check({ reply }) {
        const open = reply.items.find(({ name }: Shown) => name === "open");
        assert.equal(open.used, "0");
      },
    },
    {
      title: "a program without limits",
      given: ({ world }) => runProgram(world, MINIMAL, 2),
      outcome: "none",
      reply: { items: [] },
    },
    {
      title: "a Product without a Build",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "none",
      reply: { items: [] },
    },
    {
      title: "another Product",
      input: { productId: STRANGER.principal.productId },
      code: "resource_not_found",
    },
    cursorOfOtherFilters(productLimitList, { subjectId: "cust_unknown" }),
  ],
});
