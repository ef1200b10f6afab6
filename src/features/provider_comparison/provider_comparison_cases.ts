/** What the tests of the whole platform need to know of comparisons of books (test/support/noun_cases.ts). */
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { operate, type Part } from "../../../test/world/story.ts";

const COMPARED = { provider: "acme", comparedAtMs: Date.UTC(2026, 0, 2, 2, 5) };
const differences = [
  { difference: "status_differs", count: 2 },
  { difference: "credit_missing_there", count: 1 },
];

export const cases: NounCases = { toldInLive: tellOfComparisons };

/** A Product is told once a night that the book of a provider differs. */
function* tellOfComparisons(): Part {
  for (const night of ["2026-01-01", "2026-01-01", "2026-01-02"]) {
    yield* operate("provider_comparison.tell", { ...COMPARED, night, differences });
  }
}
