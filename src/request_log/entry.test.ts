/** Entries as bytes: `encodeEntry` writes the same bytes as its plain twin. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeEntry,
  encodeEntry,
  encodeParts,
  entriesOf,
  entryBytesMax,
  fieldsOf,
  hundredths,
} from "./entry.ts";
import { BASE_MS, newEntry } from "./testing_entries.ts";

test("entry: ASCII and other text in every place -> the bytes of its plain twin, read back", () => {
  const plain = newEntry(BASE_MS);
  const other = "\u20ac caf\u00e9 \ud83d\ude00";
  const entries = [plain, { ...plain, requestBody: '{"a":1}', responseBody: '{"error":{}}' }];
  for (const field of ["realmKey", "path", "userAgent", "requestBody", "responseBody"] as const) {
    entries.push({ ...plain, [field]: other });
  }
  for (const entry of entries) {
    const fields = fieldsOf(entry);
    const bytesMax = entryBytesMax(entry, fields);
    const [one, twin] = [Buffer.alloc(bytesMax + 8, 1), Buffer.alloc(bytesMax + 8, 2)];
    const end = encodeEntry(entry, fields, one, 8);
    assert.equal(encodeParts(entry, fields, twin, 8), end);
    assert.deepEqual(one.subarray(8, end), twin.subarray(8, end));
    const block = one.subarray(8, end);
    const [place, ...more] = entriesOf(block);
    assert.ok(place !== undefined && more.length === 0);
    assert.deepEqual(decodeEntry(block, place), entry);
  }
});

test("duration: hundredths of any size -> the text that String gives", () => {
  for (let count = 0; count < 20_000; count += count < 300 ? 1 : 37) {
    const value = Math.round(count) / 100;
    assert.equal(hundredths(value), String(value));
  }
  assert.equal(hundredths(30_000.07), "30000.07");
});
