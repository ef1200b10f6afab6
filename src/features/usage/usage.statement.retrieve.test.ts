/** Decision table of usage.statement.retrieve, and what does not change once it is final. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { finalize, use } from "../../../test/support/features/usage/usage.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, DAY_MS, transfer } from "../../../test/world/parties.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { openWorld } from "../../../test/world/world.ts";
import { METERS } from "../metering/meters.ts";
import { PRODUCT_PRICED } from "../product/told_pricing.ts";
import { usageStatementRetrieve } from "./usage.statement.retrieve.ts";
import { USAGE_FINALIZED, type UsageFinalized } from "./usage_facts.ts";

decisionTable(usageStatementRetrieve, {
  given: use,
  input: ({ productId }) => ({ productId, month: "2026-02" }),
  rows: [
    {
      title: "a month that is not final",
      outcome: "a line for each meter, also where there were none",
      reply: {
        month: "2026-02",
        currency: "EUR",
        total: "0",
        status: "open",
        finalizedAt: undefined,
      },
      check({ reply }) {
        assert.deepEqual(
          reply.lines.map((line: { meter: string; quantity: number }) => [
            line.meter,
            line.quantity,
          ]),
          METERS.map(({ meter }) => [meter, meter === "transfer" ? 2 : 0]),
        );
      },
    },
    {
      title: "a month that is final",
      input: { month: "2026-01" },
      outcome: "as it was stored",
      reply: {
        status: "final",
        finalizedAt: at(10 * DAY_MS),
        createdAt: "2026-01-01T00:00:00.000Z",
      },
    },
    {
      title: "rates that were agreed",
      given({ world }) {
        const agreedRates = { transfer: "25", payouts: "custom" };
        world.apply([{ kind: PRODUCT_PRICED, priced: { agreedRates } } as never]);
      },
      outcome: "the amounts of them, and 0 of a custom one",
      reply: { total: "50" },
      check({ reply }) {
        const [transfers, payouts] = reply.lines;
        assert.deepEqual([transfers.rate, transfers.amount], ["25", "50"]);
        assert.deepEqual([payouts.rate, payouts.amount], ["custom", "0"]);
      },
    },
    {
      title: "a month that has not begun",
      input: { month: "2026-04" },
      code: "statement_evidence_incomplete",
      details: { month: "2026-04", missing: ["month"] },
    },
    {
      title: "a month that was over before the Product was made",
      input: { month: "2025-12" },
      code: "statement_evidence_incomplete",
      details: { month: "2025-12", missing: ["product"] },
    },
    {
      title: "a statement that says another count than the counters",
      given({ world }) {
        const lines = [{ ...METERS[0], quantity: 7, rate: "0", amount: "0" }];
        const usage = { month: "2026-02", currency: "EUR", lines, total: "0", begunMs: 0 };
        const fact = { kind: USAGE_FINALIZED, usage: { ...usage, finalizedAtMs: 0 } };
        world.apply([fact as unknown as UsageFinalized]);
      },
      code: "statement_evidence_incomplete",
      details: { missing: ["reconciliation"] },
    },
    {
      title: "a Product without a realm",
      input: { productId: STRANGER.principal.productId, month: "2026-01" },
      asking: { caller: STRANGER },
      outcome: "nothing was used",
      reply: { total: "0", status: "open" },
    },
    OTHER_PRODUCT,
  ],
});

test("usage.statement.retrieve: final, then more transfers, other rates and months -> the same bytes", async () => {
  const world = await openWorld();
  const { source, destination, productId } = use(world);
  const read = (month: string) => world.found(usageStatementRetrieve, { productId, month });
  finalize(world, "2026-02");
  const final = await read("2026-02");
  assert.equal(final.status, "final");
  world.apply([{ kind: PRODUCT_PRICED, priced: { agreedRates: { transfer: "9" } } } as never]);
  transfer(world, source, destination, "5");
  advanceClock(world, at(400 * DAY_MS));
  transfer(world, source, destination, "6");
  finalize(world, "2026-02");
  assert.deepEqual(await read("2026-02"), final);
  const march = await read("2026-03");
  assert.deepEqual([march.lines[0].quantity, march.total], [2, "18"]);
});

test("usage.statement.retrieve: final before its end by the clock -> what follows is counted in the next month", async () => {
  const world = await openWorld();
  const { source, destination, productId } = use(world);
  for (const month of ["2026-02", "2026-03"]) finalize(world, month);
  transfer(world, source, destination, "5");
  advanceClock(world, at(70 * DAY_MS));
  const { lines } = await world.found(usageStatementRetrieve, { productId, month: "2026-04" });
  assert.equal(lines[0].quantity, 1);
});
