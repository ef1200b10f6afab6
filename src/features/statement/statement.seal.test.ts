/** Decision table of statement.seal, and a year of a Product by the clock of its sandbox and by the wall clock of live. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { advanceClock, balanceOf, openAccount, transfer } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { monthEndOf } from "../ledger/month_ends.ts";
import { PLATFORM_STEP } from "../platform_steps.ts";
import { productRealmClose } from "../product/product.realm.close.ts";
import { transferReverse } from "../transfer/transfer.reverse.ts";
import { usageStatementList } from "../usage/usage.statement.list.ts";
import type { UsageStatement } from "../usage/usage_schema.ts";
import type { ProductStatement } from "./product_statement_schema.ts";
import { statementList } from "./statement.list.ts";
import { statementRetrieve } from "./statement.retrieve.ts";
import { statementSeal } from "./statement.seal.ts";

const MONTHS = Array.from(
  { length: 12 },
  (_, index) => `2026-${String(index + 1).padStart(2, "0")}`,
);

decisionTable(statementSeal, {
  given: (world) => ({ source: openAccount(world, { fundedMinor: 10n }) }),
  input: () => ({ month: "2026-01" }),
  asking: () => ({ cause: "clock" }),
  rows: [
    {
      title: "the earliest month",
      outcome: "its statement",
      async check(_came, { world }) {
        const [statement, ...others] = await sealed(world);
        assert.equal(others.length, 0);
        assert.equal(statement?.month, "2026-01");
        assert.equal(statement?.currencies[0]?.closing, "10");
      },
    },
    { title: "a later month", input: { month: "2026-02" }, code: "state_conflict" },
    {
      title: "a month that was sealed",
      given: ({ world }) => advanceClock(world, "2026-02-02T00:00:00.000Z"),
      code: "state_conflict",
      details: { expected: "2026-01", actual: "2026-02" },
    },
  ],
});

const sealed = (world: World): Promise<ProductStatement[]> =>
  listAll<ProductStatement>(world, statementList, { productId: world.principal.productId });

test("statement.seal: a year on the sandbox's clock -> twelve statements, each opens with what the one before closed with", async () => {
  const world = await openWorld();
  const source = openAccount(world, { fundedMinor: 1_000n });
  const destination = openAccount(world);
  for (const [index, month] of MONTHS.entries()) {
    if (index > 0) advanceClock(world, `${month}-15T00:00:00.000Z`);
    for (let count = 0; count <= index; count++) transfer(world, source, destination, "3");
  }
  const { reply } = advanceClock(world, "2027-01-01T00:05:00.000Z");
  assert.equal(reply.ran, 0, "nobody asked for the steps of the platform's books");
  const all = (await sealed(world)).reverse();
  assert.deepEqual(
    all.map(({ month }) => month),
    MONTHS,
  );
  let closing = "0";
  for (const [index, { currencies, statementId, sealedAt }] of all.entries()) {
    const [euro] = currencies;
    assert.equal(euro?.opening, closing);
    assert.equal(euro?.movements.find(({ kind }) => kind === "book")?.count, index + 1);
    assert.equal(euro?.activeAccounts, 2);
    closing = euro?.closing ?? "";
    assert.match(sealedAt, /-01T00:05:00.000Z$/);
    assert.deepEqual(await world.found(statementRetrieve, { statementId }), all[index]);
  }
  const held =
    BigInt(balanceOf(world, source).posted) + BigInt(balanceOf(world, destination).posted);
  assert.equal(closing, String(held));
});

test("statement.seal: at the last moment of a month and at the first of the next -> each in its month; five minutes are waited", async () => {
  const world = await openWorld();
  const source = openAccount(world, { fundedMinor: 100n });
  const destination = openAccount(world);
  advanceClock(world, "2026-01-31T23:59:59.999Z");
  transfer(world, source, destination, "1");
  advanceClock(world, "2026-02-01T00:00:00.000Z");
  transfer(world, source, destination, "2");
  advanceClock(world, "2026-02-01T00:04:59.999Z");
  assert.deepEqual(await sealed(world), []);
  transfer(world, source, destination, "4");
  advanceClock(world, "2026-03-01T00:05:00.000Z");
  const volumes = (await sealed(world)).map(({ month, currencies }) => [
    month,
    currencies[0]?.movements.find(({ kind }) => kind === "book")?.amount,
  ]);
  assert.deepEqual(volumes, [
    ["2026-02", "6"],
    ["2026-01", "1"],
  ]);
});

test("statement.seal: a transfer of a sealed month is reversed -> a correction in the month of the reversal", async () => {
  const world = await openWorld();
  const source = openAccount(world, { fundedMinor: 100n });
  const { transferId } = transfer(world, source, openAccount(world), "7");
  advanceClock(world, "2026-02-10T00:00:00.000Z");
  const before = await sealed(world);
  world.made(transferReverse, { transferId, reason: "by mistake" });
  const later = transfer(world, source, openAccount(world), "9");
  world.made(transferReverse, { transferId: later.transferId, reason: "by mistake" });
  advanceClock(world, "2026-03-10T00:00:00.000Z");
  const [february, january] = await sealed(world);
  assert.deepEqual([january], before);
  assert.deepEqual(february?.currencies[0]?.corrections, [
    { month: "2026-01", kind: "reversal", count: 1, amount: "7", credits: "0", debits: "0" },
  ]);
});

test("statement.seal: live, in which no money has moved -> months end by the wall clock, without a statement", async () => {
  const world = await openWorld({ environment: "live" });
  const realm = world.realmOf(world.caller);
  assert.equal(statementSeal.id, PLATFORM_STEP.seal);
  const next = () => {
    world.passTime();
    return monthEndOf(world.state, realm)?.month;
  };
  world.nowMs = Date.UTC(2026, 1, 1, 0, 4, 59, 999);
  assert.equal(next(), "2026-01");
  world.nowMs = Date.UTC(2026, 3, 1);
  assert.equal(next(), "2026-03");
  assert.deepEqual(await sealed(world), []);
});

test("statement.seal: a Product of live is closed -> its last month is sealed all the same, and later ones", async () => {
  const world = await openWorld({ environment: "live" });
  const source = openAccount(world, { fundedMinor: 9n });
  const { productId } = world.principal;
  world.run(productRealmClose, { isForced: true }, { cause: "platform" });
  world.nowMs = Date.UTC(2026, 3, 1, 0, 5);
  world.passTime();
  assert.deepEqual(
    (await sealed(world)).map(({ month, currencies }) => [month, currencies[0]?.closing]),
    [
      ["2026-03", "9"],
      ["2026-02", "9"],
      ["2026-01", "9"],
    ],
  );
  const statements = await listAll<UsageStatement>(world, usageStatementList, { productId });
  assert.deepEqual(
    statements.map(({ status }) => status),
    ["open", "final", "final", "final"],
  );
  assert.equal(balanceOf(world, source).posted, "9");
});

test("statement.seal: a sandbox is closed -> its clock stands still, and no month ends", async () => {
  const world = await openWorld();
  openAccount(world, { fundedMinor: 9n });
  world.run(productRealmClose, { isForced: true }, { cause: "platform" });
  world.nowMs = Date.UTC(2026, 3, 1, 0, 5);
  world.passTime();
  assert.deepEqual(await sealed(world), []);
});
