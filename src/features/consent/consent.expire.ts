/**
 * consent.expire: the system ends a consent at its `expiresAt`, by the Product's clock. A caller is refused with
 * `operation_not_allowed` before the shard gets the request.
 */
import { isoTime } from "../../base/iso_time.ts";
import { declareWrite } from "../../contract/declare/operation.ts";
import { refuseConstraint } from "../../contract/refusals/refusal.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { statusConflict } from "./consent_change.ts";
import type { ConsentState } from "./consent_noun.ts";
import { consentNotFound, consents } from "./consent_noun.ts";
import { Consent } from "./consent_schema.ts";

export const consentExpire = declareWrite<ConsentState>()({
  id: "consent.expire",
  summary: "Expire a consent",
  description: "Done by the clock at `expiresAt`, of a consent that is pending or active.",
  http: { method: "POST", path: "/consents/{consentId}/expire" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  path: consents.path,
  output: Consent,
  refusals: ["consent_not_found", "state_conflict", "state_constraint_failed"],
  events: ["consent.expired"],
  decide(state, { consentId }, context) {
    const consent = state.consents.byId(context.realm, consentId);
    if (consent === undefined) return consentNotFound(consentId);
    const { status, expiresAtMs } = consent;
    if (status !== "pending" && status !== "active") {
      return statusConflict(consentId, { expected: "active", actual: status });
    }
    const clockMs = productClockMs(state, context);
    if (expiresAtMs === undefined || expiresAtMs > clockMs) {
      const now = isoTime(clockMs);
      const message = `consent ${consentId} has not come to its end at ${now}`;
      return refuseConstraint("expires_at_passed", message, { now });
    }
    return consents.acceptChange("expired", consent, { ...consent, status: "expired" }, context);
  },
});
