/**
 * The total of all entries of a state: their number, and the sum of their marks. Every write of the
 * state stores the total in the same transaction, and a start compares it with the entries it has
 * read. A checksum shows that a value was written at some time; the total shows that every value is
 * the last one written, and that no entry is missing or present twice. This is needed because LMDB's
 * own tree has no checksum: one wrong page number in it can lead to old pages that are whole.
 */
import { type Mark, NEVER_STORED } from "../contract/tables/table.ts";

export type StateSum = { entries: number; sum: number };

/**
 * The mark of an entry whose stored checksum is `checksum`; it is never `NEVER_STORED`. The bits are
 * mixed (the finalizer of MurmurHash3, a bijection), because checksums are linear: when two accounts
 * change by the same amount, the sum of unmixed checksums too often stays the same.
 */
export function markOf(checksum: number): Mark {
  let mixed = checksum ^ (checksum >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  mixed ^= mixed >>> 16;
  return mixed === NEVER_STORED ? 1 : mixed;
}

/**
 * Replaces the mark of one entry in the total. `NEVER_STORED` stands for an entry that did not exist
 * before, or that is removed. Returns `mark`.
 */
export function replaceMark(total: StateSum, earlier: Mark, mark: Mark): Mark {
  total.sum = (total.sum + mark - earlier) | 0;
  if (earlier === NEVER_STORED) total.entries++;
  if (mark === NEVER_STORED) total.entries--;
  return mark;
}
