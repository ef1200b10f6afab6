/**
 * The kinds of differences between a provider's book and what is on record here, and what a comparison says of each that it
 * has found. PROVIDER.md has them in a table.
 */

export const DIFFERENCES = [
  /** The provider has accepted an effect that no request has. */
  "unknown_here",
  /** The provider has accepted an effect, by the records here, and the book lacks the effect. */
  "missing_there",
  /**
   * One side has an outcome, and the other has another one, or has none and will not ask for it any more; or the
   * provider's status is none of what it was asked for.
   */
  "status_differs",
  /** The provider has another reference of the effect than the one it has answered with. */
  "reference_differs",
] as const;
export type DifferenceKind = (typeof DIFFERENCES)[number];

export const CREDIT_DIFFERENCES = [
  /** The bank's book has a credit that is not on record here. */
  "credit_unknown_here",
  /** A credit is on record here, and the bank's book lacks it. */
  "credit_missing_there",
  /** Both have it, with another amount or currency. */
  "credit_amount_differs",
  /** One side has sent it back and the other has not. */
  "credit_status_differs",
  /** The bank has told it twice, not the same, and its book does not say what holds here. */
  "credit_contradicted",
  /** It is nobody's until the operator says whose. */
  "credit_unassigned",
] as const;
export type CreditDifferenceKind = (typeof CREDIT_DIFFERENCES)[number];

/** What the bank has is not what its external accounts here say, of a currency. */
export const BALANCE_DIFFERENCE = "balance_differs";

/** A bank that speaks files has given no statement of an account for too long. */
export const STATEMENT_DIFFERENCE = "statement_overdue";

export const BOOK_DIFFERENCES = [
  ...DIFFERENCES,
  ...CREDIT_DIFFERENCES,
  BALANCE_DIFFERENCE,
  STATEMENT_DIFFERENCE,
] as const;
export type BookDifferenceKind = (typeof BOOK_DIFFERENCES)[number];

/** Where a thing stands: a realm of a shard. */
export type OwnHome = { shard: number; realm: number };

/**
 * One difference. `of`: the effect, the credit, or a currency and by how much it differs; what stays the same as long as the
 * difference does. `home`: of a thing of a Product; absent of what is no Product's.
 */
export type FoundDifference = { difference: BookDifferenceKind; of: string; home?: OwnHome };

/** How many differences there are of a kind. */
export type DifferenceCount = { difference: BookDifferenceKind; count: number };

/** By kind, those that there are, in the order of the kinds. */
export function countedDifferences(found: readonly FoundDifference[]): DifferenceCount[] {
  return BOOK_DIFFERENCES.map((difference) => ({
    difference,
    count: found.filter((one) => one.difference === difference).length,
  })).filter(({ count }) => count > 0);
}
