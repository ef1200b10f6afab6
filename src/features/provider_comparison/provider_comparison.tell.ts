/**
 * provider_comparison.tell: tells a Product that a provider's book does not agree with what is on record of the Product. A
 * night is told once, however often the outbox asks for it. No caller can ask for it.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { BOOKS_DIFFERED, type BooksDiffered } from "./provider_comparison_facts.ts";
import { ComparisonPath, Differences, Night } from "./provider_comparison_schema.ts";
import type { ProviderComparisonState } from "./provider_comparison_state.ts";

const ComparisonTelling = Type.Object(
  { night: Night, comparedAtMs: Type.Integer(), differences: Differences },
  { title: "ProviderComparisonTelling", additionalProperties: false },
);

export const providerComparisonTell = declareWrite<ProviderComparisonState>()({
  id: "provider_comparison.tell",
  summary: "Tell a Product that the book of a provider differs",
  http: { method: "POST", path: "/platform/provider-comparisons/{provider}/tell" },
  principals: ["system"],
  scope: undefined,
  environment: "live",
  inContract: false,
  path: ComparisonPath,
  body: ComparisonTelling,
  output: Type.Object(
    { isTold: Type.Boolean() },
    { title: "ProviderComparisonTold", additionalProperties: false },
  ),
  refusals: ["ledger_unavailable"],
  events: ["product.provider_books_differed"],
  decide({ toldComparisons }, told, { realm }) {
    const known = toldComparisons.get(realm, told.provider);
    if (known !== undefined && known.night >= told.night) return accept([], { isTold: false });
    const fact: BooksDiffered = { kind: BOOKS_DIFFERED, ...told };
    return accept([fact], { isTold: true });
  },
});
