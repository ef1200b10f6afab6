/** What the simulator finds of a payee whose check it has accepted, as a test says. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { PROVIDER_OUTCOMES } from "../provider_request/providers.ts";
import { type Decided, refuseOutcome } from "../sandbox/refuse_outcome.ts";
import { type BeneficiaryPart, beneficiaryNotFound, findBeneficiary } from "./beneficiary_noun.ts";
import { keyOfCheck } from "./payee_check.ts";
import { checkedFact, simulatedFinding } from "./payee_subject.ts";

export function decidedPayee(
  state: BeneficiaryPart & ProviderRequestState,
  beneficiaryId: string,
  outcome: string,
  context: DecisionContext,
): Decided {
  const { realm } = context;
  const beneficiary = findBeneficiary(state, realm, beneficiaryId);
  if (beneficiary === undefined) return unknownPayee(beneficiaryId);
  const result = PROVIDER_OUTCOMES.payee_check.find((name) => name === outcome);
  if (result === undefined) return refuseOutcome("payee_check", outcome);
  const { status } = beneficiary;
  const request = state.providerRequests.get(realm, keyOfCheck(beneficiary));
  if (status !== "pending" || request?.status !== "accepted") {
    const actual = status === "pending" ? "pending, and its provider has not accepted it" : status;
    const message = `beneficiary ${beneficiaryId} is ${actual}; only one that is pending at its provider is decided`;
    return refuse("state_conflict", message, { expected: "pending", actual: status });
  }
  const { provider } = request;
  const found = simulatedFinding(beneficiary, result);
  const fact = checkedFact(beneficiary, found, { provider, by: "news" }, context);
  return { refused: false, facts: [fact], provider, status: fact.beneficiary.status };
}

function unknownPayee(beneficiaryId: string): Refusal<"resource_not_found"> {
  const { message, details } = beneficiaryNotFound(beneficiaryId);
  return refuse("resource_not_found", message, {
    ...details,
    resourceType: "beneficiary",
    issues: [
      {
        code: "not_found",
        message: "resource.id names no beneficiary",
        path: ["resource", "id"],
      },
    ],
  });
}
