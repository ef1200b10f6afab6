/** The counters: months that follow each other whatever the clock does, and what a start finds of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RealmCalendar } from "../ledger/realm_calendars.ts";
import { TRANSFER_ROW } from "../ledger/transfer_row.ts";
import { MeterTable, type StoredMeteredMonth } from "./meter_table.ts";
import { METERS, TRANSFER_METER } from "./meters.ts";

const JANUARY_MS = Date.UTC(2026, 0, 15);
const MOVED = [{ kind: TRANSFER_ROW, step: "posted" }];

function setUp(table = new MeterTable()) {
  const calendar = new RealmCalendar();
  let place = 0;
  return {
    table,
    /** A transfer at the time. */
    count: (timeMs: number) =>
      table.count({ realm: 1, place: ++place, timeMs, facts: MOVED }, calendar),
    moved: (month: string) => table.countsOf(1, month)[TRANSFER_METER],
  };
}

/** What the table gives to the next drain, by month. */
function drained(
  table: MeterTable,
): Map<string, { value: Uint8Array; stored: StoredMeteredMonth }> {
  const rows = new Map<string, { value: Uint8Array; stored: StoredMeteredMonth }>();
  table.drain((_realm, month, value) => {
    assert.ok(value !== undefined);
    rows.set(month, { value, stored: JSON.parse(Buffer.from(value).toString()) });
    return 1;
  });
  return rows;
}

test("meter table: the last millisecond of a month and the first of the next -> a month each", () => {
  const { count, moved } = setUp();
  const end = Date.UTC(2026, 1, 1);
  for (const timeMs of [end - 1, end]) count(timeMs);
  assert.deepEqual([moved("2026-01"), moved("2026-02")], [1, 1]);
});

test("meter table: a time before the newest month -> counted in the newest month", () => {
  const { count, moved } = setUp();
  for (const timeMs of [JANUARY_MS, Date.UTC(2026, 1, 2), JANUARY_MS]) count(timeMs);
  assert.deepEqual([moved("2026-01"), moved("2026-02")], [1, 2]);
});

test("meter table: a month that is final -> nothing more is counted there, now and after a start", () => {
  const { table, count, moved } = setUp();
  count(JANUARY_MS);
  table.finish(1, "2026-01");
  count(JANUARY_MS);
  assert.equal(moved("2026-02"), 1);
  const rows = drained(table);
  assert.deepEqual(rows.get("2026-01")?.stored, {
    first: 1,
    counts: { transfer: 1 },
    isFinal: true,
  });
  assert.deepEqual(rows.get("2026-02")?.stored, { first: 2, counts: { transfer: 1 } });
  const again = new MeterTable();
  for (const [month, { value }] of rows) again.load(1, month, value, 1);
  const after = setUp(again);
  after.count(JANUARY_MS);
  assert.equal(after.moved("2026-02"), 2);
  assert.deepEqual([...drained(again).keys()], ["2026-02"]);
});

test("meter table: a month without a record becomes final -> it is there, with nothing counted", () => {
  const { table, count } = setUp();
  table.finish(1, "2026-01");
  count(JANUARY_MS);
  const rows = drained(table);
  assert.deepEqual(rows.get("2026-01")?.stored, { first: 0, counts: {}, isFinal: true });
  assert.deepEqual(rows.get("2026-02")?.stored, { first: 1, counts: { transfer: 1 } });
});

test("meter table: nothing was counted since the last drain -> nothing is stored again", () => {
  const { table, count } = setUp();
  count(JANUARY_MS);
  drained(table);
  table.count(
    { realm: 1, place: 2, timeMs: JANUARY_MS, facts: [{ kind: "customer.created.1" }] },
    new RealmCalendar(),
  );
  assert.equal(drained(table).size, 0);
  assert.equal(table.countsOf(1, "2026-01").length, METERS.length);
});
