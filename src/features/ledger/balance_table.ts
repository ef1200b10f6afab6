/**
 * The balances of the accounts in memory, as the bytes of their blocks (balance_block.ts): a block
 * is stored by one copy, and the whole row of an account is in one or two cache lines.
 * A million accounts have 7,875 blocks, 64 MB, and nearly all of them change between two drains, so a
 * drain takes many steps. Guarantee: it gives each block as it was when the drain began, because a
 * block that waits for its turn is given before it is changed.
 * Gain and cost: see P6 in decision 0027. Plain twin: account_table.test.ts.
 */
import { invariant } from "../../base/invariant.ts";
import {
  type Mark,
  numberKey,
  type Table,
  type TableDrain,
  type TableSink,
} from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import {
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
  debitsPostedHigh: 6,
  creditsPostedHigh: 7,
} as const;
/** Offset of the head in a row, bytes. */
const HEAD_AT = 32;
/** Words of 4 bytes in a row, and where the row count has its low one. */
const ROW_WORDS = ROW_BYTES / 4;
const ROW_COUNT_AT = 10;
/** The byte where the row count has its high bits; the byte and the word of 2 bytes where the newest day is. */
const ROW_COUNT_HIGH_AT = 44;
const DAY_AT = 45;
const DAY_HIGH_AT = 23;
const ROW_HALVES = ROW_BYTES / 2;
const U32_MAX = 0xffff_ffff;
const U64_MAX = 2n ** 64n - 1n;
/** Of a block: as it is stored; changed since the last drain began; waits in the drain under way. */
const BLOCK = { stored: 0, changed: 1, waiting: 2 } as const;

export class BalanceTable implements Table {
  readonly name = "account_balance";
  readonly code = LEDGER_TABLE.accountBalance;
  /** Version 2: posted counters of 128 bits. Version 3: the newest day on which an account moved money. */
  readonly version = 3;
  #bytes = new Uint8Array(BLOCKS_FIRST * BLOCK_BYTES);
  /** `#counters`, `#words`, `#halves` and `#view` are views of `#bytes`. */
  #counters = new BigUint64Array(this.#bytes.buffer);
  #words = new Uint32Array(this.#bytes.buffer);
  #halves = new Uint16Array(this.#bytes.buffer);
  #view = new DataView(this.#bytes.buffer);
  /** By block, one of `BLOCK`. */
  #standing = new Uint8Array(BLOCKS_FIRST);
  #marks = new Int32Array(BLOCKS_FIRST);
  #changed: number[] = [];
  /** The sink of the drain under way. */
  #sink: TableSink | undefined;
  #loadedBlocks = 0;

  constructor() {
    const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
    invariant(isLittleEndian, "the machine stores the low byte first, as a block does");
  }

  /** Adds a row of zeros for a new account. */
  add(ordinal: number): void {
    this.#grow(blockOf(ordinal));
    this.#willChange(ordinal);
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
    const low = this.#words[ordinal * ROW_WORDS + ROW_COUNT_AT] as number;
    return low + (this.#bytes[ordinal * ROW_BYTES + ROW_COUNT_HIGH_AT] as number) * (U32_MAX + 1);
  }

  /** The newest day, counted from 1970-01-01, on which the account moved money; 0 where it never did. */
  newestDay(ordinal: number): number {
    const high = this.#halves[ordinal * ROW_HALVES + DAY_HIGH_AT] as number;
    return (this.#bytes[ordinal * ROW_BYTES + DAY_AT] as number) + high * 256;
  }

  setNewestDay(ordinal: number, day: number): void {
    this.#willChange(ordinal);
    this.#bytes[ordinal * ROW_BYTES + DAY_AT] = day % 256;
    this.#halves[ordinal * ROW_HALVES + DAY_HIGH_AT] = Math.floor(day / 256);
  }

  /** The whole row of an account, as a read would see the row if it were stored now. */
  balance(ordinal: number): AccountBalance {
    const at = blockOf(ordinal) * BLOCK_BYTES;
    return balanceIn(this.#bytes.subarray(at, at + BLOCK_BYTES), ordinal);
  }

  setDebits(ordinal: number, posted: bigint, pending: bigint): void {
    this.#willChange(ordinal);
    const row = ordinal * ROW_FIELDS;
    this.#setWide(row + AT.debitsPosted, row + AT.debitsPostedHigh, posted);
    this.#counters[row + AT.debitsPending] = pending;
  }

  setCredits(ordinal: number, posted: bigint, pending: bigint): void {
    this.#willChange(ordinal);
    const row = ordinal * ROW_FIELDS;
    this.#setWide(row + AT.creditsPosted, row + AT.creditsPostedHigh, posted);
    this.#counters[row + AT.creditsPending] = pending;
  }

  /** Sets the position of the account's newest row, and increments its number of rows. */
  setHead(ordinal: number, position: RowPosition): void {
    this.#willChange(ordinal);
    writePosition(position, this.#view, ordinal * ROW_BYTES + HEAD_AT);
    const low = ordinal * ROW_WORDS + ROW_COUNT_AT;
    if (this.#words[low] === U32_MAX) {
      const high = ordinal * ROW_BYTES + ROW_COUNT_HIGH_AT;
      this.#bytes[high] = (this.#bytes[high] as number) + 1;
    }
    // A word of 32 bits begins anew after its largest number.
    this.#words[low] = (this.#words[low] as number) + 1;
  }

  drain(sink: TableSink): void {
    this.beginDrain(sink).take(Number.POSITIVE_INFINITY);
  }

  /** Gives the blocks in the order of their keys, but for those that change before their turn. */
  beginDrain(sink: TableSink): TableDrain {
    invariant(this.#sink === undefined, "one drain of the balances is under way at a time");
    const blocks = Uint32Array.from(this.#changed).sort();
    for (const block of blocks) this.#standing[block] = BLOCK.waiting;
    this.#changed = [];
    this.#sink = sink;
    let next = 0;
    return {
      take: (limit) => {
        let given = 0;
        while (given < limit && next < blocks.length) {
          const block = blocks[next++] as number;
          if (this.#standing[block] !== BLOCK.waiting) continue;
          this.#give(block);
          given++;
        }
        if (given < limit) this.#sink = undefined;
        return given;
      },
    };
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

  /** Called before any byte of an account's row changes. */
  #willChange(ordinal: number): void {
    const block = blockOf(ordinal);
    const standing = this.#standing[block];
    if (standing === BLOCK.changed) return;
    if (standing === BLOCK.waiting) this.#give(block);
    this.#standing[block] = BLOCK.changed;
    this.#changed.push(block);
  }

  #give(block: number): void {
    invariant(this.#sink !== undefined, "a block waits for a drain that is under way");
    const at = block * BLOCK_BYTES;
    const bytes = this.#bytes.subarray(at, at + BLOCK_BYTES);
    this.#marks[block] = this.#sink(0, numberKey(block), bytes, this.#marks[block] as Mark);
    this.#standing[block] = BLOCK.stored;
  }

  #grow(block: number): void {
    if (block < this.#standing.length) return;
    const blocks = Math.max(block + 1, this.#standing.length * 2);
    const bytes = new Uint8Array(blocks * BLOCK_BYTES);
    bytes.set(this.#bytes);
    const standing = new Uint8Array(blocks);
    standing.set(this.#standing);
    this.#bytes = bytes;
    this.#counters = new BigUint64Array(bytes.buffer);
    this.#words = new Uint32Array(bytes.buffer);
    this.#halves = new Uint16Array(bytes.buffer);
    this.#view = new DataView(bytes.buffer);
    this.#standing = standing;
    const marks = new Int32Array(blocks);
    marks.set(this.#marks);
    this.#marks = marks;
  }
}
