/** A `RecordView` equals the result of `decodeRecord`, at any position in a frame. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { asVersion1 } from "../../../test/support/contract/version_1.ts";
import { fc } from "../../../test/support/properties.ts";
import { ACTOR_TYPES } from "./actor.ts";
import type { Cause, FactCodec, StoredRecord } from "./record.ts";
import { decodeRecord, encodeRecord, FactCodecs, recordBytesMax } from "./record_codec.ts";
import { RecordView } from "./record_view.ts";

const COUNTED: FactCodec = {
  code: 9,
  kind: "counted.1",
  bytesMax: () => 4,
  encode: (fact, into, offset) =>
    into.writeUInt32LE((fact as { count: number } & typeof fact).count, offset),
  decode: (from, offset) => ({ kind: "counted.1", count: from.readUInt32LE(offset) }) as never,
};
const CODECS = new FactCodecs([COUNTED]);
const WHERE = { shard: 2, place: 3 * 8_192 + 1 };

const shortText = fc.string({ unit: "grapheme", maxLength: 20 });
const place = fc.integer({ min: 0, max: 2 ** 53 - 1 });
const hex = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString("hex"));
const fact = fc.oneof(
  fc.nat().map((count) => ({ kind: "counted.1", count }) as never),
  shortText.map((text) => ({ kind: "noted.1", text }) as never),
);
const records: fc.Arbitrary<StoredRecord> = fc.record({
  place: fc.constant(WHERE.place),
  shard: fc.constant(WHERE.shard),
  timeMs: fc.nat(),
  operation: shortText,
  requestId: shortText,
  realm: fc.nat(),
  principalId: shortText,
  actorType: fc.constantFrom(...ACTOR_TYPES),
  actorId: shortText,
  cause: fc.constantFrom<Cause>("api", "clock", "platform", "graphql", "mcp", "provider"),
  previousPlace: place,
  parentPlace: place,
  idempotencyKey: fc.option(fc.uuid(), { nil: undefined }),
  requestDigest: hex,
  status: fc.integer({ min: 200, max: 599 }),
  refusalCode: fc.option(shortText, { nil: undefined }),
  firstEvent: place,
  facts: fc.array(fact, { maxLength: 5 }),
  reply: fc.option(fc.string({ unit: "grapheme" }), { nil: undefined }),
});

for (const version of [1, 2]) {
  test(`record view: any record of version ${version}, anywhere in a frame -> every field as decodeRecord has it`, () => {
    fc.assert(
      fc.property(records, fc.nat(300), (drawn, start) => {
        const record = version === 1 ? { ...drawn, actorId: drawn.principalId } : drawn;
        const encoded = Buffer.alloc(recordBytesMax(record, CODECS));
        const whole = encoded.subarray(0, encodeRecord(record, CODECS, encoded, 0));
        const bytes = version === 1 ? asVersion1(whole) : whole;
        const frame = Buffer.alloc(start + bytes.length + 9, 0xee);
        frame.set(bytes, start);
        const decoded = decodeRecord(bytes, CODECS, WHERE);
        const view = new RecordView(frame, start, CODECS, WHERE);
        for (const name of Object.keys(decoded) as (keyof StoredRecord)[]) {
          assert.deepEqual(view[name], decoded[name], name);
        }
        assert.equal(view.idempotencyKeyAt, record.idempotencyKey === undefined ? -1 : start + 32);
      }),
    );
  });
}

test("record view: an unknown version or codec -> throws", () => {
  assert.throws(() => new RecordView(Buffer.alloc(100), 0, CODECS, WHERE), /known version/);
  const record = { ...fc.sample(records, { numRuns: 1, seed: 1 })[0] } as StoredRecord;
  record.facts = [{ kind: "counted.1", count: 1 } as never];
  const bytes = Buffer.alloc(recordBytesMax(record, CODECS));
  encodeRecord(record, CODECS, bytes, 0);
  assert.throws(() => new RecordView(bytes, 0, new FactCodecs([]), WHERE), /known codec/);
});
