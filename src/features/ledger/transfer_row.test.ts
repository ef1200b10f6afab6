/** The bytes of a transfer row: decoding returns what was encoded, and no version ever changes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CODE_POINT, fc } from "../../../test/support/properties.ts";
import {
  decodeTransferRow,
  encodeTransferRow,
  packCurrency,
  STEPS,
  TRANSFER_KINDS,
  TRANSFER_ROW,
  type TransferRow,
  transferRowBytesMax,
  unpackCurrency,
} from "./transfer_row.ts";

const I64_MAX = 2n ** 63n - 1n;
const u64 = fc.bigInt(0n, 2n ** 64n - 1n);
const balance = fc.oneof(
  fc.bigInt(-I64_MAX - 1n, I64_MAX),
  fc.bigInt(-(2n ** 127n), 2n ** 127n - 1n),
  fc.constantFrom(I64_MAX, I64_MAX + 1n, -I64_MAX - 1n, -I64_MAX - 2n, 2n ** 64n, -(2n ** 64n)),
);
const u32 = fc.nat(2 ** 32 - 1);
const OURS = { noNullPrototype: true } as const;
const position = fc.record({ place: fc.maxSafeNat(), sub: fc.nat(1_023) }, OURS);
const text = fc.string({ unit: CODE_POINT });
const letter = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ");

const row: fc.Arbitrary<TransferRow> = fc.record(
  {
    kind: fc.constant(TRANSFER_ROW),
    step: fc.constantFrom(...STEPS),
    transferKind: fc.constantFrom(...TRANSFER_KINDS),
    currency: fc.tuple(letter, letter, letter).map((letters) => letters.join("")),
    sub: fc.nat(1_023),
    amountMinor: u64,
    reservedMinor: u64,
    sourceOrdinal: u32,
    destinationOrdinal: u32,
    sourcePosted: balance,
    sourceHeld: u64,
    destinationPosted: balance,
    destinationHeld: u64,
    sourcePrevious: position,
    destinationPrevious: position,
    extras: fc.option(
      fc.record(
        { description: text, externalId: text, metadata: fc.dictionary(text, text, OURS) },
        { requiredKeys: [], ...OURS },
      ),
      { nil: undefined },
    ),
  },
  OURS,
);

test("transfer row: any row at any offset -> read back as written, within its bound", () => {
  fc.assert(
    fc.property(row, fc.nat(7), (written, offset) => {
      const bytes = Buffer.alloc(offset + transferRowBytesMax(written), 0xff);
      const end = encodeTransferRow(written, bytes, offset);
      assert.ok(end - offset <= transferRowBytesMax(written));
      assert.deepEqual(decodeTransferRow(bytes, offset), written);
    }),
  );
});

test("transfer row: metadata at all of its limits, every character escaped -> read back", () => {
  const key = (at: number) => String(at).padStart(40, "k");
  const metadata: Record<string, string> = {};
  for (let at = 0; at < 50; at++) metadata[key(at)] = "\u0001".repeat(500);
  const written = { ...GOLDEN_ROW, extras: { description: "\u0001".repeat(500), metadata } };
  const bytes = Buffer.alloc(transferRowBytesMax(written));
  const end = encodeTransferRow(written, bytes, 0);
  assert.ok(end > 150_000 && end <= bytes.length);
  assert.deepEqual(decodeTransferRow(bytes, 0), written);
});

test("transfer row: every currency -> packed and unpacked", () => {
  for (const currency of ["AAA", "EUR", "USD", "ZZZ"]) {
    assert.equal(unpackCurrency(packCurrency(currency)), currency);
    assert.ok(packCurrency(currency) < 17_576);
  }
});

test("transfer row: an unknown version -> stops", () => {
  const bytes = Buffer.from(GOLDEN_HEX, "hex");
  bytes[0] = 3;
  assert.throws(() => decodeTransferRow(bytes, 0), /invariant does not hold/);
});

const GOLDEN_ROW: TransferRow = {
  kind: TRANSFER_ROW,
  step: "cleared",
  transferKind: "hold",
  currency: "EUR",
  sub: 999,
  amountMinor: 10n ** 18n - 1n,
  reservedMinor: 5n,
  sourceOrdinal: 1,
  destinationOrdinal: 4_294_967_295,
  sourcePosted: -2n,
  sourceHeld: 3n,
  destinationPosted: I64_MAX,
  destinationHeld: 4n,
  sourcePrevious: { place: 8_193, sub: 1 },
  destinationPrevious: { place: Number.MAX_SAFE_INTEGER, sub: 1_023 },
  extras: { transferHoldId: "th_1", description: "é" },
};

const GOLDEN_HEX =
  "01020200a90ce703ffff63a7b3b6e00d050000000000000001000000fffffffffeffffffffffffff0300000000000000ffffffffffffff7f04000000000000000120000000002000ffffffffffffff7f2c007b227472616e73666572486f6c644964223a2274685f31222c226465736372697074696f6e223a22c3a9227d";

test("transfer row: version 1 -> bytes that never change", () => {
  const bytes = Buffer.alloc(transferRowBytesMax(GOLDEN_ROW));
  const end = encodeTransferRow(GOLDEN_ROW, bytes, 0);
  assert.equal(bytes.toString("hex", 0, end), GOLDEN_HEX);
  assert.deepEqual(decodeTransferRow(Buffer.from(GOLDEN_HEX, "hex"), 0), GOLDEN_ROW);
});

const GOLDEN_ROW_2: TransferRow = {
  ...GOLDEN_ROW,
  sourcePosted: -(10n ** 24n),
  destinationPosted: 10n ** 20n,
  destinationOrdinal: 2,
};

const GOLDEN_HEX_2 =
  "02020200a90ce703ffff63a7b3b6e00d050000000000000001000000020000000000005f123331e40300000000000000000010632d5ec76b04000000000000000120000000002000ffffffffffffff7f2c003d2cffffffffffff05000000000000007b227472616e73666572486f6c644964223a2274685f31222c226465736372697074696f6e223a22c3a9227d";

test("transfer row: version 2 -> bytes that never change", () => {
  const bytes = Buffer.alloc(transferRowBytesMax(GOLDEN_ROW_2));
  const end = encodeTransferRow(GOLDEN_ROW_2, bytes, 0);
  assert.equal(bytes.toString("hex", 0, end), GOLDEN_HEX_2);
  assert.deepEqual(decodeTransferRow(Buffer.from(GOLDEN_HEX_2, "hex"), 0), GOLDEN_ROW_2);
});

test("transfer row: a balance that fits in 64 bits, one past them -> version 1, version 2", () => {
  const bytes = Buffer.alloc(transferRowBytesMax(GOLDEN_ROW) + 16);
  for (const [posted, version] of [
    [I64_MAX, 1],
    [-I64_MAX - 1n, 1],
    [I64_MAX + 1n, 2],
    [-I64_MAX - 2n, 2],
  ] as const) {
    for (const side of ["sourcePosted", "destinationPosted"] as const) {
      const end = encodeTransferRow({ ...GOLDEN_ROW, [side]: posted }, bytes, 0);
      assert.deepEqual([bytes[0], end], [version, GOLDEN_HEX.length / 2 + (version - 1) * 16]);
    }
  }
});
