/** Decision table of product.time_zone.tell, and from when on the months of a realm go by the zone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { UTC, type ZoneTable, zoneTableOf } from "../../rails/zone_offsets.ts";
import { monthEndOf } from "../ledger/month_ends.ts";
import { sandboxReset } from "../sandbox/sandbox.reset.ts";
import { productTimeZoneTell } from "./product.time_zone.tell.ts";

const zone = (name: string) => zoneTableOf(name, Date.UTC(2026, 0));
const BERLIN = zone("Europe/Berlin");
const KIRITIMATI = zone("Pacific/Kiritimati");

const tell = (world: World, of: ZoneTable, sinceMs?: number) =>
  world.run(
    productTimeZoneTell,
    { zone: of, ...(sinceMs !== undefined && { sinceMs }) },
    { cause: "platform" },
  );

const realmIn = ({ realmOf, caller }: World) => realmOf(caller);
const calendarOf = (world: World) => world.state.calendars.of(realmIn(world));
/** When a month of the realm ends, as the step that ends it asks. */
const endOf = (world: World, month: string) => iso(calendarOf(world).endOf(month));
const iso = (atMs: number) => new Date(atMs).toISOString();
const monthsOf = (world: World) => monthEndOf(world.state, realmIn(world));

decisionTable(productTimeZoneTell, {
  asking: () => ({ cause: "platform" as const }),
  input: () => ({ zone: BERLIN }),
  rows: [
    {
      title: "of a realm that is at work",
      outcome: "the fact with the offsets; days go by them from the next month on",
      check({ reply, facts }) {
        assert.deepEqual(reply, {});
        assert.deepEqual(facts, [{ kind: "product.time_zone_told.1", zone: BERLIN }]);
      },
    },
    {
      title: "of a new realm",
      input: ({ world }) => ({ sinceMs: world.nowMs }),
      outcome: "the same, since when",
      check: ({ facts }, { world }) =>
        assert.deepEqual(facts, [
          { kind: "product.time_zone_told.1", zone: BERLIN, sinceMs: world.nowMs },
        ]),
    },
  ],
});

for (const environment of ["sandbox", "live"] as const) {
  test(`product.time_zone.tell: ${environment}, in January -> January as it was, February by the zone`, async () => {
    const world = await openWorld({ environment });
    assert.equal(endOf(world, "2026-01"), "2026-02-01T00:00:00.000Z");
    tell(world, BERLIN);
    assert.equal(endOf(world, "2026-01"), "2026-02-01T00:00:00.000Z");
    assert.equal(endOf(world, "2026-02"), "2026-02-28T23:00:00.000Z");
    assert.equal(endOf(world, "2026-04"), "2026-04-30T22:00:00.000Z");
  });

  test(`product.time_zone.tell: ${environment}, a new realm -> its first month too goes by the zone`, async () => {
    const world = await openWorld({ environment });
    assert.equal(endOf(world, "2026-01"), "2026-02-01T00:00:00.000Z");
    tell(world, BERLIN, world.nowMs);
    assert.equal(endOf(world, "2026-01"), "2026-01-31T23:00:00.000Z");
    assert.equal(monthsOf(world)?.month, "2026-01");
  });
}

test("product.time_zone.tell: a new sandbox -> its month is sealed five minutes after its end by the zone", async () => {
  const world = await openWorld();
  tell(world, BERLIN, world.nowMs);
  advanceClock(world, "2026-01-31T23:04:59.999Z");
  assert.equal(monthsOf(world)?.month, "2026-01");
  advanceClock(world, "2026-01-31T23:05:00.000Z");
  assert.equal(monthsOf(world)?.month, "2026-02");
});

test("product.time_zone.tell: twice in a month, and back to UTC -> the last one counts", async () => {
  const world = await openWorld();
  for (const each of [BERLIN, KIRITIMATI, BERLIN]) tell(world, each);
  assert.equal(endOf(world, "2026-02"), "2026-02-28T23:00:00.000Z");
  tell(world, UTC);
  assert.equal(endOf(world, "2026-02"), "2026-03-01T00:00:00.000Z");
});

test("product.time_zone.tell: a sandbox whose clock is in May -> counts from June on", async () => {
  const world = await openWorld();
  advanceClock(world, "2026-05-20T00:00:00.000Z");
  tell(world, BERLIN);
  assert.equal(endOf(world, "2026-05"), "2026-06-01T00:00:00.000Z");
  assert.equal(endOf(world, "2026-06"), "2026-06-30T22:00:00.000Z");
});

/** Live realms that are made when the month of the zone is another than that of UTC. */
const BEGUN: readonly (readonly [name: string, sinceMs: number, month: string])[] = [
  ["Pacific/Kiritimati", Date.UTC(2026, 0, 31, 20), "2026-02"],
  ["Pacific/Pago_Pago", Date.UTC(2026, 1, 1, 5), "2026-01"],
];

for (const [name, sinceMs, month] of BEGUN) {
  test(`product.time_zone.tell: a realm made at ${iso(sinceMs)} in ${name} -> begins in ${month}`, async () => {
    const world = await openWorld({ environment: "live" });
    world.nowMs = sinceMs + 5;
    tell(world, zone(name), sinceMs);
    assert.deepEqual(monthsOf(world), { realm: realmIn(world), month });
  });
}

test("product.time_zone.tell: a reset of the sandbox -> the newest zone, from the beginning on", async () => {
  const world = await openWorld();
  tell(world, KIRITIMATI);
  tell(world, BERLIN);
  const { productId } = world.principal;
  assert.equal(world.run(sandboxReset, { productId, confirm: productId }).code, undefined);
  assert.equal(endOf(world, "2026-01"), "2026-01-31T23:00:00.000Z");
});
