/** Decision table of usage.record.list. */
import assert from "node:assert/strict";
import { use } from "../../../test/support/features/usage/usage.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at, DAY_MS, hold, openAccount } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { transferCreate } from "../transfer/transfer.create.ts";
import { usageRecordList } from "./usage.record.list.ts";
import type { UsageRecord } from "./usage_schema.ts";

const monthsOf = (items: readonly UsageRecord[]) => items.map(({ month }) => month);

decisionTable(usageRecordList, {
  given: use,
  input: ({ productId }) => ({ productId }),
  rows: [
    {
      title: "three months, by pages of 1",
      outcome: "newest first, each in the month of the clock at its record",
      async check({ input }, { world }) {
        const items = await listAll<UsageRecord>(world, usageRecordList, input, 1);
        const expected = ["2026-03", "2026-02", "2026-02", "2026-01", "2026-01", "2026-01"];
        assert.deepEqual(monthsOf(items), expected);
        for (const { meter, quantity } of items)
          assert.deepEqual([meter, quantity], ["transfer", 1]);
        assert.equal(items[0]?.operation, "transfer.create");
        assert.equal(items[0]?.actor.type, "product_key");
      },
    },
    {
      title: "one month",
      input: { month: "2026-02" },
      outcome: "its two transfers",
      async check({ input, reply }, { world }) {
        assert.deepEqual(monthsOf(reply.items), ["2026-02", "2026-02"]);
        assert.equal((await listAll(world, usageRecordList, input, 1)).length, 2);
      },
    },
    {
      title: "a month without records",
      input: { month: "2025-12" },
      outcome: "nothing",
      reply: { items: [] },
    },
    {
      title: "a meter that has counted nothing",
      input: { meter: "payouts" },
      outcome: "nothing",
      reply: { items: [] },
    },
    {
      title: "up to a time before everything",
      input: { createdTo: at(-1) },
      outcome: "nothing",
      reply: { items: [] },
    },
    {
      title: "a hold, and a transfer that lacks money",
      given({ world, source, destination }) {
        hold(world, destination, openAccount(world), "1", { expiresAt: at(41 * DAY_MS) });
        const more = {
          sourceAccountId: source,
          destinationAccountId: destination,
          currency: "EUR",
        };
        assert.equal(
          world.run(transferCreate, { ...more, amount: "99999" }).code,
          "insufficient_balance",
        );
      },
      outcome: "no more than before: neither moved posted money",
      check: ({ reply }) => assert.equal(reply.items.length, 6),
    },
    {
      title: "a Product without a realm",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "nothing",
      reply: { items: [] },
    },
    OTHER_PRODUCT,
    cursorOfOtherFilters(usageRecordList, { meter: "transfer" }),
  ],
});
