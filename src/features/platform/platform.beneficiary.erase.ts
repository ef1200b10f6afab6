/**
 * platform.beneficiary.erase: the operator makes unreadable the account numbers of somebody who is paid and is no customer, or of the
 * company itself: the beneficiary is archived and emptied, and once the record is on disk its key is destroyed, for ever. Those of a
 * customer are erased with the customer's entity, whose key theirs is. No payout to the beneficiary may be under way: until it
 * is over the platform must be able to say whom the money is for, and a bank may yet have to be told.
 */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import {
  accept,
  type Decision,
  type DecisionContext,
  declareWrite,
} from "../../contract/declare/operation.ts";
import { type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { Timestamp } from "../../contract/values/formats.ts";
import type { BeneficiaryDocument } from "../beneficiary/beneficiary_document.ts";
import { erasureOfOne, keyDestructionOf } from "../beneficiary/beneficiary_erasure.ts";
import {
  type BeneficiaryPart,
  beneficiaryNotFound,
  findBeneficiary,
  shownIdOf,
} from "../beneficiary/beneficiary_noun.ts";
import { refuseReserved } from "../beneficiary/beneficiary_rules.ts";
import {
  BeneficiaryId,
  BeneficiaryPath,
  BeneficiaryQuery,
} from "../beneficiary/beneficiary_schema.ts";
import { countUnderWayTo, type PayoutState } from "../payout/payout_noun.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { noted, notedInFeed, OperatorReason, operatorOf } from "./operator_note.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

export type ErasingBeneficiaryState = BeneficiaryPart & PayoutState & ProviderRequestState;
type Code = "resource_not_found" | "beneficiary_id_reserved" | "state_constraint_failed";

export const platformBeneficiaryErase = declareWrite<ErasingBeneficiaryState>()({
  ...BY_OPERATOR,
  id: "platform.beneficiary.erase",
  summary: "Erase what is known of somebody who is paid, as the platform",
  http: { method: "POST", path: "/platform/beneficiaries/{beneficiaryId}/erase" },
  // No `environment`: such an operation works in Products of every status.
  acts: { on: "product", by: "beneficiaryId" },
  path: BeneficiaryPath,
  query: BeneficiaryQuery,
  body: Type.Object(
    { reason: OperatorReason },
    { title: "PlatformBeneficiaryErasureDraft", additionalProperties: false },
  ),
  output: Type.Object(
    { beneficiaryId: BeneficiaryId, erasedAt: Timestamp },
    { title: "PlatformBeneficiaryErasure", additionalProperties: false },
  ),
  refusals: [
    "resource_not_found",
    "beneficiary_id_reserved",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ["beneficiary.archived", "beneficiary.updated"],
  prepare: operatorOf,
  decide(state, { beneficiaryId, reason }, context) {
    const note = { ...context.prepared, reason };
    const beneficiary = erasable(state, beneficiaryId, context);
    if (beneficiary.refused) return noted(beneficiary, note);
    return erased(state, beneficiary.document, reason, context);
  },
});

/** The beneficiary, erased before or not; or why it cannot be erased, in the order of the refusals. */
function erasable(
  state: ErasingBeneficiaryState,
  beneficiaryId: string,
  { realm }: DecisionContext,
): { refused: false; document: BeneficiaryDocument } | Refusal<Code> {
  const reserved = refuseReserved(beneficiaryId);
  if (reserved !== undefined) return reserved;
  const document = findBeneficiary(state, realm, beneficiaryId);
  if (document === undefined) return beneficiaryNotFound(beneficiaryId);
  const refusal = refuseCustomers(document) ?? refuseUnderWay(state, document);
  return refusal ?? { refused: false, document };
}

function erased(
  state: ErasingBeneficiaryState,
  before: BeneficiaryDocument,
  reason: string,
  context: DecisionContext<{ user: string }>,
): Decision<Code> {
  const { nowMs, prepared } = context;
  const beneficiaryId = shownIdOf(before);
  const reply = (atMs: number) => ({ beneficiaryId, erasedAt: isoTime(atMs) });
  // The key is destroyed again where that was done before, so that the answer says that it is.
  const effects = keyDestructionOf(before);
  if (before.erasedAtMs !== undefined) {
    return noted({ ...accept([], reply(before.erasedAtMs)), effects }, { ...prepared, reason });
  }
  const facts = erasureOfOne(state, before, context);
  const act = {
    operation: "platform.beneficiary.erase",
    resource: { type: "beneficiary", id: beneficiaryId },
    after: { erasedAt: isoTime(nowMs) },
  };
  return notedInFeed({ ...accept(facts, reply(nowMs)), effects }, { act, reason }, context);
}

/** The numbers of a customer's account are sealed under the key of its entity, which stays until the entity is erased. */
function refuseCustomers(
  beneficiary: BeneficiaryDocument,
): Refusal<"state_constraint_failed"> | undefined {
  const { ownerId } = beneficiary;
  if (ownerId === undefined) return undefined;
  const message = `beneficiary ${shownIdOf(beneficiary)} is an account of customer ${ownerId}, and is erased with the customer's entity`;
  return refuseConstraint("beneficiary_of_customer", message);
}

function refuseUnderWay(
  state: PayoutState,
  beneficiary: BeneficiaryDocument,
): Refusal<"state_constraint_failed"> | undefined {
  const id = shownIdOf(beneficiary);
  const count = countUnderWayTo(state, beneficiary.realm, id);
  if (count === 0) return undefined;
  const message = `payouts to beneficiary ${id} that have not ended: ${count}; erase the beneficiary when they have`;
  return refuseConstraint("payouts_ended", message);
}
