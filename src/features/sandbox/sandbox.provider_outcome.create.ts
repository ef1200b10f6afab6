/** sandbox.provider_outcome.create: says what the simulator makes of something that it was asked for; sandbox only. */
import { Type } from "@sinclair/typebox";
import { accept, type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { EnvironmentName, Id } from "../../contract/values/formats.ts";
import { idRule } from "../../contract/values/meant_values.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import type { BeneficiaryPart } from "../beneficiary/beneficiary_noun.ts";
import { BeneficiaryQuery } from "../beneficiary/beneficiary_schema.ts";
import { decidedPayee } from "../beneficiary/decided_payee.ts";
import type { CollectingState } from "../collection/collection_facts.ts";
import { decidedCollection } from "../collection/decided_collection.ts";
import { decidedAddress } from "../financial_address/decided_address.ts";
import type { FinancialAddressState } from "../financial_address/financial_address_noun.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { decidedPayout } from "../payout/decided_payout.ts";
import type { PayingState } from "../payout/payout_changes.ts";
import type { ProviderSubjectType } from "../provider_request/provider_request_document.ts";
import type { ReturningState } from "../received_credit/credit_returning.ts";
import { decidedReturn } from "../received_credit/decided_return.ts";
import { decidedResource } from "./decided_verification.ts";
import type { Decided } from "./refuse_outcome.ts";
import type { SandboxState } from "./sandbox_state.ts";

type State = SandboxState &
  PayingState &
  CollectingState &
  FinancialAddressState &
  ReturningState &
  BeneficiaryPart;

/** What each kind of thing makes of the outcome that a test says. */
const DECIDED: Readonly<
  Record<
    ProviderSubjectType,
    (state: State, id: string, outcome: string, context: DecisionContext) => Decided
  >
> = {
  verification: decidedResource,
  payout: decidedPayout,
  collection: decidedCollection,
  financial_address: decidedAddress,
  received_credit: decidedReturn,
  beneficiary: decidedPayee,
};
const TYPES = Object.keys(DECIDED) as ProviderSubjectType[];

const Resource = Type.Object(
  {
    type: Type.Union(
      TYPES.map((type) => Type.Literal(type)),
      { title: "ProviderResourceType", description: "What it is." },
    ),
    id: ruled(
      Type.String({
        description:
          "Its id: a `verificationId`, a `payoutId`, a `collectionId`, a `financialAddressId`, a `receivedCreditId` or a `beneficiaryId`.",
        pattern: "^[A-Za-z0-9_-]{1,64}$",
        examples: [...(Id("po").examples as string[]), ...(Id("ver").examples as string[])],
      }),
      idRule(""),
    ),
  },
  {
    title: "ProviderResource",
    description: "What a provider was asked for.",
    additionalProperties: false,
  },
);
const outcomeField = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, description, examples: ["verified", "posted"] });

export const sandboxProviderOutcomeCreate = declareWrite<State>()({
  id: "sandbox.provider_outcome.create",
  summary: "Decide what a provider was asked for",
  description:
    "Of a resource that its provider has accepted, of any kind of provider. Of a verification `sandbox.kyc_outcome.create` can say more: the tier, and the fields that are not accepted.",
  http: { method: "POST", path: "/sandbox/provider-outcomes", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "sandbox:write",
  acts: { on: "product", by: "resource.id" },
  environment: "sandbox",
  query: BeneficiaryQuery,
  body: Type.Object(
    {
      resource: Resource,
      outcome: outcomeField(
        "One of the outcomes that `catalog.provider.list` has for the resource's kind.",
      ),
    },
    {
      title: "ProviderOutcomeDraft",
      description: "What the simulator shall find.",
      additionalProperties: false,
    },
  ),
  output: Type.Object(
    {
      resource: Resource,
      provider: Type.String({ description: "Who was asked." }),
      outcome: outcomeField("What the provider says."),
      status: Type.String({ description: "The status of the resource now." }),
      environment: EnvironmentName,
    },
    {
      title: "ProviderOutcome",
      description: "What a provider says of a resource, and what became of the resource.",
      additionalProperties: false,
    },
  ),
  refusals: [
    "resource_not_found",
    "provider_outcome_unsupported",
    "state_conflict",
    "ledger_unavailable",
  ],
  events: [
    "entity.kyc.verified",
    "entity.kyc.rejected",
    "entity.kyc.requires_input",
    "payout.posted",
    "payout.failed",
    "payout.returned",
    "collection.collected",
    "collection.failed",
    "collection.returned",
    "consent.consumed",
    "transfer.posted",
    "account.created",
    "financial_address.activated",
    "financial_address.failed",
    "received_credit.returned",
    "received_credit.return_failed",
    "beneficiary.updated",
  ],
  decide(state, { resource, outcome, productId }, context) {
    const other = refuseOtherProduct(context.principal, productId);
    if (other !== undefined) return other;
    const decided = DECIDED[resource.type](state, resource.id, outcome, context);
    if (decided.refused) return decided;
    const { facts, provider, status } = decided;
    const { environment } = context.principal;
    return accept(facts, { resource, provider, outcome, status, environment });
  },
});
