/** Decision table of statement.list: which months it has. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { advanceClock, at, DAY_MS, openAccount } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { statementList } from "./statement.list.ts";

decisionTable(statementList, {
  given(world) {
    openAccount(world, { fundedMinor: 10n });
    advanceClock(world, at(60 * DAY_MS));
    return {};
  },
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    {
      title: "months that are over",
      outcome: "newest first, by any pages; not the present month",
      async check({ reply, input }, { world }) {
        assert.deepEqual(await listAll(world, statementList, input, 1), reply.items);
        assert.deepEqual(
          reply.items.map(({ month }: { month: string }) => month),
          ["2026-03", "2026-02", "2026-01"],
        );
      },
    },
    {
      title: "of one month",
      input: { month: "2026-02" },
      outcome: "its statement",
      check: ({ reply }) => assert.equal(reply.items.length, 1),
    },
    OTHER_PRODUCT,
    cursorOfOtherFilters(statementList, { month: "2026-02" }),
  ],
});
