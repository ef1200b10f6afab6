/** What the bank of a received credit changes in it: by its answers to what it was asked to send back, and by what it tells. */
import { invariant } from "../../base/invariant.ts";
import type { ProviderProgress } from "../../contract/messages/provider_protocol.ts";
import type {
  ProgressOfSubject,
  ProviderSubject,
} from "../provider_request/provider_request_changes.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import { SIMULATOR } from "../provider_request/providers.ts";
import { type ReturnEnd, type ReturningState, returnFacts } from "./credit_returning.ts";
import { simulatedAnswer, simulatedEnd } from "./credit_simulation.ts";
import { type ReceivedCreditDocument, returnRequestIdOf } from "./received_credit_document.ts";

const ENDED = ["received_credit.returned", "received_credit.return_failed", "transfer.posted"];

export const creditSubject: ProviderSubject<ReturningState> = {
  events: { attempted: ENDED, progressed: ENDED },
  simulated: simulatedAnswer,
  attempted(state, request, context, told) {
    const credit = creditOf(state, request);
    const end = endOfAnswer(credit, request, told);
    return end === undefined ? [] : returnFacts(state, credit, end, context);
  },
  progressed: (state, request, progress, context) => progressed(state, request, progress, context),
};

/** How an attempt ends the sending back; undefined where there is no answer, or the bank takes longer. */
function endOfAnswer(
  { amountMinor }: ReceivedCreditDocument,
  { status, answer, provider }: ProviderRequestDocument,
  told: ProviderProgress | undefined,
): ReturnEnd | undefined {
  if (status === "refused") {
    const code = answer?.providerCode ?? "refused";
    return { status: "failed", failure: { code, reason: "the bank refused to send it back" } };
  }
  if (status !== "accepted") return undefined;
  if (provider === SIMULATOR) return simulatedEnd(amountMinor);
  return told && endOf(told);
}

const progressed: ProgressOfSubject<ReturningState> = (state, request, progress, context) => {
  const credit = creditOf(state, request);
  const { status } = progress;
  const stands = standingOf(credit, request);
  if (stands !== "processing") {
    const isSame = status === "processing" || status === stands;
    return { facts: [], verdict: isSame ? "same" : "contradictory", isOver: true };
  }
  if (status === "processing") return { facts: [], verdict: "same", isOver: false };
  const end = endOf(progress);
  if (end === undefined) return { facts: [], verdict: "contradictory", isOver: false };
  return { facts: returnFacts(state, credit, end, context), verdict: "applied", isOver: true };
};

/** How far the sending back is that a request asks for. A credit is asked back again only after the time before has failed. */
export function standingOf(
  credit: ReceivedCreditDocument,
  { providerRequestId }: Pick<ProviderRequestDocument, "providerRequestId">,
): "processing" | "returned" | "failed" {
  if (returnRequestIdOf(credit) !== providerRequestId) return "failed";
  if (credit.status === "returning") return "processing";
  return credit.status === "returned" ? "returned" : "failed";
}

/** The end that a bank tells; undefined where it tells none. */
function endOf({ status, reason }: ProviderProgress): ReturnEnd | undefined {
  if (status === "returned") return { status };
  if (status !== "failed") return undefined;
  return { status, failure: { code: reason ?? status, reason: "the bank did not send it back" } };
}

function creditOf(
  { receivedCredits }: ReturningState,
  { realm, subject }: ProviderRequestDocument,
): ReceivedCreditDocument {
  const credit = receivedCredits.byId(realm, subject.id);
  invariant(credit !== undefined, "a request about a received credit names one");
  return credit;
}
