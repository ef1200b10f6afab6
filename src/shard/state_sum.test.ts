/**
 * The sum over a state's entries: changed entry by entry, it equals the sum of the present entries.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { checksumOf } from "../../wal/state_value.ts";
import { NEVER_STORED } from "../contract/tables/table.ts";
import { markOf, replaceMark, type StateSum } from "./state_sum.ts";

const change = fc.record({
  key: fc.nat(5),
  value: fc.option(fc.uint8Array({ maxLength: 9 }), { nil: undefined }),
});

test("state sum: any writes and removals -> that of what is left; one write undone -> another", () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 40 }), (changes) => {
      const total: StateSum = { entries: 0, sum: 0 };
      const marks = new Map<number, number>();
      let before = { ...total };
      for (const { key, value } of changes) {
        before = { ...total };
        const earlier = marks.get(key) ?? NEVER_STORED;
        const mark =
          value === undefined ? NEVER_STORED : markOf(checksumOf(Uint8Array.of(key), value));
        marks.set(key, replaceMark(total, earlier, mark));
        if (mark !== earlier) assert.notDeepEqual(total, before);
        else assert.deepEqual(total, before);
      }
      const left = [...marks.values()].filter((mark) => mark !== NEVER_STORED);
      const anew: StateSum = { entries: 0, sum: 0 };
      for (const mark of left.reverse()) replaceMark(anew, NEVER_STORED, mark);
      assert.deepEqual(total, anew);
    }),
  );
});

test("state sum: a mark -> never that of none, one of its own for each checksum", () => {
  assert.notEqual(markOf(0), NEVER_STORED);
  const marks = new Set(Array.from({ length: 100_000 }, (_, at) => markOf(at * 42_949)));
  assert.equal(marks.size, 100_000);
});

test("state sum: bits that move from one checksum to another -> the sum differs", () => {
  for (let bit = 0; bit < 31; bit++) {
    const [one, other] = [0x2b5e1d07, ~0x2b5e1d07];
    const flipped = 3 << bit;
    const was = (markOf(one) + markOf(other)) | 0;
    const is = (markOf(one ^ flipped) + markOf(other ^ flipped)) | 0;
    assert.notEqual(is, was);
    assert.equal(
      (one + other) | 0,
      ((one ^ flipped) + (other ^ flipped)) | 0,
      "unmixed checksums do not show it",
    );
  }
});
