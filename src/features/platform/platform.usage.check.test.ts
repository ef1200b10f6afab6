/** What the operator finds when counters and records do not agree; that they do, usage/counted_usage.test.ts says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../../../test/support/features/usage/usage.ts";
import { listAll } from "../../../test/world/lists.ts";
import { openWorld } from "../../../test/world/world.ts";
import { METERS } from "../metering/meters.ts";
import { USAGE_FINALIZED } from "../usage/usage_facts.ts";
import { platformUsageCheck } from "./platform.usage.check.ts";

type Checked = { meter: string; statement: number; records: number; agrees: boolean };

test("platform.usage.check: a statement that says more than there was -> its meter alone does not agree", async () => {
  const world = await openWorld();
  const { productId } = use(world);
  const lines = METERS.map(({ meter, description }) => {
    return { meter, description, quantity: meter === "transfer" ? 7 : 0, rate: "0", amount: "0" };
  });
  const usage = { month: "2026-03", currency: "EUR", lines, total: "0", begunMs: 0 };
  world.apply([{ kind: USAGE_FINALIZED, usage: { ...usage, finalizedAtMs: 0 } } as never]);
  const input = { productId, month: "2026-03" };
  const items = await listAll<Checked>(world, platformUsageCheck, input, 2);
  assert.deepEqual(
    items.find(({ agrees }) => !agrees),
    {
      meter: "transfer",
      statement: 7,
      records: 1,
      agrees: false,
    },
  );
  assert.equal(items.filter(({ agrees }) => agrees).length, METERS.length - 1);
});
