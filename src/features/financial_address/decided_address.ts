/** What the simulator makes of an address that it was asked to open and has accepted, as a test says. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { PROVIDER_OUTCOMES } from "../provider_request/providers.ts";
import { type Decided, refuseOutcome } from "../sandbox/refuse_outcome.ts";
import { openedFact, simulatedOpening } from "./address_subject.ts";
import type { FinancialAddressState } from "./financial_address_noun.ts";

/** The code of an address that a test has let fail. */
const SIMULATED_FAILURE = "simulated_failure";

export function decidedAddress(
  state: FinancialAddressState & ProviderRequestState,
  financialAddressId: string,
  outcome: string,
  context: DecisionContext,
): Decided {
  const { realm } = context;
  const address = state.financialAddresses.byId(realm, financialAddressId);
  if (address === undefined) return unknownAddress(financialAddressId);
  const known = PROVIDER_OUTCOMES.address.find((name) => name === outcome);
  if (known === undefined) return refuseOutcome("address", outcome);
  const { status, provider } = address;
  const key = state.financialAddresses.keyOf(financialAddressId);
  const request = state.providerRequests.get(realm, key);
  if (status !== "pending" || request?.status !== "accepted") {
    const actual = status === "pending" ? "pending, and its provider has not accepted it" : status;
    const message = `financial address ${financialAddressId} is ${actual}; only one that is pending at its provider is decided`;
    const expected = "pending";
    return refuse("state_conflict", message, {
      ...{ financialAddressId, status, expected, actual: status },
    });
  }
  const told =
    known === "active"
      ? simulatedOpening(state, address)
      : ({ status: "failed", code: SIMULATED_FAILURE } as const);
  const fact = openedFact(state, address, told, { by: "news" }, context);
  return { refused: false, facts: [fact], provider, status: fact.financialAddress.status };
}

function unknownAddress(financialAddressId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuchHere("fa", financialAddressId), {
    resourceType: "financial_address",
    financialAddressId,
    issues: [
      {
        code: "not_found",
        message: "resource.id names no financial address",
        path: ["resource", "id"],
      },
    ],
  });
}
