/** SipHash: the published value, and against the same function with BigInt. */
import assert from "node:assert/strict";
import test from "node:test";
import { fc } from "../../test/support/properties.ts";
import { SIPHASH_KEY_BYTES, SipHash } from "./siphash.ts";

test("SipHash: key 00..0f, message 00..07 -> the value of the paper's reference code", () => {
  const hash = new SipHash(Uint8Array.from({ length: SIPHASH_KEY_BYTES }, (_, at) => at));
  const words = { high: 0, low: 0 };
  hash.hash(0x07060504, 0x03020100, words);
  assert.deepEqual(words, { high: 0x93f5f579, low: 0x9a932462 });
});

test("SipHash: any key and word -> what the plain function gives", () => {
  const key = fc.uint8Array({ minLength: SIPHASH_KEY_BYTES, maxLength: SIPHASH_KEY_BYTES });
  const word = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  fc.assert(
    fc.property(key, word, (secret, message) => {
      const words = { high: 0, low: 0 };
      const [high, low] = [Number(message >> 32n) | 0, Number(message & 0xffffffffn) | 0];
      new SipHash(secret).hash(high, low, words);
      assert.equal((BigInt(words.high) << 32n) | BigInt(words.low), plain(secret, message));
    }),
  );
});

test("SipHash: a key of another length -> refused", () => {
  assert.throws(() => new SipHash(new Uint8Array(15)), /16 bytes/);
});

const MASK = 2n ** 64n - 1n;
const rotated = (value: bigint, bits: bigint) => ((value << bits) | (value >> (64n - bits))) & MASK;

/** SipHash-2-4 of 8 bytes as the paper writes it. */
function plain(key: Uint8Array, message: bigint): bigint {
  const [k0, k1] = [0, 8].map((at) => Buffer.from(key).readBigUInt64LE(at)) as [bigint, bigint];
  const v = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ] as [bigint, bigint, bigint, bigint];
  const round = () => {
    v[0] = (v[0] + v[1]) & MASK;
    v[1] = rotated(v[1], 13n) ^ v[0];
    v[0] = rotated(v[0], 32n);
    v[2] = (v[2] + v[3]) & MASK;
    v[3] = rotated(v[3], 16n) ^ v[2];
    v[0] = (v[0] + v[3]) & MASK;
    v[3] = rotated(v[3], 21n) ^ v[0];
    v[2] = (v[2] + v[1]) & MASK;
    v[1] = rotated(v[1], 17n) ^ v[2];
    v[2] = rotated(v[2], 32n);
  };
  for (const word of [message, 8n << 56n]) {
    v[3] ^= word;
    round();
    round();
    v[0] ^= word;
  }
  v[2] ^= 0xffn;
  for (let count = 0; count < 4; count++) round();
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}
