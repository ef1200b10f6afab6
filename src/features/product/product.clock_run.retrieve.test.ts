/** Decision table of product.clock_run.retrieve. */
import assert from "node:assert/strict";
import { givenRuns } from "../../../test/support/features/product/clock_runs.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { operationList } from "../operation/operation.list.ts";
import { productClockRunList } from "./product.clock_run.list.ts";
import { productClockRunRetrieve } from "./product.clock_run.retrieve.ts";

decisionTable(productClockRunRetrieve, {
  async given(world) {
    const made = givenRuns(world);
    const { items } = await world.found(productClockRunList, { productId: made.productId });
    const calls = { productId: made.productId, operation: "object.create", limit: "1" };
    const { items: called } = await world.found(operationList, calls);
    return { ...made, newest: items[0], called: called[0].operationId as string };
  },
  input: ({ productId, newest }) => ({ productId, clockRunId: newest.clockRunId }),
  rows: [
    {
      title: "a run",
      outcome: "as the list shows it",
      check: ({ reply }, { newest }) => assert.deepEqual(reply, newest),
    },
    {
      title: "an operation that a caller asked for",
      input: ({ called }) => ({ clockRunId: called }),
      code: "resource_not_found",
      details: { resourceType: "clock_run" },
    },
    {
      title: "an id of nothing",
      input: { clockRunId: "op_unknown" },
      code: "resource_not_found",
      details: { resourceType: "clock_run", operationId: "op_unknown" },
    },
    {
      title: "the id of its receipt",
      input: ({ newest }) => ({ clockRunId: newest.receiptId }),
      code: "resource_not_found",
    },
    {
      title: "a run of another Product",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      code: "resource_not_found",
      details: { resourceType: "clock_run" },
    },
    {
      title: "another Product",
      input: { productId: STRANGER.principal.productId },
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
  ],
});
