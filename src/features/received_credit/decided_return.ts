/** What the simulator makes of a received credit that it shall send back, as a test says. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { PROVIDER_OUTCOMES, SIMULATOR } from "../provider_request/providers.ts";
import { type Decided, refuseOutcome } from "../sandbox/refuse_outcome.ts";
import { type ReturningState, returnFacts } from "./credit_returning.ts";
import { simulatedReturn } from "./credit_simulation.ts";
import { standingOf } from "./credit_subject.ts";
import { restingStatusOf, returnRequestIdOf } from "./received_credit_document.ts";
import { receivedCreditNotFound } from "./received_credit_noun.ts";

export function decidedReturn(
  state: ReturningState,
  receivedCreditId: string,
  outcome: string,
  context: DecisionContext,
): Decided {
  const { realm } = context;
  const credit = state.receivedCredits.byId(realm, receivedCreditId);
  if (credit === undefined) return receivedCreditNotFound(receivedCreditId, ["resource", "id"]);
  const known = PROVIDER_OUTCOMES.credit_return.find((name) => name === outcome);
  if (known === undefined) return refuseOutcome("credit_return", outcome);
  const providerRequestId = returnRequestIdOf(credit) ?? "";
  const key = providerRequestId.slice("preq_".length);
  const request = state.providerRequests.get(realm, key);
  const isAccepted = request?.status === "accepted";
  if (!isAccepted || standingOf(credit, { providerRequestId }) !== "processing") {
    const { status } = credit;
    const actual = status === "returning" ? "returning, and its bank has not accepted it" : status;
    const message = `received credit ${receivedCreditId} is ${actual}; only one that its bank sends back is decided`;
    return refuse("state_conflict", message, { expected: "returning", actual: status });
  }
  const facts = returnFacts(state, credit, simulatedReturn(known), context);
  const status = known === "returned" ? known : restingStatusOf(credit);
  return { refused: false, facts, provider: SIMULATOR, status };
}
