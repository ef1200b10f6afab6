/**
 * What all entries of a state add up to: how many they are, and the sum of their marks. It goes with
 * every write of the state, in the same transaction, and a start compares it with what it has read.
 * A checksum says that a value is one that was written; the sum says that it is the last one, and
 * that none is missing or there twice: LMDB's own tree has no checksum, and one wrong page number
 * in it can show old pages that are whole.
 */
import { type Mark, NEVER_STORED } from "../contract/table.ts";

export type StateSum = { entries: number; sum: number };

/**
 * The mark of an entry whose stored checksum is `checksum`; never that of none. The bits are mixed
 * (the end of MurmurHash3, a bijection), because checksums are linear: where two accounts change
 * by the same amount, the sum of bare ones stays the same far too often.
 */
export function markOf(checksum: number): Mark {
  let mixed = checksum ^ (checksum >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  mixed ^= mixed >>> 16;
  return mixed === NEVER_STORED ? 1 : mixed;
}

/** One entry's mark was `earlier` and is `mark`; either may be that of none. Returns `mark`. */
export function exchangeMark(total: StateSum, earlier: Mark, mark: Mark): Mark {
  total.sum = (total.sum + mark - earlier) | 0;
  if (earlier === NEVER_STORED) total.entries++;
  if (mark === NEVER_STORED) total.entries--;
  return mark;
}
