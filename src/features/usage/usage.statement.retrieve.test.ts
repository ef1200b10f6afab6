/** Decision table of usage.statement.retrieve, and what does not change once it is final. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../../../test/support/features/usage/usage.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import {
  advanceClock,
  at,
  DAY_MS,
  fund,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { openWorld } from "../../../test/world/world.ts";
import { eventList } from "../event/event.list.ts";
import { METERS } from "../metering/meters.ts";
import { PRODUCT_PRICED } from "../product/told_pricing.ts";
import { usageStatementList } from "./usage.statement.list.ts";
import { usageStatementRetrieve } from "./usage.statement.retrieve.ts";
import { USAGE_FINALIZED, type UsageFinalized } from "./usage_facts.ts";
import type { UsageStatement } from "./usage_schema.ts";

decisionTable(usageStatementRetrieve, {
  given: use,
  input: ({ productId }) => ({ productId, month: "2026-03" }),
  rows: [
    {
      title: "a month that is not final",
      outcome: "a line for each meter, also where there were none",
      reply: {
        month: "2026-03",
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
          METERS.map(({ meter }) => [meter, meter === "transfer" ? 1 : 0]),
        );
      },
    },
    {
      title: "a month that is final",
      input: { month: "2026-01" },
      outcome: "as it was stored",
      reply: {
        status: "final",
        finalizedAt: "2026-02-01T00:05:00.000Z",
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
      reply: { total: "25" },
      check({ reply }) {
        const [transfers, payouts] = reply.lines;
        assert.deepEqual([transfers.rate, transfers.amount], ["25", "25"]);
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
        const usage = { month: "2026-03", currency: "EUR", lines, total: "0", begunMs: 0 };
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
  const final = await read("2026-02");
  assert.equal(final.status, "final");
  world.apply([{ kind: PRODUCT_PRICED, priced: { agreedRates: { transfer: "9" } } } as never]);
  transfer(world, source, destination, "5");
  advanceClock(world, at(400 * DAY_MS));
  transfer(world, source, destination, "6");
  assert.deepEqual(await read("2026-02"), final);
  const march = await read("2026-03");
  assert.deepEqual([march.status, march.lines[0].quantity, march.total], ["final", 2, "18"]);
});

test("usage.statement.retrieve: in live, by the wall clock -> a month without a record is final too, with 0 of each meter", async () => {
  const world = await openWorld({ environment: "live" });
  const source = openAccount(world);
  fund(world, source, 5n);
  world.nowMs += 70 * DAY_MS;
  world.passTime();
  const { productId } = world.principal;
  const all = await listAll<UsageStatement>(world, usageStatementList, { productId });
  assert.deepEqual(
    all.map(({ month, status, lines }) => [month, status, lines[0]?.quantity]),
    [
      ["2026-04", "open", 0],
      ["2026-03", "final", 0],
      ["2026-02", "final", 0],
      ["2026-01", "final", 1],
    ],
  );
});

test("usage.statement.retrieve: transfers in the five minutes after a month -> counted in the next one", async () => {
  const world = await openWorld();
  const { source, destination, productId } = use(world);
  advanceClock(world, "2026-04-01T00:00:00.000Z");
  transfer(world, source, destination, "5");
  advanceClock(world, "2026-04-01T00:05:00.000Z");
  const countOf = async (month: string) =>
    (await world.found(usageStatementRetrieve, { productId, month })).lines[0].quantity;
  assert.deepEqual([await countOf("2026-03"), await countOf("2026-04")], [1, 1]);
});

test("usage_statement.finalized: the event of a month -> the statement as it is retrieved", async () => {
  const world = await openWorld();
  const { productId } = use(world);
  const types = { productId, types: "usage_statement.finalized" };
  const { items } = await world.found(eventList, types);
  const { data } = items[0];
  const month = "2026-02";
  const statement = await world.found(usageStatementRetrieve, { productId, month });
  assert.deepEqual(data.object, statement);
});
