/** Times as the clocks of a time zone show them, where the clocks change, too. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isoOffset, localTimes } from "./local_time.ts";

const TIMES = [
  ["UTC", "2026-10-25T00:59:59.999Z", "2026-10-25T00:59:59.999Z"],
  ["Europe/Berlin", "2026-10-25T00:59:59.999Z", "2026-10-25T02:59:59.999+02:00"],
  ["Europe/Berlin", "2026-10-25T01:00:00.000Z", "2026-10-25T02:00:00.000+01:00"],
  ["America/New_York", "2026-11-01T05:59:59.999Z", "2026-11-01T01:59:59.999-04:00"],
  ["America/New_York", "2026-11-01T06:00:00.000Z", "2026-11-01T01:00:00.000-05:00"],
  ["America/St_Johns", "2026-12-01T03:29:59.999Z", "2026-11-30T23:59:59.999-03:30"],
  ["Asia/Kathmandu", "2026-11-30T18:15:00.000Z", "2026-12-01T00:00:00.000+05:45"],
] as const;
for (const [timeZone, utc, expected] of TIMES) {
  test(`local time: ${utc} in ${timeZone} -> ${expected}`, () => {
    const { date, time, offsetMinutes } = localTimes(timeZone)(Date.parse(utc));
    assert.equal(`${date}T${time}${isoOffset(offsetMinutes)}`, expected);
  });
}

test("local time: the same zone asked for times before and after a change of its clocks -> each by its own offset", () => {
  const localTime = localTimes("Europe/Berlin");
  const hours = [
    ...["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z", "2026-10-25T00:30:00.000Z"],
  ].map((utc) => localTime(Date.parse(utc)).offsetMinutes);
  assert.deepEqual(hours, [120, 60, 120]);
});

test("local time: a zone that is not there -> throws", () => {
  assert.throws(() => localTimes("Mars/Olympus"), RangeError);
});
