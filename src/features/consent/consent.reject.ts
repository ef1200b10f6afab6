/** consent.reject: the customer did not agree. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { statusAt, statusConflict } from "./consent_change.ts";
import type { ConsentState } from "./consent_noun.ts";
import { consentNotFound, consents } from "./consent_noun.ts";
import { Consent } from "./consent_schema.ts";

export const consentReject = declareWrite<ConsentState>()({
  id: "consent.reject",
  summary: "Reject a consent",
  description:
    "Of a consent that is `pending`. It is final: who agrees later is given a new consent.",
  http: { method: "POST", path: "/consents/{consentId}/reject" },
  principals: PRODUCT_CALLERS,
  scope: "consents:write",
  path: consents.path,
  output: Consent,
  refusals: ["consent_not_found", "state_conflict", "ledger_unavailable"],
  events: ["consent.rejected"],
  decide(state, { consentId }, context) {
    const consent = state.consents.byId(context.realm, consentId);
    if (consent === undefined) return consentNotFound(consentId);
    const actual = statusAt(consent, productClockMs(state, context));
    if (actual !== "pending") return statusConflict(consentId, { expected: "pending", actual });
    return consents.acceptChange("rejected", consent, { ...consent, status: "rejected" }, context);
  },
});
