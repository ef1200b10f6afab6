/**
 * What happens to comparisons of books: one came to its end, which is the operator's alone; and a Product was told that books
 * differ about it, which is an event.
 */
import { isoTime } from "../../base/iso_time.ts";
import {
  type EventsByKind,
  eventTypesOf,
  noEvents,
  oneEvent,
} from "../../contract/declare/event.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { DifferenceCount } from "../../contract/messages/book_differences.ts";
import { declareFacts } from "../document_facts.ts";
import type { FactOf } from "../noun.ts";
import type { ProviderComparisonDocument } from "./provider_comparison_document.ts";
import { ProviderBooksDifference } from "./provider_comparison_schema.ts";
import type { ProviderComparisonState } from "./provider_comparison_state.ts";

export const ofProviderComparisons = declareFacts<ProviderComparisonDocument>()({
  noun: "provider_comparison",
  happenings: { ended: {} },
});
type ProviderComparisonFact = FactOf<typeof ofProviderComparisons>;

export const BOOKS_DIFFERED = "product.provider_books_differed.1";

/** In the realm of a Product: by kind, how much of what is the Product's differs. */
export type BooksDiffered = {
  kind: typeof BOOKS_DIFFERED;
  provider: string;
  night: string;
  comparedAtMs: number;
  differences: readonly DifferenceCount[];
};

const put: Apply<ProviderComparisonState> = ({ providerComparisons }, fact, { realm }) => {
  const { providerComparison } = fact as ProviderComparisonFact;
  providerComparisons.set(providerComparison.provider, { realm, ...providerComparison });
};

export const providerComparisonFacts: Record<string, Apply<ProviderComparisonState>> = {
  ...ofProviderComparisons.byKind(() => put),
  [BOOKS_DIFFERED]: ({ toldComparisons }, fact, { realm }) => {
    const { provider, night } = fact as BooksDiffered;
    toldComparisons.set(provider, { realm, provider, night });
  },
};

export const providerComparisonEventTypes = eventTypesOf("product", ProviderBooksDifference, {
  provider_books_differed:
    "The book of a provider and the records of the platform did not agree about the Product when they were compared at night. It is told once a night for as long as they differ.",
});

export const providerComparisonEvents: EventsByKind = {
  ...ofProviderComparisons.byKind(() => noEvents),
  [BOOKS_DIFFERED]: oneEvent<BooksDiffered>("product.provider_books_differed", {
    resourceIdOf: (_fact, _head, { productId }) => productId,
    objectOf: (fact, { names }) => booksDifference(fact, names),
  }),
};

function booksDifference(
  { provider, night, comparedAtMs, differences }: BooksDiffered,
  { productId, environment }: Pick<RealmNames, "productId" | "environment">,
): ProviderBooksDifference {
  const comparedAt = isoTime(comparedAtMs);
  return {
    ...{ productId, environment, provider, night, comparedAt },
    differences: differences as ProviderBooksDifference["differences"],
  };
}
