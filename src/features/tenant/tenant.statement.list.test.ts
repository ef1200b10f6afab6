/** tenant.statement.list: which months of a company it has. */
import assert from "node:assert/strict";
import { companyOfMonths, MONTHS } from "../../../test/support/features/tenant/company_months.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { tenantStatementList } from "./tenant.statement.list.ts";

const monthsOf = ({ items }: { items: { month: string }[] }) => items.map(({ month }) => month);

platformTable(tenantStatementList, {
  given: companyOfMonths,
  asking: ({ owner, shardAt }) => ({ caller: owner.session, shardAt }),
  rows: [
    {
      title: "three months of a Product",
      outcome: "newest first, all sealed, opening and closing in turn",
      check({ reply }, { productId, tenantId }) {
        assert.deepEqual(monthsOf(reply), MONTHS);
        for (const { currencies, ...month } of reply.items) {
          const isFirst = month.month === "2026-01";
          assert.deepEqual(
            [month.status, month.tenantId, currencies[0].opening, currencies[0].closing],
            ["sealed", tenantId, isFirst ? "0" : "10", "10"],
          );
          assert.equal(month.products[0].productId, productId);
        }
      },
    },
    {
      title: "a page at a time",
      input: { limit: "2" },
      outcome: "the next page goes on",
      async check({ reply, input }, { world, owner, shardAt }) {
        assert.deepEqual(monthsOf(reply), MONTHS.slice(0, 2));
        const more = { ...input, cursor: reply.nextCursor };
        const rest = await world.found(tenantStatementList, more, {
          ...{ caller: owner.session, shardAt },
        });
        assert.deepEqual(monthsOf(rest as never), MONTHS.slice(2));
      },
    },
    {
      title: "by when the months began",
      input: { createdFrom: "2026-02-01T00:00:00.000Z", createdTo: "2026-03-01T00:00:00.000Z" },
      outcome: "the month",
      check: ({ reply }) => assert.deepEqual(monthsOf(reply), ["2026-02"]),
    },
    {
      title: "a shard that has not replayed",
      asking: { shardAt: () => undefined },
      outcome: "nothing as yet",
      reply: { items: [] },
    },
    {
      title: "live, where nothing has moved",
      asking: { environment: "live" },
      outcome: "nothing",
      reply: { items: [] },
    },
    {
      title: "another company",
      asking: ({ stranger }) => ({ caller: stranger.session }),
      outcome: "nothing",
      reply: { items: [] },
    },
  ],
});
