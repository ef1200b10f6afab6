/** Time on the wire against its plain twin. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { ISO_TIME_BYTES, isoTime, writeIsoTime } from "./iso_time.ts";

test("iso time: any times one after another -> the texts that Date gives", () => {
  const time = fc.integer({ min: -(2 ** 40), max: 2 ** 45 });
  const near = fc.integer({ min: 1_769_851_800_000, max: 1_769_851_803_000 });
  fc.assert(
    fc.property(fc.array(fc.oneof(time, near), { maxLength: 40 }), (times) => {
      const texts = times.map((timeMs) => isoTime(timeMs));
      const plain = times.map((timeMs) => new Date(timeMs).toISOString());
      assert.deepEqual(texts, plain);
      const room = Buffer.alloc(ISO_TIME_BYTES + 2);
      for (const [at, timeMs] of times.entries()) {
        if (timeMs < 0) continue;
        writeIsoTime(new DataView(room.buffer, room.byteOffset, room.length), 1, timeMs);
        assert.equal(room.toString("latin1"), `\0${plain[at]}\0`);
      }
    }),
  );
});

test("iso time: the edges of a second and of a year -> the texts that Date gives", () => {
  for (const timeMs of [0, 999, 1_000, 1_767_225_599_999, 1_767_225_600_000, 2 ** 45 - 1]) {
    assert.equal(isoTime(timeMs), new Date(timeMs).toISOString());
    assert.equal(isoTime(timeMs), new Date(timeMs).toISOString());
  }
});

test("iso time: no time at all -> throws as Date does", () => {
  assert.throws(() => isoTime(Number.NaN), RangeError);
});
