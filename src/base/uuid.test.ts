/** UUIDs: which texts are one, and their bytes. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { isUuid, readUuid, writeUuid } from "./uuid.ts";

/** The plain twin of `isUuid`. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const BYTES = new Uint8Array(16);

test("uuid: random ones, and each with one character changed -> what the pattern says", () => {
  const others = ["-", "g", "G", "A", "/", ":", "`", "0", "f", "\u00e9", "\u0130"];
  for (let round = 0; round < 20; round++) {
    const uuid = randomUUID();
    assert.equal(isUuid(uuid), true);
    for (let at = 0; at < uuid.length; at++) {
      for (const other of others) {
        const changed = uuid.slice(0, at) + other + uuid.slice(at + 1);
        assert.equal(isUuid(changed), UUID.test(changed), changed);
        assert.equal(writeUuid(changed, BYTES, 0), UUID.test(changed), changed);
      }
    }
  }
  for (const text of ["", "0".repeat(36), randomUUID().slice(1), `${randomUUID()}0`]) {
    assert.equal(isUuid(text), UUID.test(text), text);
    assert.equal(writeUuid(text, BYTES, 0), UUID.test(text), text);
  }
});

test("uuid: written and read -> the same text, and no other byte", () => {
  for (let round = 0; round < 100; round++) {
    const uuid = randomUUID();
    const bytes = Buffer.alloc(20, 7);
    assert.equal(writeUuid(uuid, bytes, 2), true);
    assert.equal(bytes.toString("hex", 2, 18), uuid.replaceAll("-", ""));
    assert.equal(readUuid(bytes, 2), uuid);
    assert.deepEqual([bytes[1], bytes[18]], [7, 7]);
  }
});
