/**
 * provider_comparison.end: the outbox says what came of the comparison of a night. No caller can ask for it.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { ProviderComparisonDocument } from "./provider_comparison_document.ts";
import { ofProviderComparisons } from "./provider_comparison_facts.ts";
import {
  ComparisonPath,
  Differences,
  FAULT_CHARACTERS_MAX,
  Night,
  OutcomeName,
} from "./provider_comparison_schema.ts";
import type { ProviderComparisonState } from "./provider_comparison_state.ts";

const ComparisonEnd = Type.Object(
  {
    night: Night,
    /** Empty: the books agree. Absent: the provider did not give its books. */
    differences: Type.Optional(Differences),
    /** Why it did not; absent where it did. */
    fault: Type.Optional(Type.String({ minLength: 1, maxLength: FAULT_CHARACTERS_MAX })),
  },
  { title: "ProviderComparisonEnd", additionalProperties: false },
);

export const providerComparisonEnd = declareWrite<ProviderComparisonState>()({
  id: "provider_comparison.end",
  summary: "Record what came of the comparison of a provider's books",
  http: { method: "POST", path: "/platform/provider-comparisons/{provider}/end" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  path: ComparisonPath,
  body: ComparisonEnd,
  output: Type.Object(
    { outcome: OutcomeName, failures: Type.Integer() },
    { title: "ProviderComparisonEnded", additionalProperties: false },
  ),
  refusals: ["ledger_unavailable"],
  events: [],
  decide({ providerComparisons }, { provider, night, differences, fault }, { realm, nowMs }) {
    const known = providerComparisons.get(realm, provider);
    const common = {
      ...{ realm, provider, night, updatedAtMs: nowMs },
      createdAtMs: known?.createdAtMs ?? nowMs,
      revision: (known?.revision ?? 0) + 1,
    };
    const ended =
      differences === undefined
        ? unanswered(known, { ...common, fault: fault ?? "it gave no books" })
        : compared(known, { ...common, differences });
    const { outcome, failures } = ended;
    return accept([ofProviderComparisons.fact("ended", ended)], { outcome, failures });
  },
});

type Common = Pick<
  ProviderComparisonDocument,
  "realm" | "provider" | "night" | "createdAtMs" | "updatedAtMs" | "revision"
>;
type Known = ProviderComparisonDocument | undefined;

/** What the comparison before has found stays. */
function unanswered(known: Known, common: Common & { fault: string }): ProviderComparisonDocument {
  const { differences = [], comparedAtMs, agreedAtMs } = known ?? {};
  const before = known?.night === common.night ? known.failures : 0;
  return {
    ...{ ...common, outcome: "unanswered", failures: before + 1, differences },
    ...(comparedAtMs !== undefined && { comparedAtMs }),
    ...(agreedAtMs !== undefined && { agreedAtMs }),
  };
}

function compared(
  known: Known,
  common: Common & Pick<ProviderComparisonDocument, "differences">,
): ProviderComparisonDocument {
  const { updatedAtMs: comparedAtMs, differences } = common;
  const isAgreed = differences.length === 0;
  const agreedAtMs = isAgreed ? comparedAtMs : known?.agreedAtMs;
  return {
    ...{ ...common, outcome: isAgreed ? "agreed" : "differed", failures: 0, comparedAtMs },
    ...(agreedAtMs !== undefined && { agreedAtMs }),
  };
}
