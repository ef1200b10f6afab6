/** The table of id suffixes against its plain twin: a Map of texts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { encodeIdSuffix, placeOf } from "./id.ts";
import { SuffixTable } from "./suffix_table.ts";

const origin = fc.record({
  timeMs: fc.nat(2 ** 45 - 1),
  frame: fc.oneof(fc.nat(4), fc.nat(2 ** 40 - 1)),
  index: fc.nat(8_191),
  sub: fc.nat(1_023),
});
const suffixes = fc.uniqueArray(
  origin.map(({ timeMs, frame, index, sub }) =>
    encodeIdSuffix(timeMs, 3, placeOf(frame, index), sub),
  ),
  { minLength: 1, maxLength: 60 },
);

test("suffix table: any ids, from texts, bytes and views -> what a Map finds, and their texts", () => {
  fc.assert(
    fc.property(suffixes, fc.nat(5), (all, gap) => {
      const table = new SuffixTable();
      const twin = new Map<string, number>();
      const added = all.slice(0, Math.ceil(all.length / 2));
      for (const [index, suffix] of added.entries()) {
        const number = index * (gap + 1);
        if (index % 2 === 0) table.add(number, `acct_${suffix}`, 5);
        else table.add(number, Buffer.from(`..${suffix}..`), 2);
        twin.set(suffix, number);
      }
      assert.equal(table.size, twin.size);
      for (const suffix of all) {
        const expected = twin.get(suffix) ?? -1;
        assert.equal(table.find(suffix), expected);
        assert.equal(table.find(`cust_${suffix}`, 5), expected);
        assert.equal(table.findIn(Buffer.from(`key ${suffix}`), 4), expected);
        const copy = Uint8Array.from(Buffer.from(`key ${suffix} end`));
        assert.equal(table.findAt(new DataView(copy.buffer), 4), expected);
        if (expected < 0) continue;
        assert.equal(table.text(expected), suffix);
        assert.equal(table.text(expected, "acct_"), `acct_${suffix}`);
      }
    }),
  );
});

test("suffix table: 20,000 ids that follow each other -> each found while the table grows", () => {
  const table = new SuffixTable();
  const suffixAt = (number: number) =>
    encodeIdSuffix(1_790_000_000_000 + (number >> 4), 0, placeOf(1 + (number >> 3), number & 7), 0);
  for (let number = 0; number < 20_000; number++) {
    assert.equal(table.find(suffixAt(number)), -1);
    table.add(number, suffixAt(number));
    assert.equal(table.find(suffixAt(number >> 1)), number >> 1);
  }
  for (let number = 0; number < 20_000; number++) {
    assert.equal(table.find(suffixAt(number)), number);
    assert.equal(table.text(number), suffixAt(number));
  }
});

test("suffix table: a text of another length, with letters of two bytes, or one known -> none, a bug to add", () => {
  const table = new SuffixTable();
  const suffix = encodeIdSuffix(5, 0, 1, 0);
  table.add(0, suffix);
  for (const other of ["", suffix.slice(1), `${suffix}0`, `\u0130${suffix.slice(1)}`]) {
    assert.equal(table.find(other), -1, other);
    assert.throws(() => table.add(1, other), /26 characters/);
  }
  // The low byte of U+0130 is that of "0", with which the suffix begins.
  assert.equal(suffix[0], "0");
  assert.throws(() => table.add(1, suffix), /an id is new/);
  assert.equal(table.size, 1);
});
