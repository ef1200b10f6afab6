/**
 * The balances of the accounts in memory, as the bytes of their blocks (balance_block.ts): a block
 * is stored by one copy, and the whole row of an account is in one or two cache lines.
 * Gain and cost: see P6 in decision 0027. Plain twin: account_table.test.ts.
 */
import { invariant } from "../../base/invariant.ts";
import { type Mark, numberKey, type Table, type TableSink } from "../../contract/table.ts";
import {
  ACCOUNT_BALANCE_TABLE,
  type AccountBalance,
  BLOCK_BYTES,
  BLOCK_ROWS,
  balanceIn,
  blockOf,
  ROW_BYTES,
} from "./balance_block.ts";
import { type RowPosition, readPlace, readSub, writePosition } from "./transfer_row.ts";

const BLOCKS_FIRST = 16;
/** Fields of a row, 8 bytes each; `AT` has the offsets of balance_block.ts divided by 8. */
const ROW_FIELDS = ROW_BYTES / 8;
const AT = {
  debitsPosted: 0,
  creditsPosted: 1,
  debitsPending: 2,
  creditsPending: 3,
  rowCount: 5,
  debitsPostedHigh: 6,
  creditsPostedHigh: 7,
} as const;
/** Offset of the head in a row, bytes. */
const HEAD_AT = 32;
const U64_MAX = 2n ** 64n - 1n;

export class BalanceTable implements Table {
  readonly name = "account_balance";
  readonly code = ACCOUNT_BALANCE_TABLE;
  /** Version 2: posted counters of 128 bits. */
  readonly version = 2;
  #bytes = new Uint8Array(BLOCKS_FIRST * BLOCK_BYTES);
  /** `#counters`, `#numbers`, `#words` and `#view` are views of `#bytes`. */
  #counters = new BigUint64Array(this.#bytes.buffer);
  #numbers = new Float64Array(this.#bytes.buffer);
  #words = new Uint32Array(this.#bytes.buffer);
  #view = new DataView(this.#bytes.buffer);
  #isChanged = new Uint8Array(BLOCKS_FIRST);
  #marks = new Int32Array(BLOCKS_FIRST);
  #changed: number[] = [];
  /** The copies that the last drain gave to its sink. */
  #copies = Buffer.alloc(0);
  #loadedBlocks = 0;

  constructor() {
    const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
    invariant(isLittleEndian, "the machine stores the low byte first, as a block does");
  }

  /** Adds a row of zeros for a new account. */
  add(ordinal: number): void {
    this.#grow(blockOf(ordinal));
    this.#mark(ordinal);
  }

  debitsPosted(ordinal: number): bigint {
    const row = ordinal * ROW_FIELDS;
    return this.#wide(row + AT.debitsPosted, row + AT.debitsPostedHigh);
  }
  creditsPosted(ordinal: number): bigint {
    const row = ordinal * ROW_FIELDS;
    return this.#wide(row + AT.creditsPosted, row + AT.creditsPostedHigh);
  }
  debitsPending(ordinal: number): bigint {
    return this.#counters[ordinal * ROW_FIELDS + AT.debitsPending] as bigint;
  }
  creditsPending(ordinal: number): bigint {
    return this.#counters[ordinal * ROW_FIELDS + AT.creditsPending] as bigint;
  }
  headPlace(ordinal: number): number {
    return readPlace(this.#view, ordinal * ROW_BYTES + HEAD_AT);
  }
  headSub(ordinal: number): number {
    return readSub(this.#view, ordinal * ROW_BYTES + HEAD_AT);
  }
  rowCount(ordinal: number): number {
    return this.#numbers[ordinal * ROW_FIELDS + AT.rowCount] as number;
  }

  /** The whole row of an account, as a read would see the row if it were stored now. */
  balance(ordinal: number): AccountBalance {
    const at = blockOf(ordinal) * BLOCK_BYTES;
    return balanceIn(this.#bytes.subarray(at, at + BLOCK_BYTES), ordinal);
  }

  setDebits(ordinal: number, posted: bigint, pending: bigint): void {
    const row = ordinal * ROW_FIELDS;
    this.#setWide(row + AT.debitsPosted, row + AT.debitsPostedHigh, posted);
    this.#counters[row + AT.debitsPending] = pending;
  }

  setCredits(ordinal: number, posted: bigint, pending: bigint): void {
    const row = ordinal * ROW_FIELDS;
    this.#setWide(row + AT.creditsPosted, row + AT.creditsPostedHigh, posted);
    this.#counters[row + AT.creditsPending] = pending;
  }

  /** Sets the position of the account's newest row, and increments its number of rows. */
  setHead(ordinal: number, position: RowPosition): void {
    writePosition(position, this.#view, ordinal * ROW_BYTES + HEAD_AT);
    const rowCountAt = ordinal * ROW_FIELDS + AT.rowCount;
    this.#numbers[rowCountAt] = (this.#numbers[rowCountAt] as number) + 1;
    this.#mark(ordinal);
  }

  /** Gives copies of the changed blocks to `sink`, in the order of their keys. */
  drain(sink: TableSink): void {
    const bytes = this.#changed.length * BLOCK_BYTES;
    if (bytes > this.#copies.length) this.#copies = Buffer.allocUnsafeSlow(bytes + (bytes >> 2));
    let end = 0;
    for (const block of Uint32Array.from(this.#changed).sort()) {
      this.#isChanged[block] = 0;
      const at = block * BLOCK_BYTES;
      this.#copies.set(this.#bytes.subarray(at, at + BLOCK_BYTES), end);
      const copy = this.#copies.subarray(end, end + BLOCK_BYTES);
      this.#marks[block] = sink(0, numberKey(block), copy, this.#marks[block] as Mark);
      end += BLOCK_BYTES;
    }
    this.#changed = [];
  }

  load(_realm: number, key: string, value: Uint8Array, mark: Mark): void {
    const block = Number.parseInt(key, 36);
    invariant(block === this.#loadedBlocks, "blocks of balances are loaded in order");
    invariant(value.length === BLOCK_BYTES, "a block of balances is whole");
    this.#loadedBlocks++;
    this.#grow(block);
    this.#bytes.set(value, block * BLOCK_BYTES);
    this.#marks[block] = mark;
  }

  /** Called after loading: throws unless a balance was stored for each of `count` accounts. */
  checkLoaded(count: number): void {
    invariant(
      this.#loadedBlocks === Math.ceil(count / BLOCK_ROWS),
      "every stored account has its balance stored, and no other",
    );
  }

  /** The counter of 128 bits whose halves are at these indexes; few counters need the high half. */
  #wide(lowAt: number, highAt: number): bigint {
    const low = this.#counters[lowAt] as bigint;
    if (this.#words[highAt * 2] === 0 && this.#words[highAt * 2 + 1] === 0) return low;
    return ((this.#counters[highAt] as bigint) << 64n) | low;
  }

  #setWide(lowAt: number, highAt: number, value: bigint): void {
    // A `BigUint64Array` keeps the low 64 bits of what is stored in it.
    this.#counters[lowAt] = value;
    this.#counters[highAt] = value > U64_MAX ? value >> 64n : 0n;
  }

  #mark(ordinal: number): void {
    const block = blockOf(ordinal);
    if (this.#isChanged[block] === 1) return;
    this.#isChanged[block] = 1;
    this.#changed.push(block);
  }

  #grow(block: number): void {
    if (block < this.#isChanged.length) return;
    const blocks = Math.max(block + 1, this.#isChanged.length * 2);
    const bytes = new Uint8Array(blocks * BLOCK_BYTES);
    bytes.set(this.#bytes);
    const isChanged = new Uint8Array(blocks);
    isChanged.set(this.#isChanged);
    this.#bytes = bytes;
    this.#counters = new BigUint64Array(bytes.buffer);
    this.#numbers = new Float64Array(bytes.buffer);
    this.#words = new Uint32Array(bytes.buffer);
    this.#view = new DataView(bytes.buffer);
    this.#isChanged = isChanged;
    const marks = new Int32Array(blocks);
    marks.set(this.#marks);
    this.#marks = marks;
  }
}
