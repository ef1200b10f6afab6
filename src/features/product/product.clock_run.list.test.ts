/** product.clock_run.list: what is a run, filters and pages. */
import assert from "node:assert/strict";
import { givenRuns } from "../../../test/support/features/product/clock_runs.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at, DAY_MS } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters } from "../../../test/world/rows.ts";
import { productClockRunList } from "./product.clock_run.list.ts";

type Run = { operation: string; outcome: string; errorCode?: string; dueAt?: string };
const brief = ({ items }: { items: Run[] }) =>
  items.map(({ operation, outcome, errorCode, dueAt }) => [operation, outcome, errorCode, dueAt]);

const PAID = ["object.schedule.run", "succeeded", undefined, at(0)];
const REFUSED = ["object.schedule.run", "refused", "insufficient_balance", at(DAY_MS)];
const EXPIRED = ["decision.expire", "succeeded", undefined, at(DAY_MS)];

decisionTable(productClockRunList, {
  given: givenRuns,
  input: ({ productId }) => ({ productId }),
  rows: [
    {
      title: "a row that paid, a decision that expired, a row that was refused",
      outcome: "each once, newest first, none of what callers did, by any pages",
      async check({ reply, input }, { world }) {
        assert.deepEqual(brief(reply), [REFUSED, EXPIRED, PAID]);
        assert.deepEqual(await listAll(world, productClockRunList, input, 1), reply.items);
      },
    },
    {
      title: "those that were refused",
      input: { outcome: "refused" },
      outcome: "one",
      check: ({ reply }) => assert.deepEqual(brief(reply), [REFUSED]),
    },
    {
      title: "one operation",
      input: { operation: "decision.expire" },
      outcome: "one, with its decision and object",
      check({ reply }, { decisionId, other }) {
        assert.deepEqual(brief(reply), [EXPIRED]);
        const [{ decisionId: shown, objectId }] = reply.items;
        assert.deepEqual([shown, objectId], [decisionId, other.objectId]);
      },
    },
    {
      title: "one object",
      input: ({ object }) => ({ objectId: object.objectId }),
      outcome: "its two rows",
      check: ({ reply }) => assert.deepEqual(brief(reply), [REFUSED, PAID]),
    },
    {
      title: "an operation that callers ask for",
      input: { operation: "object.create" },
      outcome: "none",
      reply: { items: [] },
    },
    {
      title: "a Product without a realm",
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
    cursorOfOtherFilters(productClockRunList, { outcome: "refused" }),
  ],
});
