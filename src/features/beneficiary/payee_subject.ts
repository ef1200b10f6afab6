/**
 * What the check of a payee changes in a beneficiary: by the answer of the bank, by its news and to questions. Until then the
 * beneficiary is pending; a bank that refuses the account blocks it.
 */
import { invariant } from "../../base/invariant.ts";
import type { ProviderProgress } from "../../contract/messages/provider_protocol.ts";
import type {
  AttemptContext,
  ProgressOfSubject,
  ProviderSubject,
} from "../provider_request/provider_request_changes.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import { SIMULATOR } from "../provider_request/providers.ts";
import {
  type BeneficiaryDocument,
  type BeneficiaryVerification,
  type BeneficiaryVerificationStatus,
  PAYEE_CHECK_RESULTS,
  type PayeeCheckResult,
} from "./beneficiary_document.ts";
import { type BeneficiaryFact, type BeneficiaryPart, beneficiaries } from "./beneficiary_noun.ts";
import type { PayeeCheckRequest } from "./payee_request.ts";
import { simulatedAccountName, simulatedCheckAnswer, simulatedResult } from "./payee_simulation.ts";

type Context = Pick<AttemptContext, "nowMs" | "actor" | "principal">;

/** What a bank has found. */
export type FoundPayee = { result: PayeeCheckResult; accountName?: string; reason?: string };

/** What each result says of name and account. */
const STATUS_OF = {
  matched: "verified",
  close_match: "mismatch",
  no_match: "mismatch",
  unavailable: "unverified",
} as const satisfies Record<PayeeCheckResult, BeneficiaryVerificationStatus>;

const UPDATED = ["beneficiary.updated"];

export const payeeSubject: ProviderSubject<BeneficiaryPart> = {
  events: { attempted: UPDATED, progressed: UPDATED },
  simulated: simulatedCheckAnswer,
  attempted(state, request, context, told) {
    const beneficiary = beneficiaryOf(state, request);
    if (request.status === "refused") return [blockedFact(beneficiary, request, context)];
    if (request.status !== "accepted") return [];
    const found = foundByAnswer(beneficiary, request, told);
    if (found === undefined) return [];
    return [checkedFact(beneficiary, found, { ...request, by: "answer" }, context)];
  },
  progressed: (state, request, progress, context) => progressed(state, request, progress, context),
};

const progressed: ProgressOfSubject<BeneficiaryPart> = (state, request, progress, context) => {
  const beneficiary = beneficiaryOf(state, request);
  const { status } = progress;
  if (beneficiary.status !== "pending") {
    const stands = beneficiary.verification.result;
    if (stands === undefined) return { facts: [], verdict: "late", isOver: true };
    const isSame = status === "processing" || status === stands;
    return { facts: [], verdict: isSame ? "same" : "contradictory", isOver: true };
  }
  if (status === "processing") return { facts: [], verdict: "same", isOver: false };
  const found = foundIn(progress);
  if (found === undefined) return { facts: [], verdict: "contradictory", isOver: false };
  const fact = checkedFact(beneficiary, found, { ...request, by: "news" }, context);
  return { facts: [fact], verdict: "applied", isOver: true };
};

/** The fact by which a pending beneficiary can be paid, or could be. `by`: what has told the result. */
export function checkedFact(
  { answered: _none, ...before }: BeneficiaryDocument,
  { result, accountName, reason }: FoundPayee,
  { provider, by }: { provider: string; by: "answer" | "news" },
  context: Context,
): BeneficiaryFact {
  const verification: BeneficiaryVerification = {
    ...{ status: STATUS_OF[result], result },
    ...(accountName !== undefined && { accountName }),
    ...(reason !== undefined && { reason }),
    ...{ provider, checkedAtMs: context.nowMs },
  };
  const answered = by === "answer" && { answered: true as const };
  const after = { ...before, status: "active" as const, verification, ...answered };
  return beneficiaries.changeFact("checked", before, after, context);
}

/** What the simulator finds of the beneficiary, where it finds this. */
export function simulatedFinding(
  { name }: Pick<BeneficiaryDocument, "name">,
  result: PayeeCheckResult,
): FoundPayee {
  return result === "close_match"
    ? { result, accountName: simulatedAccountName(name) }
    : { result };
}

function blockedFact(
  before: BeneficiaryDocument,
  { provider, answer }: ProviderRequestDocument,
  context: Context,
): BeneficiaryFact {
  const verification: BeneficiaryVerification = {
    ...{ status: "unverified", reason: answer?.providerCode ?? "refused" },
    ...{ provider, checkedAtMs: context.nowMs },
  };
  const after = { ...before, status: "blocked" as const, verification };
  return beneficiaries.changeFact("checked", before, after, context);
}

/** What the answer of the bank says; undefined where it takes longer. */
function foundByAnswer(
  beneficiary: BeneficiaryDocument,
  { provider, request }: ProviderRequestDocument,
  told: ProviderProgress | undefined,
): FoundPayee | undefined {
  if (provider !== SIMULATOR) return told && foundIn(told);
  const result = simulatedResult(request as PayeeCheckRequest);
  return result && simulatedFinding(beneficiary, result);
}

function foundIn({ status, accountName, reason }: ProviderProgress): FoundPayee | undefined {
  const result = PAYEE_CHECK_RESULTS.find((one) => one === status);
  if (result === undefined) return undefined;
  return {
    result,
    ...(accountName !== undefined && { accountName }),
    ...(reason !== undefined && { reason }),
  };
}

function beneficiaryOf(
  { beneficiaries: table }: BeneficiaryPart,
  { realm, subject }: Pick<ProviderRequestDocument, "realm" | "subject">,
): BeneficiaryDocument {
  const beneficiary = table.byId(realm, subject.id);
  invariant(beneficiary !== undefined, "a request about a beneficiary names one");
  return beneficiary;
}
