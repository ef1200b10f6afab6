/** Keys derived from the pepper. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { derivedKey } from "./derived_key.ts";

const PEPPER = new Uint8Array(32).fill(7);

test("derived key: against RFC 5869 by two HMACs -> the same 32 bytes", () => {
  const extracted = createHmac("sha256", new Uint8Array(32)).update(PEPPER).digest();
  const expanded = createHmac("sha256", extracted).update("codes").update(Uint8Array.of(1));
  assert.deepEqual(derivedKey(PEPPER, "codes"), expanded.digest());
});

test("derived key: another label, another pepper -> another key, never the pepper", () => {
  const keys = [
    derivedKey(PEPPER, "codes"),
    derivedKey(PEPPER, "proofs"),
    derivedKey(new Uint8Array(32).fill(8), "codes"),
    Buffer.from(PEPPER),
  ];
  assert.equal(new Set(keys.map((key) => key.toString("hex"))).size, keys.length);
});

test("derived key: a pepper of 31 or 33 bytes, no label -> invariant", () => {
  for (const length of [31, 33]) {
    assert.throws(() => derivedKey(new Uint8Array(length), "codes"), /32 bytes/);
  }
  assert.throws(() => derivedKey(PEPPER, ""), /purpose/);
});
