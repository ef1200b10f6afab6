/** The plain twin of byte_view: Buffer's own methods give the same bytes. */
import assert from "node:assert/strict";
import test from "node:test";
import { copyText, viewOf, writeText } from "./byte_view.ts";

test("viewOf: a slice of a larger buffer -> its own bytes, not its neighbours'", () => {
  const whole = Buffer.alloc(32);
  const slice = whole.subarray(8, 24);
  viewOf(slice).setBigUint64(0, 0x0102030405060708n, true);
  assert.equal(slice.readBigUInt64LE(0), 0x0102030405060708n);
  assert.equal(whole.readBigUInt64LE(8), 0x0102030405060708n);
  assert.equal(viewOf(whole).getUint8(8), 8);
  assert.throws(() => viewOf(slice).getUint8(16), RangeError);
});

for (const text of ["", "transfer.create", "Zażółć", "日本", "a\u{1F600}b", "x".repeat(200)]) {
  test(`writeText: ${JSON.stringify(text.slice(0, 20))} -> the bytes of Buffer.write`, () => {
    const ours = Buffer.alloc(600);
    const plain = Buffer.alloc(600);
    assert.equal(writeText(text, ours, 3), plain.write(text, 3, "utf8"));
    assert.deepEqual(ours, plain);
  });
}

for (const length of [0, 1, 3, 4, 5, 24, 26, 31]) {
  test(`copyText: ${length} bytes -> the bytes of Buffer.copy`, () => {
    const from = Buffer.from("0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefgh");
    const [ours, plain] = [Buffer.alloc(48), Buffer.alloc(48)];
    copyText(viewOf(from), 3, new DataView(ours.buffer, ours.byteOffset, 48), 5, length);
    from.copy(plain, 5, 3, 3 + length);
    assert.deepEqual(ours, plain);
  });
}
