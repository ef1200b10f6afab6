/** Days of zones against a plain walk, and the bounds of days and months where clocks are set and a company moves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { dayText } from "../../rails/days.ts";
import type { ZoneTable } from "../../rails/zone_offsets.ts";
import {
  firstDayOf,
  monthOfDay,
  UTC_CALENDAR,
  ZoneCalendar,
  type ZoneSpan,
} from "./zone_calendar.ts";

const HOUR_MS = 3_600_000;
const at = (text: string) => Date.parse(text);
const BERLIN: ZoneTable = {
  name: "Europe/Berlin",
  offsets: [
    [at("2025-10-26T01:00:00Z"), 60],
    [at("2026-03-29T01:00:00Z"), 120],
    [at("2026-10-25T01:00:00Z"), 60],
  ],
};
const NEW_YORK: ZoneTable = {
  name: "America/New_York",
  offsets: [
    [at("2025-11-02T06:00:00Z"), -300],
    [at("2026-03-08T07:00:00Z"), -240],
  ],
};
/** Clocks go from midnight back to 23:00 of the day before. */
const BEIRUT: ZoneTable = {
  name: "Asia/Beirut",
  offsets: [
    [at("2026-03-28T22:00:00Z"), 180],
    [at("2026-10-24T21:00:00Z"), 120],
  ],
};
const ZONES = [BERLIN, NEW_YORK, BEIRUT];
const days = (zone: ZoneTable) => new ZoneCalendar([{ fromMs: 0, firstDay: 0, zone }]);

const BOUNDS: [zone: ZoneTable, month: string, from: string, below: string][] = [
  [BERLIN, "2026-03", "2026-02-28T23:00:00.000Z", "2026-03-31T22:00:00.000Z"],
  [BERLIN, "2026-10", "2026-09-30T22:00:00.000Z", "2026-10-31T23:00:00.000Z"],
  [NEW_YORK, "2026-03", "2026-03-01T05:00:00.000Z", "2026-04-01T04:00:00.000Z"],
  [BEIRUT, "2026-10", "2026-09-30T21:00:00.000Z", "2026-10-31T22:00:00.000Z"],
];
for (const [zone, month, from, below] of BOUNDS) {
  test(`zone calendar: ${month} in ${zone.name} -> ${from} to ${below}`, () => {
    const range = days(zone).rangeOfMonth(month);
    const texts = [range.fromMs, range.belowMs].map((ms) => new Date(ms).toISOString());
    assert.deepEqual(texts, [from, below]);
  });
}

test("zone calendar: the day on which clocks go back at midnight -> 25 hours, and every moment has one day", () => {
  const calendar = days(BEIRUT);
  const day = firstDayOf("2026-10") + 23;
  assert.equal(dayText(day), "2026-10-24");
  const { fromMs, belowMs } = calendar.rangeOfDay(day);
  assert.equal(belowMs - fromMs, 25 * HOUR_MS);
});

test("zone calendar: any zones, one after another -> days follow one another without a gap, and a month begun stays as it is", () => {
  const start = at("2026-01-01T00:00:00Z");
  const moves = fc.array(fc.record({ zone: fc.constantFrom(...ZONES), hours: fc.nat(8_000) }), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(moves, fc.array(fc.nat(10_000), { maxLength: 30 }), (zones, hours) => {
      let spans: readonly ZoneSpan[] = [];
      for (const { zone, hours: after } of [...zones].sort((a, b) => a.hours - b.hours)) {
        const atMs = start + after * HOUR_MS;
        const before = new ZoneCalendar(spans);
        const month = before.monthAt(atMs);
        const range = before.rangeOfMonth(month);
        spans = before.movedTo(zone, atMs);
        assert.deepEqual(new ZoneCalendar(spans).rangeOfMonth(month), range);
        assert.equal(new ZoneCalendar(spans).monthAt(atMs), month);
      }
      const calendar = new ZoneCalendar(spans);
      for (const hour of hours) {
        const atMs = start + hour * HOUR_MS;
        const day = calendar.dayAt(atMs);
        const { fromMs, belowMs } = calendar.rangeOfDay(day);
        assert.ok(fromMs <= atMs && atMs < belowMs);
        assert.equal(calendar.rangeOfDay(day + 1).fromMs, belowMs);
        assert.equal(calendar.dayAt(belowMs - 1), day);
        assert.equal(calendar.dayAt(belowMs), day + 1);
        const month = calendar.rangeOfMonth(monthOfDay(day));
        assert.ok(month.fromMs <= fromMs && belowMs <= month.belowMs);
      }
    }),
    { numRuns: 60 },
  );
});

test("zone calendar: without a zone -> days of UTC", () => {
  const atMs = at("2026-02-28T23:59:59.999Z");
  assert.equal(dayText(UTC_CALENDAR.dayAt(atMs)), "2026-02-28");
  assert.equal(UTC_CALENDAR.monthAt(atMs + 1), "2026-03");
});

test("zone calendar: the last month of all, in a zone ahead of UTC -> it has every later time, and a zone may still be told", () => {
  const east: ZoneTable = { name: "Pacific/Kiritimati", offsets: [[0, 840]] };
  const lastMs = at("9999-12-31T23:59:59.999Z");
  for (const calendar of [days(east), UTC_CALENDAR]) {
    assert.equal(dayText(calendar.dayAt(lastMs)), "9999-12-31");
    assert.equal(calendar.monthAt(lastMs), "9999-12");
    assert.ok(calendar.rangeOfMonth("9999-12").belowMs > lastMs);
    assert.equal(new ZoneCalendar(calendar.movedTo(BERLIN, lastMs)).monthAt(lastMs), "9999-12");
  }
});
