/** What providers are asked for, by its type: each entry says what comes of attempts, answers and news. */
import type { BeneficiaryPart } from "../beneficiary/beneficiary_noun.ts";
import { payeeSubject } from "../beneficiary/payee_subject.ts";
import type { CollectingState } from "../collection/collection_facts.ts";
import { collectionSubject } from "../collection/collection_subject.ts";
import type { EntityState } from "../entity/entity_state.ts";
import { verificationSubject } from "../entity/verification_subject.ts";
import { addressSubject } from "../financial_address/address_subject.ts";
import type { FinancialAddressState } from "../financial_address/financial_address_noun.ts";
import type { PayingState } from "../payout/payout_changes.ts";
import { payoutSubject } from "../payout/payout_subject.ts";
import type {
  ProviderSubject,
  ProviderSubjects,
} from "../provider_request/provider_request_changes.ts";
import type { ReturningState } from "../received_credit/credit_returning.ts";
import { creditSubject } from "../received_credit/credit_subject.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";

/** The state of a shard, as far as the subjects need it. */
export type SubjectState = PayingState &
  ReturningState &
  CollectingState &
  BeneficiaryPart &
  SandboxState &
  EntityState &
  FinancialAddressState;

export const PROVIDER_SUBJECTS: ProviderSubjects<SubjectState> = {
  verification: verificationSubject,
  payout: payoutSubject,
  collection: collectionSubject,
  financial_address: addressSubject,
  received_credit: creditSubject,
  beneficiary: payeeSubject,
};

const EVERY: readonly ProviderSubject<SubjectState>[] = Object.values(PROVIDER_SUBJECTS);

const attempted = EVERY.flatMap(({ events }) => events.attempted);
const progressed = EVERY.flatMap(({ events }) => events.progressed);

/** The types of the events of an attempt by which nothing more was told, of every subject. */
export const ATTEMPT_EVENTS: readonly string[] = [...new Set(attempted)];
/** The types of the events of what a provider tells, of every subject; of several subjects once. */
export const PROGRESS_EVENTS: readonly string[] = [...new Set(progressed)];
/** The same of what a provider tells by itself. */
export const NEWS_EVENTS: readonly string[] = [
  ...PROGRESS_EVENTS,
  ...EVERY.flatMap(({ events }) => events.told ?? []),
];
/** The types of the events of an attempt, with what its answer tells. */
export const ANSWER_EVENTS: readonly string[] = [...new Set([...attempted, ...progressed])];
