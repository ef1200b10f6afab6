/** product.stats.list: days and months against sums over the list of transfers. */
import assert from "node:assert/strict";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { advanceClock, at, DAY_MS, openAccount, transfer } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { productStatsList } from "./product.stats.list.ts";

/** Two currencies over 40 days; on the tenth day a transfer is refused. */
function given(world: World) {
  const [source, destination] = [openAccount(world, { fundedMinor: 100n }), openAccount(world)];
  openAccount(world, { currency: "JPY", fundedMinor: 7n });
  for (let day = 1; day <= 40; day++) {
    advanceClock(world, at(day * DAY_MS));
    for (let count = 0; count < day % 3; count++) transfer(world, source, destination, "2");
    if (day !== 10) continue;
    const draft = { sourceAccountId: destination, destinationAccountId: source };
    world.run(transferCreate, { ...draft, amount: "5000", currency: "EUR" });
  }
  return {};
}

const rows = (world: World, input: object = {}, limit = 100) =>
  listAll(world, productStatsList, { productId: world.principal.productId, ...input }, limit);

decisionTable(productStatsList, {
  given,
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    {
      title: "by day",
      outcome: "a row for each day and currency in which anything moved, by any pages",
      async check(_came, { world }) {
        const days = await rows(world);
        assert.deepEqual(await rows(world, {}, 1), days);
        assert.equal(days.length, 2 + 27);
        const [newest] = days;
        assert.equal(newest.period, "2026-03-12");
        assert.deepEqual([newest.count, newest.volume, newest.activeAccounts], [1, "2", 2]);
        assert.equal(newest.createdAt, "2026-03-12T00:00:00.000Z");
        const oldest = days.filter(({ period }) => period === "2026-01-31");
        assert.deepEqual(
          oldest.map(({ currency, credits }) => [currency, credits]),
          [
            ["JPY", "7"],
            ["EUR", "100"],
          ],
        );
        const refused = days.filter(({ failedCount }) => failedCount > 0);
        assert.deepEqual(
          refused.map(({ period, failedCount }) => [period, failedCount]),
          [["2026-02-10", 1]],
        );
      },
    },
    {
      title: "by month",
      input: { interval: "month" },
      outcome:
        "what the days add up to, by any pages; an account that moved on several days is counted once",
      async check({ reply, input }, { world }) {
        const months = await listAll(world, productStatsList, input, 1);
        assert.deepEqual(months, reply.items);
        const days = await rows(world);
        for (const month of months) {
          const own = days.filter(
            ({ period, currency }) =>
              period.startsWith(month.period) && currency === month.currency,
          );
          const sum = (name: string) => own.reduce((total, day) => total + Number(day[name]), 0);
          for (const name of ["count", "volume", "credits", "debits", "failedCount"]) {
            assert.equal(Number(month[name]), sum(name), name);
          }
          assert.equal(
            month.activeAccounts,
            month.currency === "JPY" ? 1 : 2 - Number(month.period === "2026-01"),
          );
        }
        assert.deepEqual(
          months.map(({ period, currency }) => `${period} ${currency}`),
          ["2026-03 EUR", "2026-02 EUR", "2026-01 JPY", "2026-01 EUR"],
        );
      },
    },
    {
      title: "one currency, from a date on",
      input: { currency: "EUR", createdFrom: "2026-03-09T12:00:00Z" },
      outcome: "the days that began later",
      check: ({ reply }) =>
        assert.deepEqual(
          reply.items.map(({ period }: { period: string }) => period),
          ["2026-03-12", "2026-03-10"],
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
    cursorOfOtherFilters(productStatsList, { interval: "month" }),
  ],
});
