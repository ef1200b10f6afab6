/** `lookupKey` gives the same bytes as `tableKey`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lookupKey, tableKey } from "./table.ts";

test("key of a look-up: any text -> the bytes of the stored key", () => {
  const texts = ["", "a", "01arz3ndektsv4rrffq69g5fav", "x".repeat(64), "x".repeat(65), "\u007f"];
  for (const text of [...texts, "\u0080", "caf\u00e9", "\u20ac-\ud83d\ude00", "\ud800"]) {
    for (const realm of [0, 1, 0xffff_ffff]) {
      const expected = Buffer.from(tableKey(7, realm, text));
      assert.deepEqual(Buffer.from(lookupKey(7, realm, text)), expected, JSON.stringify(text));
    }
  }
});
