/**
 * What the provider of a payout changes in it: by its answers to what it was asked, and by what it tells. It is asked to send
 * a payout, and may be asked to give it up again.
 */
import { invariant } from "../../base/invariant.ts";
import type { ProviderStatus } from "../../contract/messages/provider_kinds.ts";
import type { ProviderProgress } from "../../contract/messages/provider_protocol.ts";
import type { Fact } from "../../contract/records/record.ts";
import { isErased } from "../beneficiary/beneficiary_erasure.ts";
import { refusedWords } from "../provider_request/erased_numbers.ts";
import type {
  AttemptContext,
  ProgressOfSubject,
  ProviderSubject,
} from "../provider_request/provider_request_changes.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import { SIMULATOR } from "../provider_request/providers.ts";
import { endFacts, hiddenFact, inStatus, type PayingState, payoutFact } from "./payout_changes.ts";
import { isOpenPayout, type PayoutDocument } from "./payout_document.ts";
import { failureOf } from "./payout_failure.ts";
import type { PayoutRequest } from "./payout_request.ts";
import { firstStepMs, simulatedAnswer } from "./payout_simulation.ts";

/** The events of payouts that end, and of what ends with them. */
const ENDED = [
  "payout.posted",
  "payout.failed",
  "payout.cancelled",
  "payout.returned",
  "transfer.posted",
  "account.created",
];

export const payoutSubject: ProviderSubject<PayingState> = {
  events: {
    attempted: ["payout.processing", "payout.failed", "payout.cancelled"],
    progressed: ENDED,
  },
  isErased(state, { realm, request }) {
    const { action, beneficiaryId = "" } = request as PayoutRequest;
    return action === "send" && isErased(state, realm, beneficiaryId);
  },
  simulated: simulatedAnswer,
  attempted(state, request, context, told) {
    const payout = payoutOf(state, request);
    const isCancel = (request.request as PayoutRequest).action === "cancel";
    return isCancel
      ? cancelAttempted(state, payout, request, context, told)
      : sendAttempted(state, payout, request, context, told);
  },
  progressed: payoutProgress,
};

/** The facts after an attempt to have the provider send the payout. */
function sendAttempted(
  state: PayingState,
  before: PayoutDocument,
  request: ProviderRequestDocument,
  context: AttemptContext,
  told: ProviderProgress | undefined,
): readonly Fact[] {
  const { attempts } = request;
  const tried = { ...before, attempts };
  switch (request.status) {
    case "accepted": {
      const accepted = inStatus(tried, "processing", context.nowMs);
      if (told !== undefined && told.status !== "processing") {
        // The event shows what was told alone, and the answer to the caller the payout before it.
        const { reachedAtMs } = accepted;
        const passed = { ...tried, reachedAtMs, revision: before.revision + 1 };
        return toldFacts(state, passed, told, context, request);
      }
      const simulatedAtMs =
        request.provider === SIMULATOR ? firstStepMs(before, context.clockMs) : undefined;
      const after = { ...accepted, ...(simulatedAtMs !== undefined && { simulatedAtMs }) };
      return [payoutFact("processing", before, after, context)];
    }
    case "refused": {
      const code = request.answer?.providerCode ?? "refused";
      const otherwise = refusedWords(code, "the provider refused the payout");
      const failure = failureOf(before.rail, code, otherwise);
      return endFacts(state, tried, { status: "failed", failure }, context, request);
    }
    default:
      return [hiddenFact(tried)];
  }
}

/** The facts after an attempt to have the provider give the payout up. */
function cancelAttempted(
  state: PayingState,
  payout: PayoutDocument,
  request: ProviderRequestDocument,
  context: AttemptContext,
  told: ProviderProgress | undefined,
): readonly Fact[] {
  switch (request.status) {
    case "accepted":
      // The bank has the payout in a file, and is asked by another one: what it answers is told later, or was told early.
      if (request.file !== undefined) {
        return told?.status === "failed" ? notGivenUp(payout, request).facts : [];
      }
      return isOpenPayout(payout)
        ? endFacts(state, payout, { status: "cancelled" }, context, request)
        : [];
    case "refused": {
      const { cancelRequestId: _over, ...after } = payout;
      return [hiddenFact(after)];
    }
    default:
      return [];
  }
}

function payoutProgress(
  ...[state, request, progress, context]: Parameters<ProgressOfSubject<PayingState>>
): ReturnType<ProgressOfSubject<PayingState>> {
  const payout = payoutOf(state, request);
  if (isRefusedByFile(request, progress)) return notGivenUp(payout, request);
  const isOver = !isOpenPayout(payout);
  if (isSame(payout, progress.status)) return { facts: [], verdict: "same", isOver };
  if (!isReachable(payout, progress.status)) return { facts: [], verdict: "contradictory", isOver };
  const facts = toldFacts(state, payout, progress, context, request);
  return { facts, verdict: "applied", isOver: true };
}

/** Whether a bank that was asked by a file to give the payout up says that it does not. */
function isRefusedByFile(
  { request, file }: ProviderRequestDocument,
  { status }: ProviderProgress,
): boolean {
  return (
    (request as PayoutRequest).action === "cancel" && file !== undefined && status === "failed"
  );
}

/** The payout takes its course, and may be asked to be given up again. */
function notGivenUp(
  payout: PayoutDocument,
  { providerRequestId }: ProviderRequestDocument,
): ReturnType<ProgressOfSubject<PayingState>> {
  const { cancelRequestId, ...after } = payout;
  if (cancelRequestId !== providerRequestId) return { facts: [], verdict: "same", isOver: true };
  return { facts: [hiddenFact(after)], verdict: "applied", isOver: true };
}

/** What is told says nothing new. A payout that came back was posted before, whatever is heard first. */
function isSame({ status }: PayoutDocument, told: ProviderStatus): boolean {
  if (told === "processing") return true;
  return told === status || (told === "posted" && status === "returned");
}

function isReachable(payout: PayoutDocument, told: ProviderStatus): boolean {
  return isOpenPayout(payout) || (payout.status === "posted" && told === "returned");
}

/** The facts of what the provider says of a payout that it has accepted, beyond that. */
function toldFacts(
  state: PayingState,
  payout: PayoutDocument,
  { status, reason }: ProviderProgress,
  context: AttemptContext,
  request: ProviderRequestDocument,
): readonly Fact[] {
  switch (status) {
    case "posted":
    case "cancelled":
      return endFacts(state, payout, { status }, context, request);
    case "failed":
    case "returned": {
      const code = reason ?? status;
      const otherwise = refusedWords(code, `the provider says: ${status}`);
      const failure = failureOf(payout.rail, code, otherwise);
      return endFacts(state, payout, { status, failure }, context, request);
    }
    default:
      return [];
  }
}

function payoutOf(
  { payouts }: PayingState,
  { realm, subject }: ProviderRequestDocument,
): PayoutDocument {
  const payout = payouts.byId(realm, subject.id);
  invariant(payout !== undefined, "a request about a payout names one");
  return payout;
}
