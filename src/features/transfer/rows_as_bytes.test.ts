/**
 * Rows of any records, written as bytes where they lie, against the renderers of texts: heads and
 * rows that no operation of today makes, too.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { encodeIdSuffix, placeOf } from "../../base/id.ts";
import { JsonBytes } from "../../base/json_bytes.ts";
import { ACTOR_TYPES } from "../../contract/actor.ts";
import type { StoredRecord } from "../../contract/record.ts";
import {
  decodeRecord,
  encodeRecord,
  FactCodecs,
  recordBytesMax,
} from "../../contract/record_codec.ts";
import { type RecordSpot, type Snapshot, SnapshotMemory } from "../../contract/snapshot.ts";
import { entryForm, isEntry } from "../account/account_entry.ts";
import { entryByteWalk } from "../account/entry_bytes.ts";
import type { AccountDocument } from "../ledger/account_document.ts";
import { accountIdsOf } from "../ledger/account_ids.ts";
import { accountRows } from "../ledger/account_rows.ts";
import { ACCOUNT_ORDINAL_TABLE } from "../ledger/account_table.ts";
import { ACCOUNT_BALANCE_TABLE, BLOCK_BYTES, ROW_BYTES } from "../ledger/balance_block.ts";
import { AccountRowWalk, RealmRowWalk } from "../ledger/rows_in_place.ts";
import {
  STEPS,
  TRANSFER_KINDS,
  TRANSFER_ROW,
  type TransferRow,
  transferRowCodec,
  writePosition,
} from "../ledger/transfer_row.ts";
import { transferByteWalk } from "./transfer_bytes.ts";
import { transferForm, transfersIn } from "./transfer_view.ts";
import { realmTransfers } from "./transfer_walk.ts";

const CODECS = new FactCodecs([transferRowCodec]);
const NAMES = { productId: "prod_1", environment: "live" } as const;
const REALM = 4;
const SHARD = 2;
const ALL = { fromMs: 0, belowMs: Number.POSITIVE_INFINITY };
const ORDINALS = [5, 6] as const;

const text = fc.string({ unit: "binary", maxLength: 12 });
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
const record = fc.record({
  rows: fc.array(row, { maxLength: 3 }),
  requestId: fc.string({ unit: "grapheme-ascii", maxLength: 20 }),
  principalId: id,
  actorId: fc.option(id, { freq: 3, nil: undefined }),
  actorType: fc.constantFrom(...ACTOR_TYPES),
  refusalCode: fc.option(fc.constant("insufficient_balance"), { freq: 5, nil: undefined }),
  pause: fc.constantFrom(0, 1, 999, 60_000),
  /** The first number of a row, and the step between two numbers. */
  first: fc.constantFrom(0, 0, 3),
  gap: fc.constantFrom(1, 1, 2),
});
type Drawn<T> = T extends fc.Arbitrary<infer V> ? V : never;

/** The records as one shard's log, each in a frame of its own; every row of both accounts chained. */
function logOf(drawn: readonly Drawn<typeof record>[]) {
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
      ...{ shard: SHARD, operation: "transfer.create", realm: REALM, cause: "api" },
      ...{ parentPlace: 0, requestDigest: "00".repeat(16), status: 201, firstEvent: 1 },
    };
    const bytes = Buffer.alloc(recordBytesMax(stored, CODECS));
    frames.set(place, bytes.subarray(0, encodeRecord(stored, CODECS, bytes, 0)));
  }
  return { frames, newest: place, head: previous };
}

function snapshotOf({ frames, newest, head }: ReturnType<typeof logOf>): Snapshot {
  const block = Buffer.alloc(BLOCK_BYTES);
  const view = new DataView(block.buffer, block.byteOffset, block.length);
  for (const ordinal of ORDINALS) writePosition(head, view, ordinal * ROW_BYTES + 32);
  return {
    memory: new SnapshotMemory(),
    sequence: 1,
    shard: SHARD,
    get(table, _realm, key) {
      if (table === ACCOUNT_BALANCE_TABLE) return block;
      const ordinal = Number.parseInt(key, 36);
      return table === ACCOUNT_ORDINAL_TABLE ? Buffer.from(suffixOfAccount(ordinal)) : undefined;
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

const suffixOfAccount = (ordinal: number) =>
  encodeIdSuffix(1_700_000_000_000, SHARD, 8_192, ordinal);

/** The texts of the items that a walk writes, and the position of each row. */
function writtenBy(walk: ReturnType<typeof transferByteWalk>) {
  const [texts, positions]: [string[], string[]] = [[], []];
  const out = new JsonBytes();
  const { rows } = walk;
  while (rows.next()) {
    rows.mark();
    positions.push(rows.marked());
    if (!walk.isItem) continue;
    out.clear();
    walk.write(out);
    texts.push(out.written().toString());
  }
  return { texts, positions };
}

test("rows as bytes: any records -> the transfers of a realm as the renderer of texts gives them", () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), fc.nat(40), (drawn, skipped) => {
      const snapshot = snapshotOf(logOf(drawn));
      const all = [...realmTransfers(snapshot, REALM, ALL, undefined)];
      const after = all[skipped]?.position;
      const steps = after === undefined ? all : all.slice(skipped + 1);
      const see = transfersIn(snapshot);
      const form = transferForm(snapshot, NAMES);
      const texts = steps.flatMap(({ position, transfer }) =>
        transfer === undefined ? [] : [form.jsonOf(see(transfer.row, transfer.record, position))],
      );
      const rows = new RealmRowWalk(snapshot, REALM, ALL, after);
      const written = writtenBy(transferByteWalk(snapshot, REALM, NAMES, rows));
      assert.deepEqual(written, { texts, positions: steps.map(({ position }) => position) });
    }),
    { numRuns: 500 },
  );
});

test("rows as bytes: any records -> the entries of an account as the renderer of texts gives them", () => {
  const ordinal = fc.constantFrom(...ORDINALS);
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), ordinal, fc.nat(40), (drawn, own, skipped) => {
      const snapshot = snapshotOf(logOf(drawn));
      const document = { ordinal: own } as AccountDocument;
      const account = { suffix: suffixOfAccount(own), realm: REALM, document };
      const all = [...accountRows(snapshot, account, ALL)];
      const after = all[skipped]?.position;
      const lines = after === undefined ? all : all.slice(skipped + 1);
      const form = entryForm(`acct_${account.suffix}`, accountIdsOf(snapshot));
      const texts = lines.filter(({ row }) => isEntry(row)).map((line) => form.jsonOf(line));
      const rows = new AccountRowWalk(snapshot, account, ALL, after);
      const written = writtenBy(entryByteWalk(snapshot, rows, form));
      assert.deepEqual(written, { texts, positions: lines.map(({ position }) => position) });
    }),
    { numRuns: 500 },
  );
});
