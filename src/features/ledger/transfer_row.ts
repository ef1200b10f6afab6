/**
 * The ledger's one fact: a transfer row. It moves (or reserves, settles, releases) one amount from
 * a source to a destination, and has the balances of both accounts afterwards and the position of
 * the previous row of each of them: the log is its own index. Fixed binary layout, 82 bytes and extras;
 * both versions are read for ever.
 *
 * offset  0 u8  version            24 u32 source ordinal        64 u64 source's previous row
 *         1 u8  step               28 u32 destination ordinal   72 u64 destination's previous row
 *         2 u8  transfer kind      32 i64 source posted         80 u16 bytes of extras, low 16 bits
 *         3 u8  extras, high bits  40 u64 source held           82     extras, JSON
 *         4 u16 currency           48 i64 destination posted
 *         6 u16 sub                56 u64 destination held
 *         8 u64 amount
 *        16 u64 reserved
 * Little endian. A row position is the place in its low 53 bits and the sub in its high 11 bits.
 *
 * Version 2 is a row whose posted balances do not both fit in 64 bits, as those of an external
 * account at last do not. It has their bits 0 to 63 at 32 and 48, and then
 *        82 i64 source posted, bits 64 to 127
 *        90 i64 destination posted, bits 64 to 127
 *        98     extras, JSON
 */
import { viewOf } from "../../base/byte_view.ts";
import type { Place } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Fact, FactCodec } from "../../contract/records/record.ts";

/**
 * `posted`: money moves at once. `reserved`: a hold begins. `cleared`: a hold settles. `released`:
 * a hold ends without a transfer. `failed`: the transfer was refused and moves nothing.
 */
export const STEPS = ["posted", "reserved", "cleared", "released", "failed"] as const;
export type Step = (typeof STEPS)[number];

export const TRANSFER_KINDS = [
  "book",
  "funding",
  "hold",
  "reversal",
  "action",
  "collection",
  "payout",
  "fee",
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** The position of a row: the place of its record, and its `sub` in it. Place 0: no row. */
export type RowPosition = { place: Place; sub: number };

/** Optional fields of a row; few rows have any of them. */
export type RowExtras = {
  /** The id of the transfer that this transfer reverses. */
  reversalOf?: string;
  /** Of a row that takes back what an earlier row has booked: the place of that row's record. */
  corrects?: Place;
  transferHoldId?: string;
  payoutId?: string;
  receivedCreditId?: string;
  /** Of a row that settles or releases what a received credit that is sent back has reserved: the transfer that reserves it. */
  reservedTransferId?: string;
  collectionId?: string;
  /** Of a fee: the month, `YYYY-MM`, whose statement of usage it pays. */
  usageMonth?: string;
  /** Of an action: its object, what the program calls the movement, and its label in the books. */
  objectId?: string;
  label?: string;
  book?: string;
  failureCode?: string;
  description?: string;
  metadata?: Record<string, string>;
  externalId?: string;
};

export type TransferRow = {
  readonly kind: typeof TRANSFER_ROW;
  step: Step;
  transferKind: TransferKind;
  currency: string;
  /** The transfer's number within its record; the record's place and this number make its id. */
  sub: number;
  /** Minor units; 0 when a hold is released. */
  amountMinor: bigint;
  /** Minor units that the step takes out of reservation; 0 except for cleared and released. */
  reservedMinor: bigint;
  sourceOrdinal: number;
  destinationOrdinal: number;
  /** After this row, minor units. Posted: credits minus debits posted. Held: debits pending. */
  sourcePosted: bigint;
  sourceHeld: bigint;
  destinationPosted: bigint;
  destinationHeld: bigint;
  sourcePrevious: RowPosition;
  destinationPrevious: RowPosition;
  extras: RowExtras | undefined;
};

export const TRANSFER_ROW = "ledger.transfer.1";
/** Offsets in the fixed part of both versions, for code that reads a row where it lies. */
export const ROW_AT = {
  version: 0,
  step: 1,
  transferKind: 2,
  extrasHigh: 3,
  currency: 4,
  sub: 6,
  amount: 8,
  sourceOrdinal: 24,
  destinationOrdinal: 28,
  sourcePosted: 32,
  destinationPosted: 48,
  sourcePrevious: 64,
  destinationPrevious: 72,
  extrasLow: 80,
} as const;
const FIXED_BYTES = 82;
/** The bytes that version 2 has between the fixed bytes of version 1 and the extras. */
const WIDE_BYTES = 16;
/** The largest length of 24 bits; 50 entries of metadata at their limits take 200,000 bytes. */
const EXTRAS_BYTES_MAX = 0xff_ffff;
/** Most bytes of JSON that one UTF-16 unit takes: a control character is written `\u0000`. */
const UNIT_BYTES_MAX = 6;
/** Upper bound for quotes, colon, comma and the longest name of a field of `RowExtras`. */
const FIELD_BYTES_MAX = 32;
const HIGH = 4_294_967_296;
/** The bits of the high word that hold the upper part of the place; the sub is above them. */
const HIGH_PLACE = 0x1f_ffff;

/** Upper bound of the bytes that `encodeTransferRow` writes. */
export function transferRowBytesMax(row: TransferRow): number {
  const fixed = FIXED_BYTES + WIDE_BYTES;
  return fixed + (row.extras === undefined ? 0 : extrasBytesMax(row.extras));
}

/** True when a posted balance of the row does not fit in 64 bits: the row is of version 2. */
function isWide({ sourcePosted, destinationPosted }: TransferRow): boolean {
  return (
    BigInt.asIntN(64, sourcePosted) !== sourcePosted ||
    BigInt.asIntN(64, destinationPosted) !== destinationPosted
  );
}

function extrasBytesMax({ metadata, corrects: _number, ...texts }: RowExtras): number {
  let bytes = 3 * FIELD_BYTES_MAX;
  for (const text of Object.values(texts)) bytes += FIELD_BYTES_MAX + text.length * UNIT_BYTES_MAX;
  if (metadata === undefined) return bytes;
  for (const key of Object.keys(metadata)) {
    const units = key.length + (metadata[key] as string).length;
    bytes += FIELD_BYTES_MAX + units * UNIT_BYTES_MAX;
  }
  return bytes;
}

/** Writes the row at `offset`; returns the offset after it. */
export function encodeTransferRow(row: TransferRow, into: Buffer, offset: number): number {
  const view = viewOf(into);
  const isVersion2 = isWide(row);
  into[offset] = isVersion2 ? 2 : 1;
  into[offset + 1] = STEPS.indexOf(row.step);
  into[offset + 2] = TRANSFER_KINDS.indexOf(row.transferKind);
  view.setUint16(offset + 4, packCurrency(row.currency), true);
  view.setUint16(offset + 6, row.sub, true);
  view.setBigUint64(offset + 8, row.amountMinor, true);
  view.setBigUint64(offset + 16, row.reservedMinor, true);
  view.setUint32(offset + 24, row.sourceOrdinal, true);
  view.setUint32(offset + 28, row.destinationOrdinal, true);
  view.setBigInt64(offset + 32, row.sourcePosted, true);
  view.setBigUint64(offset + 40, row.sourceHeld, true);
  view.setBigInt64(offset + 48, row.destinationPosted, true);
  view.setBigUint64(offset + 56, row.destinationHeld, true);
  writePosition(row.sourcePrevious, view, offset + 64);
  writePosition(row.destinationPrevious, view, offset + 72);
  let extrasAt = offset + FIXED_BYTES;
  if (isVersion2) {
    view.setBigInt64(extrasAt, row.sourcePosted >> 64n, true);
    view.setBigInt64(extrasAt + 8, row.destinationPosted >> 64n, true);
    extrasAt += WIDE_BYTES;
  }
  let extrasBytes = 0;
  if (row.extras !== undefined) {
    extrasBytes = into.write(JSON.stringify(row.extras), extrasAt, "utf8");
    invariant(extrasBytes <= EXTRAS_BYTES_MAX, "the extras of a row fit its layout");
  }
  into[offset + 3] = extrasBytes >> 16;
  view.setUint16(offset + 80, extrasBytes & 0xffff, true);
  return extrasAt + extrasBytes;
}

/** The row that `encodeTransferRow` wrote at `offset`. */
export function decodeTransferRow(from: Buffer, offset: number): TransferRow {
  const version = from[offset];
  invariant(version === 1 || version === 2, "a transfer row is of a known version");
  const view = viewOf(from);
  const highAt = offset + FIXED_BYTES;
  const extrasAt = version === 1 ? highAt : highAt + WIDE_BYTES;
  const extrasBytes = ((from[offset + 3] as number) << 16) | view.getUint16(offset + 80, true);
  return {
    kind: TRANSFER_ROW,
    step: STEPS[from[offset + 1] as number] as Step,
    transferKind: TRANSFER_KINDS[from[offset + 2] as number] as TransferKind,
    currency: unpackCurrency(view.getUint16(offset + 4, true)),
    sub: view.getUint16(offset + 6, true),
    amountMinor: view.getBigUint64(offset + 8, true),
    reservedMinor: view.getBigUint64(offset + 16, true),
    sourceOrdinal: view.getUint32(offset + 24, true),
    destinationOrdinal: view.getUint32(offset + 28, true),
    sourcePosted:
      version === 1 ? view.getBigInt64(offset + 32, true) : wideAt(view, offset + 32, highAt),
    sourceHeld: view.getBigUint64(offset + 40, true),
    destinationPosted:
      version === 1 ? view.getBigInt64(offset + 48, true) : wideAt(view, offset + 48, highAt + 8),
    destinationHeld: view.getBigUint64(offset + 56, true),
    sourcePrevious: readPosition(view, offset + 64),
    destinationPrevious: readPosition(view, offset + 72),
    extras: extrasBytes === 0 ? undefined : parseExtras(from, extrasAt, extrasBytes),
  };
}

/** The signed number of 128 bits whose halves are at these offsets. */
function wideAt(from: DataView, lowAt: number, highAt: number): bigint {
  return (from.getBigInt64(highAt, true) << 64n) | from.getBigUint64(lowAt, true);
}

/** Three letters from A to Z as a number below 17,576. */
export function packCurrency(currency: string): number {
  return (
    (currency.charCodeAt(0) - 65) * 676 +
    (currency.charCodeAt(1) - 65) * 26 +
    (currency.charCodeAt(2) - 65)
  );
}

const CURRENCIES: string[] = [];
export function unpackCurrency(packed: number): string {
  const known = CURRENCIES[packed];
  if (known !== undefined) return known;
  const text = String.fromCharCode(
    65 + Math.floor(packed / 676),
    65 + (Math.floor(packed / 26) % 26),
    65 + (packed % 26),
  );
  CURRENCIES[packed] = text;
  return text;
}

function parseExtras(from: Buffer, offset: number, bytes: number): RowExtras {
  return JSON.parse(from.toString("utf8", offset, offset + bytes)) as RowExtras;
}

export function writePosition(position: RowPosition, into: DataView, offset: number): void {
  const high = Math.floor(position.place / HIGH);
  into.setUint32(offset, position.place - high * HIGH, true);
  into.setUint32(offset + 4, (high | (position.sub << 21)) >>> 0, true);
}

export function readPosition(from: DataView, offset: number): RowPosition {
  return { place: readPlace(from, offset), sub: readSub(from, offset) };
}

/** The place of the row position at `offset`. */
export function readPlace(from: DataView, offset: number): Place {
  return (from.getUint32(offset + 4, true) & HIGH_PLACE) * HIGH + from.getUint32(offset, true);
}

/** The sub of the row position at `offset`. */
export function readSub(from: DataView, offset: number): number {
  return from.getUint32(offset + 4, true) >>> 21;
}

/** The codec by which the log stores a row. */
export const transferRowCodec: FactCodec = {
  code: 1,
  kind: TRANSFER_ROW,
  bytesMax: (fact: Fact) => transferRowBytesMax(fact as TransferRow),
  encode: (fact: Fact, into, offset) => encodeTransferRow(fact as TransferRow, into, offset),
  decode: decodeTransferRow,
};
