/**
 * entity.kyc.verification.simulate: the simulator of a sandbox ends a verification for which no test has set an outcome. The
 * shard runs it when the time has come by the sandbox's clock; no caller may.
 */
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuseConstraint } from "../../contract/refusals/refusal.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import type { EntityState } from "./entity_state.ts";
import { partsOf, refuseVerificationStatus } from "./verification_lifecycle.ts";
import { outcomeFact } from "./verification_outcome.ts";
import { verificationNotFound, verificationResource } from "./verification_resource.ts";
import { Verification, VerificationIdPath } from "./verification_schema.ts";

export const entityKycVerificationSimulate = declareWrite<EntityState & SandboxState>()({
  id: "entity.kyc.verification.simulate",
  summary: "Verify an entity as the simulator",
  http: { method: "POST", path: "/platform/verifications/{verificationId}/simulate" },
  principals: ["system"],
  scope: undefined,
  environment: "sandbox",
  inContract: false,
  path: VerificationIdPath,
  output: Verification,
  refusals: [
    "resource_not_found",
    "state_conflict",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ["entity.kyc.verified"],
  decide(state, { verificationId }, context) {
    const verification = state.verifications.byId(context.realm, verificationId);
    if (verification === undefined) return verificationNotFound(verificationId);
    const refusal = refuseVerificationStatus(verification, ["processing"]);
    if (refusal !== undefined) return refusal;
    const clockMs = productClockMs(state, context);
    const { newsAtMs = Number.POSITIVE_INFINITY } = verification;
    if (newsAtMs > clockMs) {
      const at = isoTime(newsAtMs);
      const now = isoTime(clockMs);
      const message = `the simulator has no news before ${at}, after ${now}`;
      return refuseConstraint("news_due", message, { verificationId, at, now });
    }
    const parts = partsOf(state, verification);
    const { nowMs, actor } = context;
    const fact = outcomeFact(state, parts, { outcome: "verified" }, { nowMs, actor, clockMs });
    return accept([fact], verificationResource(fact.verification, context.principal));
  },
});
