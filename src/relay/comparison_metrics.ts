/** What `/metrics` says of the comparisons of books by the clock. */
import {
  BOOK_DIFFERENCES,
  type BookDifferenceKind,
} from "../contract/messages/book_differences.ts";
import type { BankStatementDocument } from "../features/bank_statement/bank_statement_document.ts";
import { isCompared, type ProviderDocument } from "../features/provider/provider_document.ts";
import type { ProviderComparisonDocument } from "../features/provider_comparison/provider_comparison_document.ts";
import { type StatementAge, statementAges } from "./bank_statement_comparison.ts";

/**
 * Of a provider that serves. `comparedAtMs`: when its books were last compared to the end; when it was configured, where they
 * never were, so that one age tells of both. `failures`: how often it was asked in vain in the newest night.
 */
export type ComparisonMetrics = {
  provider: string;
  comparedAtMs: number;
  failures: number;
  /** Of every kind, by the newest comparison that came to its end. */
  differences: Readonly<Record<BookDifferenceKind, number>>;
};

export function comparisonMetricsOf(
  providers: readonly ProviderDocument[],
  ended: readonly ProviderComparisonDocument[],
): ComparisonMetrics[] {
  return providers.filter(isCompared).map(({ provider, createdAtMs }) => {
    const one = ended.find((known) => known.provider === provider);
    const counts = BOOK_DIFFERENCES.map((kind) => [
      kind,
      one?.differences.find(({ difference }) => difference === kind)?.count ?? 0,
    ]);
    return {
      ...{ provider, comparedAtMs: one?.comparedAtMs ?? createdAtMs },
      failures: one?.failures ?? 0,
      differences: Object.fromEntries(counts) as ComparisonMetrics["differences"],
    };
  });
}

/** Of the banks that speak files and serve: how old the newest statement of each account is. */
export function statementMetricsOf(
  providers: readonly ProviderDocument[],
  statements: readonly BankStatementDocument[],
): StatementAge[] {
  return providers
    .filter((one) => isCompared(one) && one.speaks === "files")
    .flatMap((bank) => statementAges(bank, statements));
}
