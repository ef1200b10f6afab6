/**
 * entity.kyc.expire: the system ends the tier of an entity once its time has come. A caller is refused with
 * `operation_not_allowed` before the shard gets the request.
 */
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import type { EntityDocument } from "./entity_document.ts";
import { entityNotFound } from "./entity_resource.ts";
import { EntityPath } from "./entity_schema.ts";
import type { EntityState } from "./entity_state.ts";
import { changeOfKyc, profileOf } from "./kyc_change.ts";
import type { KycDocumentDocument } from "./kyc_document_document.ts";
import { EXPIRED, expiredProfile } from "./kyc_expiry.ts";
import type { KycProfileDocument } from "./kyc_profile_document.ts";
import { KycProfile } from "./kyc_profile_schema.ts";

export const entityKycExpire = declareWrite<SandboxState>()({
  id: "entity.kyc.expire",
  summary: "End the tier of an entity",
  description: "Done by the system when the tier's time has passed; no caller may.",
  http: { method: "POST", path: "/entities/{entityId}/kyc/expire" },
  principals: ["system"],
  inContract: false,
  scope: undefined,
  path: EntityPath,
  output: KycProfile,
  refusals: ["entity_not_found", "state_conflict", "state_constraint_failed", "ledger_unavailable"],
  events: ["entity.kyc.expired"],
  decide(state, { entityId }, context) {
    const before = state.entities.byId(context.realm, entityId);
    if (before === undefined) return entityNotFound(entityId);
    const { kycExpiresAtMs, ...kept } = before;
    if (kycExpiresAtMs === undefined) {
      const { kycStatus } = before;
      return refuse("state_conflict", `nothing of entity ${entityId} ends`, {
        expected: "verified",
        actual: kycStatus,
        status: kycStatus,
      });
    }
    const clockMs = productClockMs(state, context);
    if (kycExpiresAtMs > clockMs) {
      const expiresAt = isoTime(kycExpiresAtMs);
      const now = isoTime(clockMs);
      return refuseConstraint("deadline_passed", `the end ${expiresAt} is after ${now}`, {
        expiresAt,
        now,
      });
    }
    const profile = profileOf(state, before);
    const after: EntityDocument = {
      ...kept,
      kycTier: "tier_0",
      // A verification that is under way goes on, and finds what was submitted for it.
      kycStatus: before.kycStatus === "in_review" ? "in_review" : "expired",
    };
    const change = profile && {
      profile: expiredProfile(profile),
      kycDocuments: expiredDocuments(state, context.realm, profile, context.nowMs),
    };
    const { fact, profile: reply } = changeOfKyc(
      state,
      "kyc.expired",
      before,
      after,
      change ?? {},
      context,
    );
    return accept([fact], reply);
  },
});

/** The document files that had the status `met`, with the status that the profile has for them afterwards. */
function expiredDocuments(
  { kycDocuments }: EntityState,
  realm: number,
  { files = {} }: Omit<KycProfileDocument, "realm">,
  nowMs: number,
): Omit<KycDocumentDocument, "realm">[] {
  return Object.values(files).flatMap(({ kycDocumentId, status }) => {
    const document = status === "met" ? kycDocuments.byId(realm, kycDocumentId) : undefined;
    if (document === undefined) return [];
    const { realm: _, ...kept } = document;
    const revision = kept.revision + 1;
    return [
      {
        ...kept,
        status: "rejected",
        reason: EXPIRED,
        revision,
        updatedAtMs: nowMs,
        changedBy: "clock",
      },
    ];
  });
}
