/** consent.revoke: the customer withdraws a consent. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { statusAt, statusConflict } from "./consent_change.ts";
import type { ConsentState } from "./consent_noun.ts";
import { consentNotFound, consents } from "./consent_noun.ts";
import { Consent, ConsentRevocation } from "./consent_schema.ts";

export const consentRevoke = declareWrite<ConsentState>()({
  id: "consent.revoke",
  summary: "Revoke a consent",
  description:
    "Of a consent that is `active`. Nothing is collected by it any more; what was collected stays.",
  http: { method: "POST", path: "/consents/{consentId}/revoke" },
  principals: PRODUCT_CALLERS,
  scope: "consents:write",
  path: consents.path,
  body: ConsentRevocation,
  output: Consent,
  refusals: ["consent_not_found", "consent_not_active", "state_conflict", "ledger_unavailable"],
  events: ["consent.revoked"],
  decide(state, { consentId, reason }, context) {
    const consent = state.consents.byId(context.realm, consentId);
    if (consent === undefined) return consentNotFound(consentId);
    const clockMs = productClockMs(state, context);
    const status = statusAt(consent, clockMs);
    if (status === "revoked") {
      return statusConflict(consentId, { expected: "active", actual: status });
    }
    if (status !== "active") {
      const message = `consent ${consentId} is ${status}, must be active`;
      return refuse("consent_not_active", message, { consentId, status });
    }
    const change = { status: "revoked", revokedAtMs: clockMs, revocationReason: reason } as const;
    return consents.acceptChange("revoked", consent, { ...consent, ...change }, context);
  },
});
