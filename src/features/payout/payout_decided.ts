/** A payout that a caller asks for, alone or in a batch: who pays whom, who carries it out, and its money, in the order of refusals. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { AccountState } from "../account/account_state.ts";
import type { BeneficiaryPart } from "../beneficiary/beneficiary_noun.ts";
import { externalIdTaken, refuseTakenExternalId } from "../external_id.ts";
import type { PayoutLimitState } from "../payout_limit/payout_limit_state.ts";
import type { ProviderState } from "../provider/provider_state.ts";
import { providerFor } from "../provider_request/serving_provider.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { answersAtOnce } from "./payout_accepted.ts";
import type { PayingState } from "./payout_changes.ts";
import {
  type NewPayouts,
  type PaidParties,
  type PayoutContext,
  type PayoutOrigin,
  type PlannedPayout,
  planPayout,
} from "./payout_new.ts";
import { payouts } from "./payout_noun.ts";
import { PAYOUT_PARTY_REFUSALS, payerAndPayee } from "./payout_parties.ts";
import type { PayoutDraft } from "./payout_schema.ts";
import type { NewPayoutSight } from "./payout_sight.ts";

export type NewPayoutState = PayingState &
  AccountState &
  BeneficiaryPart &
  ProviderState &
  SandboxState &
  PayoutLimitState;

/** The codes of a new payout before its provider is asked, in order of precedence. */
export const NEW_PAYOUT_REFUSALS = [
  ...PAYOUT_PARTY_REFUSALS,
  "state_constraint_failed",
  "exposure_cap_exceeded",
  "insufficient_balance",
] as const;
export type NewPayoutRefusal = Refusal<(typeof NEW_PAYOUT_REFUSALS)[number]>;

/** Which of the payouts of its record one is. `claimed`: the external ids of those before it, and the ids of these. */
export type InRecord = { sub: number; claimed?: ReadonlyMap<string, string> };

/** Plans the payout of a draft in its record, or says why it cannot be. */
export function decidePayout(
  state: NewPayoutState,
  record: NewPayouts,
  draft: PayoutDraft,
  { sub, claimed }: InRecord,
  context: DecisionContext,
): PlannedPayout | NewPayoutRefusal {
  const { realm } = context;
  return planned(
    state,
    record,
    draft,
    {
      sub,
      taken: () => refuseExternalId(state, realm, draft, claimed),
      isAnswered: (provider) => answersAtOnce(state, realm, provider),
    },
    context,
  );
}

/**
 * As `decidePayout`, of a payout that an action of an object makes. Such a payout has no external id, and its provider is asked
 * after the record.
 */
export function decidePayoutOfObject(
  state: NewPayoutSight,
  record: NewPayouts,
  draft: PayoutDraft,
  { sub, origin }: { sub: number; origin: PayoutOrigin },
  context: PayoutContext,
): PlannedPayout | NewPayoutRefusal {
  return planned(state, record, draft, { sub, origin }, context);
}

type Planned = {
  sub: number;
  origin?: PayoutOrigin;
  taken?: () => Refusal<"state_conflict"> | undefined;
  /** Whether the provider answers in the record. */
  isAnswered?: (provider: string) => boolean;
};

function planned(
  state: NewPayoutSight,
  record: NewPayouts,
  draft: PayoutDraft,
  { sub, origin, taken, isAnswered }: Planned,
  context: PayoutContext,
): PlannedPayout | NewPayoutRefusal {
  const { realm, principal } = context;
  const { environment } = principal;
  const place = { realm, environment, isOfProgram: origin !== undefined };
  const parties: PaidParties | NewPayoutRefusal = payerAndPayee(state, place, draft);
  if (parties.refused) return parties;
  const isTaken = taken?.();
  if (isTaken !== undefined) return isTaken;
  if (parties.beneficiary.rail === "book") {
    return planPayout(state, record, draft, { sub, origin, parties }, context);
  }
  const served = providerFor(state, environment, "payout");
  if (served.refused) return served;
  const { provider } = served;
  parties.provider = provider;
  parties.answersAtOnce = isAnswered?.(provider) === true;
  return planPayout(state, record, draft, { sub, origin, parties }, context);
}

function refuseExternalId(
  state: PayingState,
  realm: number,
  { externalId }: PayoutDraft,
  claimed: InRecord["claimed"],
): Refusal<"state_conflict"> | undefined {
  const claimant = externalId === undefined ? undefined : claimed?.get(externalId);
  if (claimant !== undefined) return externalIdTaken(payouts, externalId, claimant);
  return refuseTakenExternalId(payouts, state.payouts.externalIds, realm, { externalId });
}
