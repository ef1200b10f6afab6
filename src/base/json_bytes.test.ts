/** JSON as bytes against texts that are added up. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CODE_POINT, fc } from "../../test/support/properties.ts";
import { INTEGER_BYTES_MAX, JsonBytes, writeInteger } from "./json_bytes.ts";

test("json bytes: any texts and characters, many in one memory -> the bytes of their sum", () => {
  const part = fc.oneof(
    fc.string({ unit: CODE_POINT, maxLength: 30 }),
    fc.integer({ min: 32, max: 126 }),
    fc.constant("x".repeat(200_000)),
  );
  const bytes = new JsonBytes();
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      bytes.clear();
      for (const one of parts) {
        if (typeof one === "number") bytes.character(one);
        else bytes.text(one);
      }
      const texts = parts.map((one) => (typeof one === "number" ? String.fromCharCode(one) : one));
      assert.equal(bytes.written().toString("hex"), Buffer.from(texts.join("")).toString("hex"));
    }),
    { numRuns: 50 },
  );
});

test("json bytes: written into directly after a reserve -> a part of the text, in view and bytes", () => {
  const bytes = new JsonBytes();
  bytes.text("a".repeat(300_000));
  bytes.reserve(4);
  bytes.view.setUint32(bytes.at, 0x62_62_62_62);
  bytes.at += 4;
  assert.equal(bytes.bytes[300_000], 0x62);
  assert.equal(bytes.written().toString(), `${"a".repeat(300_000)}bbbb`);
});

test("write integer: any safe integer -> the text of String", () => {
  const edges = [0, 9, 10, 999_999_999, 1e9, 1e9 + 1, 1e18 % 1e15, Number.MAX_SAFE_INTEGER];
  const value = fc.oneof(
    fc.maxSafeInteger(),
    fc.integer(),
    fc.constantFrom(...edges, ...edges.map((edge) => -edge)),
  );
  const room = Buffer.alloc(INTEGER_BYTES_MAX + 4);
  fc.assert(
    fc.property(value, (drawn) => {
      const end = writeInteger(room, 2, drawn);
      assert.equal(room.toString("latin1", 2, end), String(drawn));
      assert.ok(end - 2 <= INTEGER_BYTES_MAX);
    }),
    { numRuns: 2_000 },
  );
});
