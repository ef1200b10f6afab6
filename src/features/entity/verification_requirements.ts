/** What must be so before a verification starts: all is submitted, none is under way, and there is a use for it. */
import { isoTime } from "../../base/iso_time.ts";
import { type Refusal, refuseConstraint } from "../../contract/refusal.ts";
import type { KycTier } from "../ledger/roles.ts";
import type { EntityDocument } from "./entity_document.ts";
import type { KycProfileDocument } from "./kyc_profile_document.ts";
import { requirementsOf } from "./kyc_requirements.ts";
import type { VerificationDocument } from "./verification_document.ts";

type Refused = Refusal<"state_constraint_failed"> | undefined;

/** Unless all that the tier asks for was submitted, and is valid by the Product's clock. */
export function refuseUnsubmitted(
  entity: EntityDocument,
  profile: KycProfileDocument,
  tier: KycTier,
  clockMs: number,
): Refused {
  const lacking = requirementsOf(entity, profile, tier).flatMap(({ field, status, reason }) => {
    const { validUntilMs = Number.POSITIVE_INFINITY } = profile.fields[field] ?? {};
    if (status === "missing" || status === "rejected") return { field, why: reason ?? status };
    if (validUntilMs > clockMs) return [];
    return { field, why: `it was valid until ${isoTime(validUntilMs)}` };
  });
  if (lacking.length === 0) return undefined;
  const missing = lacking.map(({ field }) => field);
  const { entityId } = entity;
  const message = `${tier} asks for more of entity ${entityId}: ${missing.join(", ")}`;
  return refuseConstraint("requirements_submitted", message, {
    entityId,
    missing,
    issues: lacking.map(({ field, why }) => ({
      code: "requirement_missing",
      message: `${field} is to be submitted: ${why}`,
      path: ["tier"],
    })),
  });
}

/** Where one is under way. One that waits for input is not: another may take its place. */
export function refuseUnderWay(newest: VerificationDocument | undefined): Refused {
  if (newest?.status !== "pending" && newest?.status !== "processing") return undefined;
  const { verificationId, status } = newest;
  const message = `verification ${verificationId} is ${status}; cancel it, or wait for its outcome`;
  return refuseConstraint("no_verification_under_way", message, { verificationId });
}

/** Where the entity has attained the tier, or a higher one. */
export function refuseAttained({ entityId, kycTier }: EntityDocument, tier: KycTier): Refused {
  if (tier > kycTier) return undefined;
  const message = `entity ${entityId} has attained ${kycTier}`;
  return refuseConstraint("tier_not_attained", message, { entityId, attainedTier: kycTier });
}
