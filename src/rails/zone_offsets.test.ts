/** The tables of time zones that decisions keep, against `Intl` hour by hour. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, MINUTE_MS } from "./days.ts";
import {
  offsetFormat,
  offsetMsAt,
  UTC,
  type ZoneOffsets,
  type ZoneTable,
  zoneNameOf,
  zoneTableOf,
} from "./zone_offsets.ts";

const NOW_MS = Date.UTC(2026, 4, 17, 11);
const FROM_MS = Date.UTC(2020, 0);
const UNTIL_MS = Date.UTC(2047, 0);
const HOUR_MS = 60 * MINUTE_MS;

/** Half hours and quarters, both hemispheres, a change of half an hour, Ramadan, none at all, and who gave changes up since 2020. */
const ZONES = [
  ...["Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns"],
  ...["Pacific/Chatham", "Africa/Casablanca", "Asia/Gaza", "Europe/Berlin", "America/New_York"],
  ...["Pacific/Apia", "America/Sao_Paulo", "Pacific/Kiritimati", "Africa/Monrovia", "UTC"],
];

/** The minutes ahead of UTC by the table; the plain way. */
function minutesIn(offsets: ZoneOffsets, atMs: number): number {
  const begun = offsets.filter(([fromMs]) => fromMs <= atMs);
  return (begun.at(-1) ?? (offsets[0] as ZoneOffsets[number]))[1];
}

function assertAsIntl({ name, offsets }: ZoneTable, stepMs: number): void {
  const format = offsetFormat(name);
  let at = -1;
  for (let hourMs = FROM_MS; hourMs < UNTIL_MS; hourMs += stepMs) {
    while ((offsets[at + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= hourMs) at++;
    const minutes = offsets[Math.max(at, 0)]?.[1];
    const asked = offsetMsAt(format, hourMs) / MINUTE_MS;
    if (minutes !== asked)
      assert.equal(minutes, asked, `${name} ${new Date(hourMs).toISOString()}`);
  }
}

for (const zone of ZONES) {
  test(`zone offsets: ${zone} each hour of 2020 to 2046 -> as Intl shows`, () => {
    assertAsIntl(zoneTableOf(zone, NOW_MS), HOUR_MS);
  });
  test(`zone offsets: ${zone} at each change -> another offset from that millisecond on`, () => {
    const format = offsetFormat(zone);
    for (const [fromMs, minutes] of zoneTableOf(zone, NOW_MS).offsets.slice(1)) {
      assert.equal(offsetMsAt(format, fromMs) / MINUTE_MS, minutes);
      assert.notEqual(offsetMsAt(format, fromMs - 1) / MINUTE_MS, minutes);
    }
  });
}

test("zone offsets: every zone that Intl lists, every fifth day -> as Intl shows; no change leads back to an earlier day", () => {
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    const table = zoneTableOf(zone, NOW_MS);
    assertAsIntl(table, 5 * DAY_MS);
    for (const [fromMs, minutes] of table.offsets.slice(1)) {
      const before = minutesIn(table.offsets, fromMs - 1);
      const days = [fromMs - 1 + before * MINUTE_MS, fromMs + minutes * MINUTE_MS].map((localMs) =>
        Math.floor(localMs / DAY_MS),
      );
      assert.ok((days[0] as number) <= (days[1] as number), `${zone} ${fromMs}`);
    }
  }
});

test("zone offsets: two times of a year -> one table; the year after -> that and a year more", () => {
  const table = zoneTableOf("Europe/Berlin", Date.UTC(2026, 0));
  assert.deepEqual(zoneTableOf("Europe/Berlin", Date.UTC(2026, 11, 31, 23, 59)), table);
  const next = zoneTableOf("Europe/Berlin", Date.UTC(2027, 0));
  assert.equal(table.offsets.length, 1 + 2 * 27);
  assert.deepEqual(next.offsets.slice(0, -2), table.offsets);
});

test("zone offsets: a zone without changes -> one offset; UTC -> none", () => {
  assert.deepEqual(zoneTableOf("Asia/Tokyo", NOW_MS).offsets, [[FROM_MS, 540]]);
  assert.equal(zoneTableOf("UTC", NOW_MS), UTC);
});

/** `undefined`: no zone. */
const NAMES: readonly (readonly [text: string, name: string | undefined])[] = [
  ["Europe/Berlin", "Europe/Berlin"],
  ["europe/BERLIN", "Europe/Berlin"],
  ["UTC", "UTC"],
  ["utc", "UTC"],
  ["Etc/UTC", "UTC"],
  ["GMT", "UTC"],
  ["US/Eastern", "America/New_York"],
  ["Etc/GMT+5", "Etc/GMT+5"],
  ["Europe/Nowhere", undefined],
  ["Etc/Unknown", undefined],
  ["+05:30", undefined],
  ["-05", undefined],
  ["Europe/Berlin ", undefined],
  ["", undefined],
];

for (const [text, name] of NAMES) {
  test(`zone offsets: the name "${text}" -> ${name ?? "no zone"}`, () => {
    assert.equal(zoneNameOf(text), name);
  });
}

test("zone offsets: an offset with seconds, before 2020 -> to the second", () => {
  assert.equal(offsetMsAt(offsetFormat("Africa/Monrovia"), 0), -(44 * 60 + 30) * 1_000);
});
