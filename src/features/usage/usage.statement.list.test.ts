/** Decision table of usage.statement.list. */
import assert from "node:assert/strict";
import { MONTHS, use } from "../../../test/support/features/usage/usage.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { usageStatementList } from "./usage.statement.list.ts";
import type { UsageStatement } from "./usage_schema.ts";

decisionTable(usageStatementList, {
  given: use,
  input: ({ productId }) => ({ productId }),
  rows: [
    {
      title: "three months, by pages of 1",
      outcome: "newest first, the present one open",
      async check({ input }, { world }) {
        const items = await listAll<UsageStatement>(world, usageStatementList, input, 1);
        assert.deepEqual(
          items.map(({ month, status, lines }) => [month, status, lines[0]?.quantity]),
          [
            [MONTHS[2], "open", 1],
            [MONTHS[1], "final", 2],
            [MONTHS[0], "final", 3],
          ],
        );
      },
    },
    {
      title: "from a date on",
      input: { createdFrom: "2026-02-01T00:00:00Z" },
      outcome: "the months that began there or later",
      check: ({ reply }) => assert.equal(reply.items.length, 2),
    },
    {
      title: "a Product without a realm",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "nothing",
      reply: { items: [] },
    },
    OTHER_PRODUCT,
    cursorOfOtherFilters(usageStatementList, { createdFrom: at(0) }),
  ],
});
