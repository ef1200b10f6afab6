/**
 * The balances of 127 accounts with consecutive ordinals, as the `state` database stores them:
 * everything that changes with every transfer. They are stored apart from the accounts' documents,
 * and many in one value, because LMDB writes whole pages: a block fills two pages of its own, so few
 * pages hold the balances of many accounts, and accounts that change in one interval share them.
 * 127 rows of 64 bytes, little endian, in order of ordinal; zeros where no account exists yet:
 *
 * offset  0 u64 debits posted, bits 0 to 63     32 u64 head, a row position (transfer_row.ts)
 *         8 u64 credits posted, bits 0 to 63    40 u32 row count, bits 0 to 31
 *        16 u64 debits pending                  44 u8  row count, bits 32 to 39
 *        24 u64 credits pending                 45 u24 newest day on which it moved money, from 1970-01-01
 *                                               48 u64 debits posted, bits 64 to 127
 *                                               56 u64 credits posted, bits 64 to 127
 *
 * No log is long enough to fill the posted counters: it has fewer than 2^64 rows, each of less than
 * 2^63 minor units. The pending counters stay below the largest balance (`BALANCE_MAX`).
 */
import { invariant } from "../../base/invariant.ts";
import type { MemoryKey, Snapshot } from "../../contract/tables/snapshot.ts";
import { numberKey } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { type RowPosition, readPosition } from "./transfer_row.ts";

export const ROW_BYTES = 64;
const HIGH = 2 ** 32;
/**
 * With this number of rows, a block takes at most 8,192 bytes, including the value's checksum and
 * the header of the first page (24 bytes).
 */
export const BLOCK_ROWS = 127;
export const BLOCK_BYTES = BLOCK_ROWS * ROW_BYTES;

export type AccountCounters = {
  /** Minor units. The posted counters only grow; the pending counters shrink when a hold ends. */
  debitsPosted: bigint;
  creditsPosted: bigint;
  debitsPending: bigint;
  creditsPending: bigint;
};

export type AccountBalance = AccountCounters & { head: RowPosition; rowCount: number };

/** Number of the block that has the account's row. */
export function blockOf(ordinal: number): number {
  return Math.floor(ordinal / BLOCK_ROWS);
}

/** The row of the account in the bytes of its block. */
export function balanceIn(block: Uint8Array, ordinal: number): AccountBalance {
  return balanceAt(viewOfBlock(block), offsetOf(ordinal));
}

function viewOfBlock(block: Uint8Array): DataView {
  invariant(block.length === BLOCK_BYTES, "a block of balances is whole");
  return new DataView(block.buffer, block.byteOffset, BLOCK_BYTES);
}

/** Offset of the account's row in its block. */
function offsetOf(ordinal: number): number {
  return (ordinal % BLOCK_ROWS) * ROW_BYTES;
}

function balanceAt(block: DataView, at: number): AccountBalance {
  return {
    debitsPosted: wideAt(block, at, at + 48),
    creditsPosted: wideAt(block, at + 8, at + 56),
    debitsPending: block.getBigUint64(at + 16, true),
    creditsPending: block.getBigUint64(at + 24, true),
    head: readPosition(block, at + 32),
    rowCount: block.getUint32(at + 40, true) + block.getUint8(at + 44) * HIGH,
  };
}

/** The counter of 128 bits whose two halves are at these offsets. */
function wideAt(block: DataView, lowAt: number, highAt: number): bigint {
  const low = block.getBigUint64(lowAt, true);
  const high = block.getBigUint64(highAt, true);
  return high === 0n ? low : (high << 64n) | low;
}

/** Most blocks that are remembered for one snapshot, 8 KiB each. */
const BLOCKS_SEEN_MAX = 32;
/** Blocks that were read at one sequence: reading and checking a block takes 3 us. */
const SEEN: MemoryKey<Map<number, DataView>> = {};

/** The balance of an account that the snapshot has. */
export function seeBalance(snapshot: Snapshot, ordinal: number): AccountBalance {
  return balanceAt(seeBlock(snapshot, ordinal), offsetOf(ordinal));
}

/** The block that has the account's row; valid until the next read of the snapshot. */
function seeBlock(snapshot: Snapshot, ordinal: number): DataView {
  const blocks = snapshot.memory.at(snapshot.sequence, SEEN, newBlocks);
  const number = blockOf(ordinal);
  const seen = blocks.get(number);
  if (seen !== undefined) return seen;
  const block = snapshot.get(LEDGER_TABLE.accountBalance, 0, numberKey(number));
  invariant(block !== undefined, "an account that is stored has its balance stored");
  // Further blocks are not remembered: with more blocks, a block is seldom read twice. A released
  // view has a negative sequence, under which nothing can be remembered.
  const isWorthIt = snapshot.sequence >= 0 && blocks.size < BLOCKS_SEEN_MAX;
  if (!isWorthIt) return viewOfBlock(block);
  const kept = viewOfBlock(Uint8Array.from(block));
  blocks.set(number, kept);
  return kept;
}

function newBlocks(): Map<number, DataView> {
  return new Map();
}

/** Minor units of an account as answers show them, decimal. */
export type BalanceTexts = { posted: string; held: string; available: string };

/**
 * The high half of a counter below 2^51: sums of three such counters are exact as numbers of 64 bits
 * (`Number.MAX_SAFE_INTEGER` is 2^53 - 1).
 */
const EXACT_HIGH_BELOW = 2 ** 19;

/**
 * `postedOf`, the pending debits and `availableOf` of an account, as texts. Money below 2^51 minor
 * units is summed up as numbers, because a read of a balance has no other use for a BigInt (0.5 us
 * of 2.7 us). Plain twin: `balanceTextsOf`, in balance_block.test.ts.
 */
export function seeBalanceTexts(snapshot: Snapshot, ordinal: number): BalanceTexts {
  const block = seeBlock(snapshot, ordinal);
  const at = offsetOf(ordinal);
  const debitsHigh = block.getUint32(at + 4, true);
  const creditsHigh = block.getUint32(at + 12, true);
  const pendingHigh = block.getUint32(at + 20, true);
  const wide =
    block.getUint32(at + 48, true) |
    block.getUint32(at + 52, true) |
    block.getUint32(at + 56, true) |
    block.getUint32(at + 60, true);
  const isExact = wide === 0 && Math.max(debitsHigh, creditsHigh, pendingHigh) < EXACT_HIGH_BELOW;
  if (!isExact) return balanceTextsOf(balanceAt(block, at));
  const debits = debitsHigh * HIGH + block.getUint32(at, true);
  const credits = creditsHigh * HIGH + block.getUint32(at + 8, true);
  const pending = pendingHigh * HIGH + block.getUint32(at + 16, true);
  const posted = String(credits - debits);
  if (pending === 0) return { posted, held: "0", available: posted };
  return { posted, held: String(pending), available: String(credits - debits - pending) };
}

/** The texts of counters of any size. */
export function balanceTextsOf(counters: AccountCounters): BalanceTexts {
  return {
    posted: String(postedOf(counters)),
    held: String(counters.debitsPending),
    available: String(availableOf(counters)),
  };
}

/** Posted credits minus posted debits, minor units; negative for a platform account. */
export function postedOf(counters: AccountCounters): bigint {
  return counters.creditsPosted - counters.debitsPosted;
}

/** The amount that may be spent: posted minus the amount that holds reserve, minor units. */
export function availableOf(counters: AccountCounters): bigint {
  return postedOf(counters) - counters.debitsPending;
}
