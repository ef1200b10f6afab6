/** The periods in which the use of a consent is counted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isoTime } from "../../base/iso_time.ts";
import type { ConsentDocument, ConsentPeriod } from "./consent_document.ts";
import { periodStartMs, usedNow } from "./consent_use.ts";

const ROWS: [period: ConsentPeriod | undefined, from: string, now: string, start: string][] = [
  [undefined, "2026-01-31T10:00", "2029-01-31T10:00", "2026-01-31T10:00"],
  ["P1D", "2026-01-31T10:00", "2026-01-30T10:00", "2026-01-31T10:00"],
  ["P1D", "2026-01-31T10:00", "2026-02-01T09:59", "2026-01-31T10:00"],
  ["P1D", "2026-01-31T10:00", "2026-02-01T10:00", "2026-02-01T10:00"],
  ["P1W", "2026-01-31T10:00", "2026-02-07T09:59", "2026-01-31T10:00"],
  ["P1W", "2026-01-31T10:00", "2026-02-07T10:00", "2026-02-07T10:00"],
  ["P1M", "2026-01-31T10:00", "2026-02-28T09:59", "2026-01-31T10:00"],
  ["P1M", "2026-01-31T10:00", "2026-02-28T10:00", "2026-02-28T10:00"],
  ["P1M", "2026-01-31T10:00", "2026-03-31T09:59", "2026-02-28T10:00"],
  ["P1M", "2026-01-31T10:00", "2026-03-31T10:00", "2026-03-31T10:00"],
  ["P1M", "2028-01-30T10:00", "2028-03-01T00:00", "2028-02-29T10:00"],
  ["P1M", "2026-12-15T10:00", "2027-01-15T09:59", "2026-12-15T10:00"],
  ["P1M", "1960-01-31T10:00", "9999-12-31T23:59", "9999-12-31T10:00"],
];

const msOf = (minute: string) => Date.parse(`${minute}:00.000Z`);

for (const [period, from, now, start] of ROWS) {
  test(`consent period: ${period ?? "none"} from ${from}, at ${now} -> began at ${start}`, () => {
    const consent = { ...(period && { limits: { period } }), validFromMs: msOf(from) };
    assert.equal(isoTime(periodStartMs(consent, msOf(now))), isoTime(msOf(start)));
  });
}

test("consent use: in the period of the last collection, and in the next -> as it is, and nothing", () => {
  const validFromMs = msOf("2026-01-31T10:00");
  const used = { count: 2, total: "300", sinceMs: validFromMs };
  const consent = { limits: { period: "P1M" }, validFromMs, used } as ConsentDocument;
  assert.deepEqual(usedNow(consent, msOf("2026-02-28T09:59")), used);
  const next = msOf("2026-02-28T10:00");
  assert.deepEqual(usedNow(consent, next), { count: 0, total: "0", sinceMs: next });
});
