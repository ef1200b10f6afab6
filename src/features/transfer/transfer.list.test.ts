/** Lists of transfers: order, filters, dates, pages. */
import assert from "node:assert/strict";
import { KEY, makeTransfers } from "../../../test/support/features/transfer/transfers.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { accountTransferList } from "../account/account.transfer.list.ts";
import { transferList } from "./transfer.list.ts";

type Given = ReturnType<typeof makeTransfers> & { world: World };
type List = {
  title: string;
  input?: Input | ((given: Given) => Input | Promise<Input>);
  amounts: string[];
};

async function newestOf({ world, destination }: Given): Promise<string> {
  const page = await world.found(accountTransferList, { accountId: destination, limit: "1" });
  return page.items[0].transferId;
}

const LISTS: List[] = [
  { title: "no filter", amounts: ["1", "1000", "6", "5", "4", "3", "2", "1", "100"] },
  { title: "one account", input: ({ other }) => ({ accountId: other }), amounts: ["1"] },
  { title: "an unknown account", input: { accountId: "acct_x" }, amounts: [] },
  { title: "a status", input: { status: "failed" }, amounts: ["1000"] },
  { title: "an external id", input: { externalId: "order-3" }, amounts: ["3"] },
  { title: "an external id that failed", input: { externalId: "order-7" }, amounts: [] },
  { title: "an idempotency key", input: { idempotencyKey: KEY }, amounts: ["6"] },
  { title: "text of a description", input: { search: "rent of may" }, amounts: ["2"] },
  { title: "text of external ids", input: { search: "order" }, amounts: ["1000", "3"] },
  {
    title: "an exact id",
    input: async (given) => ({ search: await newestOf(given) }),
    amounts: ["1000"],
  },
  {
    title: "an exact id and an account that has no part in it",
    input: async (given) => ({ search: await newestOf(given), accountId: given.other }),
    amounts: [],
  },
  {
    title: "from one second to before another",
    input: { createdFrom: at(2_000), createdTo: at(5_000) },
    amounts: ["5", "4", "3", "2"],
  },
  {
    title: "an account and from one second to before another",
    input: ({ source }) => ({
      accountId: source,
      createdFrom: at(3_000),
      createdTo: at(6_000),
    }),
    amounts: ["6", "5", "4", "3"],
  },
  {
    title: "from after to",
    input: { createdFrom: at(5_000), createdTo: at(2_000) },
    amounts: [],
  },
  {
    title: "an external id outside of the dates",
    input: { externalId: "order-3", createdFrom: at(4_000) },
    amounts: [],
  },
];

const rows = LISTS.map(
  ({ title, input = {}, amounts }): Row<never, ReturnType<typeof makeTransfers>> => ({
    title,
    input,
    outcome: amounts.join(" ") || "nothing",
    async check({ input: asked }, { world }) {
      for (const limit of [1, 2, 100]) {
        const found = await listAll(world, transferList, asked, limit);
        assert.deepEqual(
          found.map(({ amount }) => amount),
          amounts,
          `pages of ${limit}`,
        );
      }
    },
  }),
);

decisionTable(transferList, {
  given: makeTransfers,
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    ...rows,
    {
      title: "a Product without a realm",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "nothing",
      reply: { items: [] },
    },
    OTHER_PRODUCT,
    cursorOfOtherFilters(transferList, { status: "posted" }),
  ],
});
