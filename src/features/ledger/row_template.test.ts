/** Templates of items, and amounts as bytes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { JsonBytes } from "../../base/json_bytes.ts";
import { RowTemplate, writeAmount } from "./row_template.ts";

const ID = "0".repeat(26);
const TIME = "2026-01-31T09:30:00.000Z";
const TEXT = `{"id":"le_${ID}","amount":"12","balance":"-3","at":"${TIME}"}`;

test("write amount: any number of 64 bits -> the text of BigInt", () => {
  const value = fc.oneof(
    fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
    fc.bigInt(-(2n ** 53n) - 4n, 2n ** 53n + 4n),
    fc
      .tuple(fc.constantFrom(31n, 32n, 52n, 53n), fc.integer({ min: -2, max: 2 }))
      .map(([power, offset]) => (1n << power) + BigInt(offset)),
  );
  const out = new JsonBytes();
  const view = new DataView(new ArrayBuffer(12));
  fc.assert(
    fc.property(value, fc.boolean(), (drawn, isNegative) => {
      const amount = BigInt.asIntN(64, isNegative ? -drawn : drawn);
      view.setBigInt64(4, amount, true);
      out.clear();
      writeAmount(out, view, 4);
      assert.equal(out.written().toString(), String(amount));
    }),
    { numRuns: 2_000 },
  );
});

test("row template: its pieces and amounts of the same item -> the text", () => {
  const template = new RowTemplate(TEXT, ['"amount":"', '"balance":"']);
  const out = new JsonBytes();
  out.text("[");
  assert.equal(template.copy(0, out), 1);
  out.text("12");
  template.copy(1, out);
  out.text("-3");
  const tail = template.copy(2, out);
  assert.equal(out.written().toString(), `[${TEXT}`);
  const at = tail + template.time(2, '"at":"');
  assert.equal(out.written().toString("latin1", at, at + 24), TIME);
  assert.equal(template.id(0, '{"id":"le_'), 10);
  assert.ok(template.bytesMax >= TEXT.length);
});

for (const [why, make] of [
  ["a field is missing", () => new RowTemplate(TEXT, ['"sum":"'])],
  ["a field stands twice", () => new RowTemplate(TEXT + TEXT, ['"amount":"'])],
  ["a field is in another piece", () => new RowTemplate(TEXT, ['"amount":"']).id(1, '{"id":"le_')],
  ["an id has another length", () => new RowTemplate(TEXT, []).id(0, '"amount":"')],
  ["a text is not ASCII", () => new RowTemplate(TEXT.replace("12", "é"), [])],
] as const) {
  test(`row template: ${why} -> throws`, () => {
    assert.throws(make, /text of an item|field is in its piece|has its length/);
  });
}
