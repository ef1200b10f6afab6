/** For tests: records with rows of any content, heads and rows that no operation of today makes too. */
import { encodeIdSuffix, placeOf } from "../../../../src/base/id.ts";
import { ACTOR_TYPES } from "../../../../src/contract/records/actor.ts";
import type { StoredRecord } from "../../../../src/contract/records/record.ts";
import {
  decodeRecord,
  encodeRecord,
  FactCodecs,
  recordBytesMax,
} from "../../../../src/contract/records/record_codec.ts";
import {
  type RecordSpot,
  type Snapshot,
  SnapshotMemory,
} from "../../../../src/contract/tables/snapshot.ts";
import { BLOCK_BYTES, ROW_BYTES } from "../../../../src/features/ledger/balance_block.ts";
import {
  STEPS,
  TRANSFER_KINDS,
  TRANSFER_ROW,
  type TransferRow,
  transferRowCodec,
  writePosition,
} from "../../../../src/features/ledger/transfer_row.ts";
import { LEDGER_TABLE } from "../../../../src/features/table_codes.ts";
import { CODE_POINT, fc } from "../../properties.ts";

const CODECS = new FactCodecs([transferRowCodec]);
export const REALM = 4;
const SHARD = 2;
export const ORDINALS = [5, 6] as const;

const text = fc.string({ unit: CODE_POINT, maxLength: 12 });
const wide = fc.oneof(fc.bigInt(-(2n ** 126n), 2n ** 126n), fc.bigInt(-(2n ** 54n), 2n ** 54n));
const row = fc.record({
  step: fc.constantFrom("posted" as const, "posted" as const, ...STEPS),
  transferKind: fc.constantFrom(...TRANSFER_KINDS),
  currency: fc.constantFrom("EUR", "USD"),
  amountMinor: fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 2n ** 62n)),
  sourcePosted: wide,
  destinationPosted: wide,
  isBack: fc.boolean(),
  extras: fc.option(fc.record({ description: text, transferHoldId: fc.constant("th_1") }), {
    freq: 3,
    nil: undefined,
  }),
});
const id = fc.constantFrom("key_1", "key_2", "key_10", "operator");
export const anyRecord = fc.record({
  rows: fc.array(row, { maxLength: 3 }),
  requestId: fc.string({ unit: "grapheme-ascii", maxLength: 20 }),
  principalId: id,
  actorId: fc.option(id, { freq: 3, nil: undefined }),
  actorType: fc.constantFrom(...ACTOR_TYPES),
  refusalCode: fc.option(fc.constant("insufficient_balance"), { freq: 5, nil: undefined }),
  cause: fc.constantFrom("api" as const, "clock" as const, "mcp" as const),
  pause: fc.constantFrom(0, 1, 999, 60_000),
  /** The first number of a row, and the step between two numbers. */
  first: fc.constantFrom(0, 0, 3),
  gap: fc.constantFrom(1, 1, 2),
});
type Drawn<T> = T extends fc.Arbitrary<infer V> ? V : never;

/** The records as one shard's log, each in a frame of its own; every row of both accounts chained. */
export function logOf(drawn: readonly Drawn<typeof anyRecord>[]) {
  let timeMs = 1_769_850_000_123;
  let previous = { place: 0, sub: 0 };
  const frames = new Map<number, Buffer>();
  let place = 0;
  for (const [index, { rows, pause, actorId, first, gap, ...head }] of drawn.entries()) {
    const previousPlace = place;
    place = placeOf(index + 1, 0);
    timeMs += pause;
    const facts: TransferRow[] = [];
    for (const [number, { isBack, ...one }] of rows.entries()) {
      const sub = first + number * gap;
      const [sourceOrdinal, destinationOrdinal] = isBack ? [6, 5] : [5, 6];
      const chained = { sourcePrevious: previous, destinationPrevious: previous };
      const held = { reservedMinor: 0n, sourceHeld: 0n, destinationHeld: 0n };
      const parties = { sourceOrdinal, destinationOrdinal };
      facts.push({ kind: TRANSFER_ROW, sub, ...one, ...parties, ...held, ...chained });
      previous = { place, sub };
    }
    const stored: StoredRecord = {
      ...{ ...head, actorId: actorId ?? head.principalId, place, previousPlace, timeMs, facts },
      ...{ shard: SHARD, operation: "transfer.create", realm: REALM },
      ...{ parentPlace: 0, requestDigest: "00".repeat(16), status: 201, firstEvent: 1 },
    };
    const bytes = Buffer.alloc(recordBytesMax(stored, CODECS));
    frames.set(place, bytes.subarray(0, encodeRecord(stored, CODECS, bytes, 0)));
  }
  return { frames, newest: place, head: previous };
}

export function snapshotOf({ frames, newest, head }: ReturnType<typeof logOf>): Snapshot {
  const block = Buffer.alloc(BLOCK_BYTES);
  const view = new DataView(block.buffer, block.byteOffset, block.length);
  for (const ordinal of ORDINALS) writePosition(head, view, ordinal * ROW_BYTES + 32);
  return {
    memory: new SnapshotMemory(),
    sequence: 1,
    shard: SHARD,
    get(table, _realm, key) {
      if (table === LEDGER_TABLE.accountBalance) return block;
      const ordinal = Number.parseInt(key, 36);
      return table === LEDGER_TABLE.accountOrdinal
        ? Buffer.from(suffixOfAccount(ordinal))
        : undefined;
    },
    descend: () => [],
    ascend: () => [],
    newestRecord: () => newest,
    record(place) {
      const bytes = frames.get(place);
      return bytes && decodeRecord(bytes, CODECS, { shard: SHARD, place });
    },
    pointAt(place: number, spot: RecordSpot) {
      const bytes = frames.get(place);
      if (bytes === undefined) return false;
      spot.bytes = bytes;
      spot.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      spot.start = 0;
      return true;
    },
    leaf: () => undefined,
  };
}

export const suffixOfAccount = (ordinal: number) =>
  encodeIdSuffix(1_700_000_000_000, SHARD, 8_192, ordinal);
