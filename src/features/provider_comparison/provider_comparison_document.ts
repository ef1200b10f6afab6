/**
 * What came of the newest comparison of a provider's books that the clock began. It stands in the platform's own realm of the
 * first ledger shard, because it is no Product's; a Product in whose realms something differs is told by a fact of its own.
 */
import type { DifferenceCount } from "../../contract/messages/book_differences.ts";
import type { Owned } from "../../contract/tables/document_table.ts";

/** `unanswered`: the provider did not give its books; it is asked again. */
export const COMPARISON_OUTCOMES = ["agreed", "differed", "unanswered"] as const;
export type ComparisonOutcome = (typeof COMPARISON_OUTCOMES)[number];

export type ProviderComparisonDocument = Owned & {
  provider: string;
  /** `YYYY-MM-DD`: the day in UTC on which the night began that the comparison is of. */
  night: string;
  outcome: ComparisonOutcome;
  /** Why there are no books, for people; present where it is `unanswered`. */
  fault?: string;
  /** How often the provider was asked in vain in this night. */
  failures: number;
  /** By kind, of the newest comparison that came to its end; empty where it has agreed, or none ever came to its end. */
  differences: readonly DifferenceCount[];
  /** When that comparison came to its end, milliseconds UTC; absent where none ever did. */
  comparedAtMs?: number;
  /** When the books last agreed; absent where they never did. */
  agreedAtMs?: number;
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
};

/** The newest night in which a realm was told that the books differ, by provider. */
export type ToldComparisonDocument = Owned & { provider: string; night: string };
