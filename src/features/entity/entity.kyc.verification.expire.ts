/**
 * entity.kyc.verification.expire: ends a verification that had no outcome in time. The shard runs it when the
 * time has come by the Product's clock; no caller may.
 */
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuseConstraint } from "../../contract/refusals/refusal.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import type { EntityState } from "./entity_state.ts";
import { endFacts, partsOf, refuseVerificationStatus } from "./verification_lifecycle.ts";
import {
  placeOfVerification,
  verificationNotFound,
  verificationResource,
} from "./verification_resource.ts";
import { Verification, VerificationIdPath } from "./verification_schema.ts";

export const entityKycVerificationExpire = declareWrite<EntityState & SandboxState>()({
  id: "entity.kyc.verification.expire",
  summary: "Expire a verification",
  http: { method: "POST", path: "/platform/verifications/{verificationId}/expire" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  path: VerificationIdPath,
  output: Verification,
  refusals: [
    "resource_not_found",
    "state_conflict",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ["entity.kyc.verification_expired"],
  decide(state, { verificationId }, context) {
    const verification = state.verifications.byId(context.realm, verificationId);
    if (verification === undefined) return verificationNotFound(verificationId);
    const refusal = refuseVerificationStatus(verification);
    if (refusal !== undefined) return refusal;
    const clockMs = productClockMs(state, context);
    if (verification.expiresAtMs > clockMs) {
      const expiresAt = isoTime(verification.expiresAtMs);
      const now = isoTime(clockMs);
      const message = `the verification may go on until ${expiresAt}, after ${now}`;
      return refuseConstraint("deadline_passed", message, { verificationId, expiresAt, now });
    }
    const facts = endFacts(state, partsOf(state, verification), "expired", context);
    return accept(facts, verificationResource(facts[0].verification, context.principal));
  },
  continues: ({ verificationId }) => placeOfVerification(verificationId),
});
