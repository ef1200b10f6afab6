/** Ids: both ways, at the edges of every component, ordered by time, and typing errors found. */
import assert from "node:assert/strict";
import test from "node:test";
import { fc } from "../../test/support/properties.ts";
import {
  decodeIdSuffix,
  encodeIdSuffix,
  frameOf,
  ID_SUFFIX_LENGTH,
  indexOf,
  lowestSuffixAt,
  originOf,
  placeOf,
  RECORDS_PER_FRAME,
  SUBS_PER_RECORD,
  suffixOf,
  timeMsOfSuffix,
  writeIdSuffix,
  writeIdSuffixes,
} from "./id.ts";

const AT_MS = Date.UTC(2026, 10, 21);
const ORIGINS = [
  { name: "the first", timeMs: 0, shard: 0, place: placeOf(1, 0), sub: 0 },
  { name: "a usual one", timeMs: AT_MS, shard: 3, place: placeOf(123_456, 789), sub: 0 },
  {
    name: "the last of a frame and batch",
    timeMs: AT_MS,
    shard: 1_023,
    place: placeOf(2 ** 40 - 1, RECORDS_PER_FRAME - 1),
    sub: SUBS_PER_RECORD - 1,
  },
  { name: "the latest time", timeMs: 2 ** 45 - 1, shard: 0, place: placeOf(1, 0), sub: 1 },
];

for (const { name, ...origin } of ORIGINS) {
  test(`encodeIdSuffix: ${name} -> decodes to the same origin`, () => {
    const suffix = encodeIdSuffix(origin.timeMs, origin.shard, origin.place, origin.sub);
    assert.match(suffix, /^[0-9A-HJKMNP-TV-Z]{26}$/);
    assert.deepEqual(decodeIdSuffix(suffix), origin);
    assert.equal(timeMsOfSuffix(suffix), origin.timeMs);
    const written = new Uint8Array(ID_SUFFIX_LENGTH + 2);
    writeIdSuffix(new DataView(written.buffer), 1, origin);
    assert.equal(Buffer.from(written).toString("latin1"), `\0${suffix}\0`);
    assert.equal(encodeIdSuffix(origin.timeMs, origin.shard, origin.place, origin.sub), suffix);
  });
}

test("writeIdSuffixes: any record and count -> the bytes of each suffix, and none between them", () => {
  const origin = fc.record({
    timeMs: fc.nat(2 ** 45 - 1),
    shard: fc.nat(1_023),
    place: fc.nat(placeOf(2 ** 40 - 1, RECORDS_PER_FRAME - 1)),
  });
  const layout = fc.record({
    at: fc.nat(3),
    stride: fc.integer({ min: ID_SUFFIX_LENGTH, max: 40 }),
    count: fc.oneof(fc.nat(40), fc.constant(SUBS_PER_RECORD)),
  });
  fc.assert(
    fc.property(origin, layout, (from, { at, stride, count }) => {
      const bytes = Buffer.alloc(at + stride * count, ".");
      const expected = Buffer.from(bytes);
      for (let sub = 0; sub < count; sub++) {
        const suffix = encodeIdSuffix(from.timeMs, from.shard, from.place, sub);
        expected.write(suffix, at + stride * sub, "latin1");
      }
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      writeIdSuffixes(view, { at, stride, count }, from);
      assert.deepEqual(bytes, expected);
    }),
  );
});

test("encodeIdSuffix: any origins one after another -> each decodes to its own", () => {
  const near = fc.record({
    timeMs: fc.integer({ min: AT_MS, max: AT_MS + 2 }),
    shard: fc.nat(2),
    place: fc.integer({ min: placeOf(7, 0), max: placeOf(9, 0) }),
    sub: fc.nat(2),
  });
  const any = fc.record({
    timeMs: fc.nat(2 ** 45 - 1),
    shard: fc.nat(1_023),
    place: fc.nat(placeOf(2 ** 40 - 1, RECORDS_PER_FRAME - 1)),
    sub: fc.nat(SUBS_PER_RECORD - 1),
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(near, any), { maxLength: 30 }), (origins) => {
      const suffixes = origins.map(({ timeMs, shard, place, sub }) =>
        encodeIdSuffix(timeMs, shard, place, sub),
      );
      assert.deepEqual(
        suffixes.map(decodeIdSuffix),
        origins.map((origin) => ({ ...origin })),
      );
    }),
  );
});

type Origin = [timeMs: number, shard: number, place: number, sub: number];
const TOO_LARGE: { name: string; origin: Origin }[] = [
  { name: "time", origin: [2 ** 45, 0, placeOf(1, 0), 0] },
  { name: "shard", origin: [AT_MS, 1_024, placeOf(1, 0), 0] },
  { name: "frame", origin: [AT_MS, 0, 2 ** 53, 0] },
  { name: "sub", origin: [AT_MS, 0, placeOf(1, 0), SUBS_PER_RECORD] },
  { name: "time, which is negative,", origin: [-1, 0, placeOf(1, 0), 0] },
];
for (const { name, origin } of TOO_LARGE) {
  test(`encodeIdSuffix: a ${name} that does not fit -> throws, and the next id is right`, () => {
    const before = encodeIdSuffix(AT_MS, 1, placeOf(3, 4), 5);
    assert.throws(() => encodeIdSuffix(...origin), /fits its digits/);
    encodeIdSuffix(AT_MS, 1, placeOf(3, 4), 6);
    assert.equal(encodeIdSuffix(AT_MS, 1, placeOf(3, 4), 5), before);
  });
}

test("placeOf: frame and index -> back again, within safe integers", () => {
  const place = placeOf(2 ** 40 - 1, RECORDS_PER_FRAME - 1);
  assert.ok(Number.isSafeInteger(place));
  assert.equal(frameOf(place), 2 ** 40 - 1);
  assert.equal(indexOf(place), RECORDS_PER_FRAME - 1);
});

test("encodeIdSuffix: later in time, frame, index or batch -> greater text", () => {
  const inOrder = [
    encodeIdSuffix(AT_MS, 0, placeOf(7, 1), 0),
    encodeIdSuffix(AT_MS, 0, placeOf(7, 1), 1),
    encodeIdSuffix(AT_MS, 0, placeOf(7, 2), 0),
    encodeIdSuffix(AT_MS, 0, placeOf(8, 0), 0),
    encodeIdSuffix(AT_MS + 1, 0, placeOf(8, 0), 0),
  ];
  assert.deepEqual([...inOrder].sort(), inOrder);
  assert.ok(lowestSuffixAt(AT_MS) < (inOrder[0] as string));
  assert.ok(lowestSuffixAt(AT_MS + 1) > (inOrder[3] as string));
});

test("lowestSuffixAt: times outside what an id can hold -> the nearest bound, no fault", () => {
  assert.equal(lowestSuffixAt(-1), "0".repeat(ID_SUFFIX_LENGTH));
  assert.match(lowestSuffixAt(Date.UTC(9999, 11, 31)), /^Z{9}0{17}$/);
});

test("decodeIdSuffix: one character mistyped -> almost always no id", () => {
  const suffix = encodeIdSuffix(AT_MS, 1, placeOf(99_999, 17), 5);
  let taken = 0;
  for (let at = 0; at < suffix.length; at++) {
    const other = suffix[at] === "7" ? "8" : "7";
    const typed = suffix.slice(0, at) + other + suffix.slice(at + 1);
    if (decodeIdSuffix(typed) !== undefined) taken++;
  }
  assert.ok(taken <= 1, `${taken} of 26 typing errors were not noticed`);
});

const NOT_IDS = [
  "",
  "acct_",
  "acct_x",
  `acct-${"0".repeat(26)}`,
  `cust_${"0".repeat(26)}`,
  "é".repeat(31),
];
for (const text of NOT_IDS) {
  test(`suffixOf: ${JSON.stringify(text)} -> undefined`, () => {
    assert.equal(suffixOf("acct", text), undefined);
    assert.equal(originOf("acct", text), undefined);
  });
}
