/** Hidden places: against a plain twin, in order, without traces of other work, and only with the key. */
import assert from "node:assert/strict";
import { once } from "node:events";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { threadCodeOf } from "../../scripts/program.ts";
import { TEST_ID_KEY, withIdKey } from "../../test/support/id_key.ts";
import { fc } from "../../test/support/properties.ts";
import { useIdKey } from "./hidden_place.ts";
import {
  decodeIdSuffix,
  encodeIdSuffix,
  exampleIdSuffix,
  frameOf,
  ID_SUFFIX_LENGTH,
  indexOf,
  isIdSuffix,
  knowingRecord,
  placeOf,
  RECORDS_PER_FRAME,
  SUBS_PER_RECORD,
  timeInOrder,
} from "./id.ts";
import { SipHash } from "./siphash.ts";

const { secret, sinceMs } = TEST_ID_KEY;
const AT_MS = sinceMs + 86_400_000;
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PLACE_MAX = placeOf(2 ** 40 - 1, RECORDS_PER_FRAME - 1);

const ORIGIN = fc.record({
  timeMs: fc.oneof(fc.nat(2 ** 45 - 1), fc.integer({ min: sinceMs - 2, max: sinceMs + 2 })),
  shard: fc.nat(1_023),
  place: fc.oneof(fc.nat(PLACE_MAX), fc.nat(placeOf(3, 0))),
  sub: fc.nat(SUBS_PER_RECORD - 1),
});

/** The 24 characters before the check, with BigInt: time, shard, the sum of place and offset, sub. */
function plainDigits({ timeMs, shard, place, sub }: Parameters<typeof offsetOf>[0]): string {
  const shown = (BigInt(frameOf(place)) << 15n) + BigInt(indexOf(place));
  const sum = (shown + offsetOf({ timeMs, shard, place, sub })) % 2n ** 55n;
  return inDigits(timeMs, 9) + inDigits(shard, 2) + inDigits(sum, 11) + inDigits(sub, 2);
}

function offsetOf(origin: { timeMs: number; shard: number; place: number; sub: number }): bigint {
  if (origin.timeMs < sinceMs) return 0n;
  const word = (BigInt(origin.shard) << 48n) | BigInt(origin.timeMs);
  const words = { high: 0, low: 0 };
  new SipHash(secret).hash(Number(word >> 32n), Number(word & 0xffffffffn) | 0, words);
  return (BigInt(words.high & (2 ** 25 - 1)) << 30n) | BigInt(words.low & (2 ** 30 - 1));
}

function inDigits(value: number | bigint, length: number): string {
  let text = "";
  for (let rest = BigInt(value); text.length < length; rest >>= 5n) {
    text = DIGITS[Number(rest & 31n)] + text;
  }
  return text;
}

test("hidden place: any origins -> the digits of the plain twin, and back", () => {
  fc.assert(
    fc.property(fc.array(ORIGIN, { maxLength: 20 }), (origins) => {
      for (const origin of origins) {
        const { timeMs, shard, place, sub } = origin;
        const suffix = encodeIdSuffix(timeMs, shard, place, sub);
        assert.equal(suffix.slice(0, 24), plainDigits(origin));
        assert.deepEqual(decodeIdSuffix(suffix), { ...origin });
      }
    }),
  );
});

test("hidden place: a time before the key -> the id as it always was", () => {
  const before = encodeIdSuffix(sinceMs - 1, 0, placeOf(77, 5), 3);
  assert.equal(before.slice(9, 24), "000000002D00503");
  assert.equal(
    encodeIdSuffix(sinceMs - 1, 0, placeOf(77, 5), 0),
    exampleIdSuffix(sinceMs - 1, placeOf(77, 5)),
  );
  assert.notEqual(encodeIdSuffix(sinceMs, 0, placeOf(77, 5), 0).slice(9, 22), before.slice(9, 22));
});

test("timeInOrder: any place and time -> the million frames from there on have ids in order", () => {
  fc.assert(
    fc.property(
      fc.nat(PLACE_MAX - placeOf(2 ** 20, 0)),
      fc.nat(9),
      fc.nat(2 ** 40),
      (place, shard, ms) => {
        const timeMs = timeInOrder(AT_MS + ms, shard, place);
        assert.ok(timeMs >= AT_MS + ms && timeMs <= AT_MS + ms + 2);
        const ids = [0, 1, 2 ** 10, 2 ** 20 - 1].map((frames) =>
          encodeIdSuffix(timeMs, shard, place + placeOf(frames, 0), 0),
        );
        assert.deepEqual([...ids].sort(), ids);
      },
    ),
  );
});

test("timeInOrder: a sum that is about to overflow -> the next millisecond", () => {
  const timeMs = AT_MS;
  const offset = offsetOf({ timeMs, shard: 0, place: 0, sub: 0 });
  // The last frame whose sum does not overflow at this time.
  const frame = Number((2n ** 55n - 1n - offset) >> 15n);
  assert.equal(timeInOrder(timeMs, 0, placeOf(frame, 0)), timeMs + 1);
  assert.equal(timeInOrder(timeMs, 0, placeOf(frame - 2 ** 21, 0)), timeMs);
  const [last, next] = [frame, frame + 1].map((at) => encodeIdSuffix(timeMs, 0, placeOf(at, 0), 0));
  assert.ok(
    (next as string) < (last as string),
    "without it a later id would come before an earlier one",
  );
});

test("hidden place: ids of one who does little, beside one who does much -> no trace of that", () => {
  // Ids of the same moments, once with few and once with many records of others between them.
  const idsWith = (framesOfOthers: number) =>
    Array.from({ length: 400 }, (_, at) =>
      encodeIdSuffix(AT_MS + 37 * at, 0, placeOf(10 + at * framesOfOthers, at % 3), 0),
    );
  const [quiet, busy] = [idsWith(1), idsWith(10_000)];
  for (const ids of [quiet, busy]) {
    const steps = ids.slice(1).map((id, at) => shownIn(id) - shownIn(ids[at] as string));
    // By the layout, a client who knew of no key would take the step for the frames between.
    const rising = steps.filter((step) => step > 0n).length;
    assert.ok(rising > 140 && rising < 260, `${rising} of 399 rise`);
    const small = steps.filter((step) => step > -(2n ** 50n) && step < 2n ** 50n).length;
    assert.ok(small < 60, `${small} of 399 are small`);
  }
});

/** The eleven digits of the place, as a number. */
function shownIn(suffix: string): bigint {
  return [...suffix.slice(11, 22)].reduce(
    (sum, digit) => sum * 32n + BigInt(DIGITS.indexOf(digit)),
    0n,
  );
}

test("hidden place: ids of another key -> well formed, and of no record", async () => {
  const ids = Array.from({ length: 500 }, (_, at) =>
    encodeIdSuffix(AT_MS + at, 0, placeOf(1 + at, 0), 0),
  );
  await withIdKey({ secret: Buffer.alloc(16, 9), sinceMs }, () => {
    for (const [at, id] of ids.entries()) {
      assert.ok(isIdSuffix(id));
      const place = decodeIdSuffix(id)?.place ?? -1;
      assert.ok(place === 0 || frameOf(place) > 2 ** 25, `${id} is of frame ${frameOf(place)}`);
      assert.notEqual(place, placeOf(1 + at, 0));
    }
  });
  assert.deepEqual(decodeIdSuffix(ids[7] as string)?.place, placeOf(8, 0));
});

test("hidden place: digits that somebody made up -> nowhere, or a frame that no log has", () => {
  const suffix = encodeIdSuffix(AT_MS, 0, placeOf(1, 0), 0);
  let nowhere = 0;
  let found = 0;
  for (let number = 0; number < 40; number++) {
    const made = `${suffix.slice(0, 11)}${inDigits(number * 7_919_123_456, 11)}00`;
    for (let check = 0; check < 1_024; check++) {
      const origin = decodeIdSuffix(made + inDigits(check, 2));
      if (origin === undefined) continue;
      found++;
      if (origin.place === 0) nowhere++;
      else assert.ok(frameOf(origin.place) > 2 ** 20);
    }
  }
  assert.equal(found, 40, "one check fits each");
  assert.ok(nowhere > 0);
});

test("knowingRecord: the suffix of a record, without the key -> its other ids; no other record's", async () => {
  const own = encodeIdSuffix(AT_MS, 2, placeOf(900, 4), 0);
  const third = encodeIdSuffix(AT_MS, 2, placeOf(900, 4), 3);
  await withIdKey({ secret: Buffer.alloc(16), sinceMs: 0 }, () => {
    for (const place of [placeOf(1, 0), placeOf(900, 4)]) {
      knowingRecord(own, place, () => {
        assert.equal(encodeIdSuffix(AT_MS, 2, place, 0), own);
        assert.equal(encodeIdSuffix(AT_MS, 2, place, 3), third);
        assert.throws(() => encodeIdSuffix(AT_MS + 1, 2, place, 0), /knows the key of ids/);
        assert.throws(() => encodeIdSuffix(AT_MS, 3, place, 0), /knows the key of ids/);
      });
    }
    assert.notEqual(encodeIdSuffix(AT_MS, 2, placeOf(900, 4), 0), own);
  });
});

test("useIdKey: another key, and the first again -> the ids of each, none kept of the other", async () => {
  const ids = () => [0, 1].map((sub) => encodeIdSuffix(AT_MS, 0, placeOf(5, 5), sub));
  const own = ids();
  const others = await withIdKey({ secret: Buffer.alloc(16, 1), sinceMs }, ids);
  assert.deepEqual(ids(), own);
  assert.equal(new Set([...own, ...others]).size, 4);
  const shown = await withIdKey(undefined, ids);
  assert.equal(shown[0]?.length, ID_SUFFIX_LENGTH);
  assert.equal(shown[0], exampleIdSuffix(AT_MS, placeOf(5, 5)));
  useIdKey(TEST_ID_KEY);
  assert.deepEqual(ids(), own);
});

test("useIdKey: a thread that was told no key -> examples can be made; an id neither made nor read", async () => {
  const suffix = encodeIdSuffix(AT_MS, 0, placeOf(5, 5), 0);
  const code = threadCodeOf(new URL("../../test/support/base/unnamed_key.ts", import.meta.url));
  const worker = new Worker(code, { eval: true, workerData: suffix });
  const [said] = await once(worker, "message");
  assert.deepEqual(said, {
    example: exampleIdSuffix(AT_MS, placeOf(5, 5)),
    isWellFormed: true,
    made: "invariant does not hold: the thread knows the key of ids",
    read: "invariant does not hold: the thread knows the key of ids",
    handedOn: "invariant does not hold: the thread knows the key of ids",
  });
});
