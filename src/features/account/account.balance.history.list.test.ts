/** End-of-day balances, against a naive model. */
import assert from "node:assert/strict";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at, DAY_MS, fund, hold, openAccount, transfer } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, UNKNOWN_ACCOUNTS } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { ENTRY_INDEX_EVERY } from "../ledger/ledger.ts";
import { accountBalanceHistoryList } from "./account.balance.history.list.ts";

type Row = { date: string; posted: string; held: string; final: boolean; asOf: string };
const dateOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
/** The beginning of the day that is this many days after the first day of the world. */
const day = (number: number) => `${dateOf(START_MS + number * DAY_MS)}T00:00:00Z`;

/** Movements on several days: 1000 in on the first, then payments of 1, many of them on one day. */
function pay(world: World) {
  const account = openAccount(world, { fundedMinor: 1_000n });
  const other = openAccount(world);
  const expected = new Map<string, number>([[dateOf(START_MS), 1_000]]);
  const payments: [day: number, count: number][] = [
    [1, 1],
    [2, ENTRY_INDEX_EVERY + 20],
    [9, 1],
  ];
  let posted = 1_000;
  for (const [number, count] of payments) {
    world.nowMs = START_MS + number * DAY_MS;
    for (let payment = 0; payment < count; payment++) {
      world.nowMs += 1_000;
      transfer(world, account, other, "1");
    }
    posted -= count;
    expected.set(dateOf(world.nowMs), posted);
  }
  world.nowMs = START_MS + 12 * DAY_MS;
  return { account, other, expected };
}

decisionTable(accountBalanceHistoryList, {
  given: pay,
  input: ({ account }) => ({ accountId: account }),
  rows: [
    {
      title: "days with and without rows",
      outcome: "what stood when each ended, by any pages",
      async check({ input }, { world, expected }) {
        const model: [string, string, boolean][] = [];
        let posted = 0;
        for (let number = 0; number <= 12; number++) {
          const date = dateOf(START_MS + number * DAY_MS);
          posted = expected.get(date) ?? posted;
          model.unshift([date, String(posted), number < 12]);
        }
        for (const limit of [1, 5, 100]) {
          const rows = await listAll<Row>(world, accountBalanceHistoryList, input, limit);
          assert.deepEqual(
            rows.map((row) => [row.date, row.posted, row.final]),
            model,
            `pages of ${limit}`,
          );
        }
      },
    },
    {
      title: "today and yesterday",
      outcome: "as of now, and as of the end of the day",
      check({ reply: { items } }) {
        const [today, yesterday] = items as [Row, Row];
        assert.equal(today.asOf, at(12 * DAY_MS));
        assert.equal(yesterday.asOf, `${today.date}T00:00:00.000Z`);
      },
    },
    {
      title: "from and to",
      input: { createdFrom: day(2), createdTo: day(5) },
      outcome: "the days that begin between them",
      check: ({ reply: { items } }) =>
        assert.deepEqual(
          items.map(({ date }: Row) => date),
          [4, 3, 2].map((number) => day(number).slice(0, 10)),
        ),
    },
    {
      title: "money held",
      input({ world, other }) {
        const account = openAccount(world);
        fund(world, account, 50n);
        hold(world, account, other, "20");
        return { accountId: account };
      },
      outcome: "not available",
      check({ reply: { items } }) {
        const { posted, held, available } = items[0];
        assert.deepEqual([posted, held, available], ["50", "20", "30"]);
      },
    },
    ...UNKNOWN_ACCOUNTS,
    cursorOfOtherFilters(accountBalanceHistoryList, { createdFrom: day(2) }),
    {
      title: "a page of many quiet days",
      given({ world }) {
        world.nowMs += 300 * DAY_MS;
      },
      input: { limit: "100" },
      outcome: "few records are read",
      async check({ input }, { world }) {
        let reads = 0;
        await world.found(accountBalanceHistoryList, input, {
          altered: (view) => ({
            record(place) {
              reads++;
              return view.record(place);
            },
          }),
        });
        assert.ok(reads <= 2, `${reads} records read`);
      },
    },
  ],
});
