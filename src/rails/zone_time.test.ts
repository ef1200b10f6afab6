/** Time of day in the zones of the rails, against `Intl` at each time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { DAY_MS, dayText, LAST_DAY, MINUTE_MS } from "./days.ts";
import { instantOf, localTime, type Zone } from "./zone_time.ts";

const ZONES: readonly Zone[] = ["America/New_York", "Europe/Brussels", "Europe/London", "UTC"];

/** When clocks change in 2026: the first moment of the new time, and what the clock then shows. */
const CHANGES: readonly (readonly [Zone, atMs: number, before: string, after: string])[] = [
  ["America/New_York", Date.UTC(2026, 2, 8, 7), "2026-03-08 01:59", "2026-03-08 03:00"],
  ["America/New_York", Date.UTC(2026, 10, 1, 6), "2026-11-01 01:59", "2026-11-01 01:00"],
  ["Europe/Brussels", Date.UTC(2026, 2, 29, 1), "2026-03-29 01:59", "2026-03-29 03:00"],
  ["Europe/Brussels", Date.UTC(2026, 9, 25, 1), "2026-10-25 02:59", "2026-10-25 02:00"],
  ["Europe/London", Date.UTC(2026, 2, 29, 1), "2026-03-29 00:59", "2026-03-29 02:00"],
  ["Europe/London", Date.UTC(2026, 9, 25, 1), "2026-10-25 01:59", "2026-10-25 01:00"],
];

for (const [zone, atMs, before, after] of CHANGES) {
  test(`zone time: ${zone} when its clocks change to ${after} -> right on both sides`, () => {
    assert.equal(shown(zone, atMs - 1), before);
    assert.equal(shown(zone, atMs), after);
  });
}

function shown(zone: Zone, atMs: number): string {
  const { day, inDayMs } = localTime(zone, atMs);
  return `${dayText(day)} ${new Date(inDayMs).toISOString().slice("YYYY-MM-DDT".length, 16)}`;
}

const FORMATS = new Map(ZONES.map((zone) => [zone, plainFormat(zone)]));

test("zone time: any time from 1970 to 9999 -> what Intl shows", () => {
  const time = fc.integer({ min: 0, max: LAST_DAY * DAY_MS - 1 });
  const recent = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.oneof(time, recent), (zone, atMs) => {
      assert.equal(shown(zone, atMs), plainShown(zone, atMs));
    }),
    { numRuns: 2_000 },
  );
});

test("zone time: any day, and a minute from 04:00 on -> the instant at which the clock shows both", () => {
  const day = fc.integer({ min: 1, max: LAST_DAY - 1 });
  const minute = fc.integer({ min: 4 * 60, max: 24 * 60 - 1 });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), day, minute, (zone, on, of) => {
      const found = localTime(zone, instantOf(zone, on, of));
      assert.deepEqual(found, { day: on, inDayMs: of * MINUTE_MS });
    }),
    { numRuns: 2_000 },
  );
});

function plainFormat(timeZone: Zone): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, hourCycle: "h23", hour: "2-digit", minute: "2-digit" },
    ...{ year: "numeric", month: "2-digit", day: "2-digit" },
  });
}

function plainShown(zone: Zone, atMs: number): string {
  const parts = FORMATS.get(zone)?.formatToParts(atMs) ?? [];
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${of("year")}-${of("month")}-${of("day")} ${of("hour")}:${of("minute")}`;
}
