/** Retry-After: both forms, the obsolete dates, what says nothing, and the bound. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RETRY_AFTER_MAX_MS, retryMomentOf } from "./retry_after.ts";

const NOW = Date.UTC(2026, 10, 23, 8, 0, 0, 500);
const MAX_SECONDS = RETRY_AFTER_MAX_MS / 1_000;
/** A value, and the milliseconds after now that it means. */
const ROWS: [value: string, afterMs: number | undefined][] = [
  ["1", 1_000],
  ["120", 120_000],
  [" 120 ", 120_000],
  ["007", 7_000],
  ["0", undefined],
  [String(MAX_SECONDS), RETRY_AFTER_MAX_MS],
  [String(MAX_SECONDS + 1), RETRY_AFTER_MAX_MS],
  ["9".repeat(400), RETRY_AFTER_MAX_MS],
  ["Mon, 23 Nov 2026 08:00:01 GMT", 500],
  ["Mon, 23 Nov 2026 08:02:00 GMT", 119_500],
  ["Monday, 23-Nov-26 08:02:00 GMT", 119_500],
  ["Mon Nov 23 08:02:00 2026", 119_500],
  ["Tue Dec  1 08:00:00 2026", RETRY_AFTER_MAX_MS],
  ["Sun, 22 Nov 2036 08:00:00 GMT", RETRY_AFTER_MAX_MS],
  ["Mon, 23 Nov 2026 08:00:00 GMT", undefined],
  ["Sun, 06 Nov 1994 08:49:37 GMT", undefined],
  ["Sunday, 06-Nov-94 08:49:37 GMT", undefined],
  ["", undefined],
  ["-1", undefined],
  ["+1", undefined],
  ["1.5", undefined],
  ["1e3", undefined],
  ["0x10", undefined],
  ["soon", undefined],
  ["2026-11-23T08:02:00Z", undefined],
  ["Mon, 23 Nov 2026 08:02:00", undefined],
  ["Mon, 23 Nov 2026 08:02:00 CET", undefined],
  ["Mon, 23 Xyz 2026 08:02:00 GMT", undefined],
  ["Mon, 23 Nov 2026 25:02:00 GMT", undefined],
  ["1, 2", undefined],
];

for (const [value, afterMs] of ROWS) {
  test(`retry-after: "${value.slice(0, 40)}" -> ${afterMs ?? "nothing"}`, () => {
    assert.equal(retryMomentOf(value, NOW), afterMs === undefined ? undefined : NOW + afterMs);
  });
}
