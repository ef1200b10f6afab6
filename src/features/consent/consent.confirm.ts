/** consent.confirm: brings the evidence that a consent lacks. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { consentExpired, consentRevoked, statusAt, statusConflict } from "./consent_change.ts";
import type { ConsentDocument } from "./consent_document.ts";
import { evidenceOf } from "./consent_evidence.ts";
import type { ConsentState } from "./consent_noun.ts";
import { consentNotFound, consents } from "./consent_noun.ts";
import { Consent, ConsentConfirmation } from "./consent_schema.ts";

export const consentConfirm = declareWrite<ConsentState>()({
  id: "consent.confirm",
  summary: "Confirm a consent",
  description:
    "A consent that is `pending` becomes `active`. The evidence of a consent that is `active` by a provider's mandate becomes verified. The text must be the one that the consent was made for, where its digest was given.",
  http: { method: "POST", path: "/consents/{consentId}/confirm" },
  principals: PRODUCT_CALLERS,
  scope: "consents:write",
  path: consents.path,
  body: ConsentConfirmation,
  output: Consent,
  refusals: [
    "consent_not_found",
    "consent_expired",
    "consent_revoked",
    "state_conflict",
    "ledger_unavailable",
  ],
  events: ["consent.activated"],
  decide(state, { consentId, evidence }, context) {
    const consent = state.consents.byId(context.realm, consentId);
    if (consent === undefined) return consentNotFound(consentId);
    const status = statusAt(consent, productClockMs(state, context));
    if (status === "expired") return consentExpired(consent);
    if (status === "revoked") return consentRevoked(consent);
    const isUnproven = status === "active" && !consent.evidence.verified;
    if (status !== "pending" && !isUnproven) {
      return statusConflict(consentId, { expected: "pending", actual: status });
    }
    const otherText = refuseOtherText(consent, evidence.textDigest);
    if (otherText !== undefined) return otherText;
    // What was noted when the consent was made stays where the confirmation says nothing of it.
    const proven = { ...consent.evidence, ...evidenceOf(evidence), verified: true };
    const change = { status: "active", evidence: proven } as const;
    return consents.acceptChange("activated", consent, { ...consent, ...change }, context);
  },
});

function refuseOtherText(
  { consentId, status, evidence }: ConsentDocument,
  textDigest: string,
): Refusal<"state_conflict"> | undefined {
  const expected = evidence.textDigest;
  if (expected === undefined || expected === textDigest) return undefined;
  const message = `consent ${consentId} is to a text with another digest`;
  return refuse("state_conflict", message, { expected, actual: textDigest, status });
}
