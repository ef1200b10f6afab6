/**
 * beneficiary.update: changes what a company calls a beneficiary and notes of it, and accepts that its bank knows it under another
 * name; never who is paid, nor where.
 */
import { accept, type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { actorText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { changed } from "../change.ts";
import { refuseRevision } from "../expected_revision.ts";
import { mergedMetadata, refuseMetadata } from "../metadata_change.ts";
import type { BeneficiaryDocument, BeneficiaryVerification } from "./beneficiary_document.ts";
import { type BeneficiaryPart, beneficiaries, beneficiaryResource } from "./beneficiary_noun.ts";
import { changeable, refuseTakenByExternalId } from "./beneficiary_rules.ts";
import {
  Beneficiary,
  BeneficiaryChange,
  BeneficiaryPath,
  BeneficiaryQuery,
} from "./beneficiary_schema.ts";

export const beneficiaryUpdate = declareWrite<BeneficiaryPart>()({
  id: "beneficiary.update",
  summary: "Change a beneficiary's nickname, metadata or external id, or accept a mismatch",
  description:
    "A field that is absent stays as it is; `null` removes it. Name, rail and destination never change: archive the beneficiary and create another. With `acceptMismatch` it is paid although its bank knows the account under another name. A change that leaves everything as it is, such as `{}`, is answered with the beneficiary and a receipt: the revision stays, and there is no event.",
  http: { method: "PATCH", path: "/beneficiaries/{beneficiaryId}" },
  principals: PRODUCT_CALLERS,
  scope: "beneficiaries:write",
  acts: { on: "product", by: "beneficiaryId" },
  path: BeneficiaryPath,
  query: BeneficiaryQuery,
  body: BeneficiaryChange,
  output: Beneficiary,
  refusals: [
    "resource_not_found",
    "beneficiary_id_reserved",
    "state_conflict",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ["beneficiary.updated"],
  decide(state, { beneficiaryId, productId, ...change }, context) {
    const { nickname, metadata, externalId, acceptMismatch, expectedRevision } = change;
    const { realm, principal } = context;
    const known = changeable(state, { beneficiaryId, productId }, context);
    if (known.refused) return known;
    const { beneficiary } = known;
    const merged = mergedMetadata(beneficiary.metadata, metadata);
    const refusal =
      refuseRevision(beneficiaryId, expectedRevision, beneficiary.revision) ??
      refuseTakenByExternalId(state, realm, externalId, beneficiary) ??
      refuseAcceptance(beneficiary, beneficiaryId, acceptMismatch) ??
      refuseMetadata(merged);
    if (refusal !== undefined) return refusal;
    const verification = acceptMismatch && accepted(beneficiary.verification, context);
    const after = changed(beneficiary, { nickname, metadata: merged, externalId, verification });
    if (after === beneficiary) return accept([], beneficiaryResource(beneficiary, principal));
    return beneficiaries.acceptChange("updated", beneficiary, after, context);
  },
});

/** Only what the bank has told is accepted. What was accepted before is accepted again, and nothing changes. */
function refuseAcceptance(
  { verification: { status } }: BeneficiaryDocument,
  beneficiaryId: string,
  acceptMismatch: true | undefined,
): Refusal<"state_conflict"> | undefined {
  if (acceptMismatch === undefined || status === "mismatch") return undefined;
  const message = `beneficiary ${beneficiaryId} is ${status}: there is no mismatch to accept`;
  return refuse("state_conflict", message, {
    ...{ expected: "mismatch", actual: status },
    issues: [{ code: "no_mismatch", message, path: ["acceptMismatch"] }],
  });
}

function accepted(
  before: BeneficiaryVerification,
  { nowMs, actor }: Pick<DecisionContext, "nowMs" | "actor">,
): BeneficiaryVerification {
  if (before.acceptedAtMs !== undefined) return before;
  return { ...before, acceptedAtMs: nowMs, acceptedBy: actorText(actor) };
}
