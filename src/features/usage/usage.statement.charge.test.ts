/** Decision table of usage.statement.charge, and months of a Product of live that are paid, or wait for money. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import {
  balanceOf,
  close,
  DAY_MS,
  freeze,
  fund,
  openAccount,
  transfer,
} from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { eventList } from "../event/event.list.ts";
import { productMarginRetrieve } from "../product/product.margin.retrieve.ts";
import { PRODUCT_PRICED } from "../product/told_pricing.ts";
import type { ProductStatement } from "../statement/product_statement_schema.ts";
import { statementList } from "../statement/statement.list.ts";
import { transferList } from "../transfer/transfer.list.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { transferReverse } from "../transfer/transfer.reverse.ts";
import { usageRecordList } from "./usage.record.list.ts";
import { usageStatementCharge } from "./usage.statement.charge.ts";
import { usageStatementList } from "./usage.statement.list.ts";
import { usageStatementRetrieve } from "./usage.statement.retrieve.ts";
import type { UsageStatement } from "./usage_schema.ts";

const live = { environment: "live" } as const;
const JANUARY = "2026-01";
/** The time at which the month is final and first paid. */
const FINAL_MS = Date.UTC(2026, 1, 1, 0, 5);

/** One amount that moves costs 7 cents, and a payout has an invoice of its own. */
function agreeRates(world: World): void {
  const agreedRates = { transfer: "7", payouts: "custom" };
  world.apply([{ kind: PRODUCT_PRICED, priced: { agreedRates } } as never]);
}

/** January of a Product of live: four amounts have moved, 28 cents. `fundedMinor`: what is left on its operating account. */
function january(world: World, fundedMinor = 100n) {
  agreeRates(world);
  const operating = openAccount(world, { fundedMinor });
  const revenue = openAccount(world, { role: "product_revenue" });
  transfer(world, operating, revenue, String(fundedMinor));
  transfer(world, revenue, operating, String(fundedMinor));
  fund(world, openAccount(world, { currency: "GBP" }), 1n);
  return { operating, revenue, productId: world.principal.productId };
}

function goTo(world: World, timeMs: number): void {
  world.nowMs = timeMs;
  world.passTime();
}

const statementOf = (world: World, month = JANUARY): Promise<UsageStatement> =>
  world.found(usageStatementRetrieve, { productId: world.principal.productId, month });

async function eventTypes(world: World): Promise<string[]> {
  const types = "usage_statement.finalized,usage_statement.paid,usage_statement.payment_failed";
  const { productId } = world.principal;
  const events = await listAll<{ type: string }>(world, eventList, { productId, types });
  return events.map(({ type }) => type.slice("usage_statement.".length)).reverse();
}

decisionTable(usageStatementCharge, {
  given: (world) => january(world),
  input: () => ({ month: JANUARY }),
  asking: () => ({ cause: "clock" }),
  rows: [
    {
      ...{ environment: "live", title: "nothing that is final" },
      code: "state_conflict",
      details: { expected: JANUARY, actual: "none" },
    },
    {
      ...{ environment: "live", title: "a month that was paid" },
      given: ({ world }) => goTo(world, FINAL_MS),
      code: "state_conflict",
    },
    {
      ...{ environment: "live", title: "a later month than the earliest that is due" },
      given({ world, operating, revenue }) {
        transfer(world, operating, revenue, "100");
        goTo(world, FINAL_MS);
      },
      input: { month: "2026-02" },
      code: "state_conflict",
      details: { actual: JANUARY },
    },
    {
      ...{ environment: "live", title: "the earliest month, before its time, with the money" },
      given({ world, operating, revenue }) {
        transfer(world, operating, revenue, "100");
        goTo(world, FINAL_MS);
        fund(world, operating, 35n);
      },
      outcome: "the transfer of the fee",
      reply: { status: "paid" },
      check: (_, { world, operating }) => assert.equal(balanceOf(world, operating).posted, "0"),
    },
  ],
});

test("usage.statement.charge: a month of live is final -> at once one fee, out of the operating account, and nothing of it counts", async () => {
  const world = await openWorld(live);
  const { operating, productId } = january(world);
  assert.equal((await statementOf(world)).total, "28");
  goTo(world, FINAL_MS - 1);
  assert.equal((await statementOf(world)).status, "open");
  goTo(world, FINAL_MS);
  const statement = await statementOf(world);
  const { transferId = "" } = statement.payment ?? {};
  assert.deepEqual(statement.payment, {
    ...{ status: "paid", attempts: 1, transferId, accountId: operating },
    paidAt: new Date(FINAL_MS).toISOString(),
  });
  const fee = await world.found(transferRetrieve, { transferId });
  const { kind, status, amount, currency, sourceAccountId, usageMonth, description } = fee;
  assert.deepEqual(
    { kind, status, amount, currency, sourceAccountId, usageMonth, description },
    {
      ...{ kind: "fee", status: "posted", amount: "28", currency: "EUR" },
      ...{ sourceAccountId: operating, usageMonth: JANUARY },
      description: "Platform fees of 2026-01",
    },
  );
  assert.equal(balanceOf(world, operating).posted, "72");
  assert.equal(balanceOf(world, fee.destinationAccountId).posted, "28");
  assert.deepEqual(await eventTypes(world), ["finalized", "paid"]);
  const records = await listAll<{ month: string }>(world, usageRecordList, { productId });
  assert.ok(
    records.every(({ month }) => month === JANUARY),
    "a fee is not counted",
  );
  goTo(world, Date.UTC(2026, 2, 1, 0, 5));
  const [february] = await listAll<ProductStatement>(world, statementList, { productId });
  assert.equal(february?.currencies[0]?.fees, "28");
  const statements = await listAll<UsageStatement>(world, usageStatementList, { productId });
  assert.deepEqual(
    statements.map(({ month, total, payment }) => [month, total, payment?.status]),
    [
      ["2026-03", "0", undefined],
      ["2026-02", "0", undefined],
      [JANUARY, "28", "paid"],
    ],
  );
});

test("usage.statement.charge: no account has the money -> tried each day, and paid once one has it", async () => {
  const world = await openWorld(live);
  const { operating, revenue } = january(world);
  transfer(world, operating, revenue, "100");
  goTo(world, FINAL_MS);
  const due = (await statementOf(world)).payment;
  assert.deepEqual(due, {
    ...{ status: "due", attempts: 1, reason: "insufficient_balance" },
    nextAttemptAt: new Date(FINAL_MS + DAY_MS).toISOString(),
  });
  fund(world, operating, 34n);
  goTo(world, FINAL_MS + DAY_MS);
  assert.equal((await statementOf(world)).payment?.attempts, 2);
  fund(world, operating, 1n);
  goTo(world, FINAL_MS + 2 * DAY_MS - 1);
  assert.equal((await statementOf(world)).payment?.status, "due");
  goTo(world, FINAL_MS + 2 * DAY_MS);
  assert.equal((await statementOf(world)).payment?.status, "paid");
  assert.equal(balanceOf(world, operating).posted, "0");
  assert.deepEqual(await eventTypes(world), [
    ...["finalized", "payment_failed", "payment_failed", "paid"],
  ]);
});

test("usage.statement.charge: two months are due -> one after the other, the earlier first, as soon as there is money", async () => {
  const world = await openWorld(live);
  const { operating, revenue } = january(world);
  transfer(world, operating, revenue, "100");
  goTo(world, FINAL_MS);
  for (const _ of [1, 2])
    transfer(world, revenue, openAccount(world, { role: "product_revenue" }), "1");
  const marchMs = Date.UTC(2026, 2, 1, 0, 5);
  goTo(world, marchMs);
  const [january1, february] = [await statementOf(world), await statementOf(world, "2026-02")];
  assert.deepEqual([january1.payment?.status, february.total], ["due", "14"]);
  assert.deepEqual(february.payment, { status: "due", attempts: 0 });
  fund(world, operating, 49n);
  goTo(world, marchMs + DAY_MS);
  const all = [await statementOf(world), await statementOf(world, "2026-02")];
  assert.deepEqual(
    all.map(({ payment }) => [payment?.status, payment?.attempts]),
    [
      ["paid", 3],
      ["paid", 1],
    ],
  );
  assert.equal(balanceOf(world, operating).posted, "0");
});

test("usage.statement.charge: the server was away for a month -> one attempt, not one for each day", async () => {
  const world = await openWorld(live);
  const { operating, revenue } = january(world);
  transfer(world, operating, revenue, "100");
  const lateMs = FINAL_MS + 20 * DAY_MS;
  goTo(world, lateMs);
  assert.deepEqual((await statementOf(world)).payment, {
    ...{ status: "due", attempts: 1, reason: "insufficient_balance" },
    nextAttemptAt: new Date(lateMs + DAY_MS).toISOString(),
  });
});

test("usage.statement.charge: accounts that are frozen, closed, of other currencies and roles -> none of them pays; the next that can does", async () => {
  const world = await openWorld(live);
  const { operating } = january(world);
  close(world, openAccount(world));
  openAccount(world, { currency: "USD", fundedMinor: 1_000n });
  freeze(world, operating, "debits");
  goTo(world, FINAL_MS);
  assert.equal((await statementOf(world)).payment?.reason, "no_account");
  const [few, enough] = [1n, 500n].map((fundedMinor) => openAccount(world, { fundedMinor }));
  goTo(world, FINAL_MS + DAY_MS);
  const { payment } = await statementOf(world);
  assert.equal(payment?.accountId, enough);
  assert.equal(balanceOf(world, few ?? "").posted, "1");
});

test("usage.statement.charge: in sandbox, where everything costs nothing, and of custom rates alone -> nothing is charged", async () => {
  for (const { environment, agreedRates } of [
    { environment: "sandbox", agreedRates: { transfer: "7" } },
    { environment: "live", agreedRates: { transfer: "custom" } },
    { environment: "live", agreedRates: {} },
  ] as const) {
    const world = await openWorld({ environment });
    const { operating } = january(world);
    world.apply([{ kind: PRODUCT_PRICED, priced: { agreedRates } } as never]);
    goTo(world, FINAL_MS);
    const { productId } = world.principal;
    const statements = await listAll<UsageStatement>(world, usageStatementList, { productId });
    assert.ok(statements.every(({ payment }) => payment === undefined));
    assert.equal(balanceOf(world, operating).posted, "100");
  }
});

test("usage.statement.charge: the company reverses the fee -> refused; the fee is in the list of transfers", async () => {
  const world = await openWorld(live);
  const { productId } = january(world);
  goTo(world, FINAL_MS);
  const [fee] = await listAll<{ transferId: string; kind: string }>(world, transferList, {
    productId,
  });
  assert.equal(fee?.kind, "fee");
  const { code } = world.run(transferReverse, { transferId: fee.transferId, reason: "too much" });
  assert.equal(code, "state_conflict");
});

test("product.margin.retrieve: months that were paid and months that are due -> the revenue of the books less the statements of usage", async () => {
  const world = await openWorld(live);
  const { revenue, productId } = january(world);
  const customer = openAccount(world, { fundedMinor: 500n });
  transfer(world, customer, revenue, "300");
  goTo(world, FINAL_MS);
  transfer(world, customer, revenue, "20");
  goTo(world, Date.UTC(2026, 2, 1, 0, 5));
  const statements = await listAll<UsageStatement>(world, usageStatementList, { productId });
  const used = statements.reduce((sum, { total }) => sum + Number(total), 0);
  const margin = await world.found(productMarginRetrieve, { productId });
  assert.deepEqual(
    [margin.revenue, margin.platformFees, margin.margin],
    ["320", String(used), String(320 - used)],
  );
});
