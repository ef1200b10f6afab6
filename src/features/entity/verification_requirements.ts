/**
 * The conditions for the start of a verification: everything is submitted, none is under way, and a tier can be
 * gained.
 */
import { isoTime } from "../../base/iso_time.ts";
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { countryOf, KYC_COUNTRIES } from "../../contract/values/countries.ts";
import type { KycTier } from "../ledger/roles.ts";
import type { EntityDocument } from "./entity_document.ts";
import type { KycProfileDocument } from "./kyc_profile_document.ts";
import { requirementsOf } from "./kyc_requirements.ts";
import type { VerificationDocument } from "./verification_document.ts";

type Refused = Refusal<"state_constraint_failed"> | undefined;

/** Refuses unless everything that the tier requires was submitted, and is valid by the Product's clock. */
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

/** Refuses while a verification is under way. A verification that waits for input is not: a new one replaces it. */
export function refuseUnderWay(newest: VerificationDocument | undefined): Refused {
  if (newest?.status !== "pending" && newest?.status !== "processing") return undefined;
  const { verificationId, status } = newest;
  const message = `verification ${verificationId} is ${status}; cancel it, or wait for its outcome`;
  return refuseConstraint("no_verification_under_way", message, { verificationId });
}

/**
 * Refuses where the entity has attained a higher tier, or this tier without anything submitted since: there would be
 * nothing to verify.
 */
export function refuseAttained(
  entity: EntityDocument,
  profile: KycProfileDocument,
  tier: KycTier,
): Refused {
  const { entityId, kycTier } = entity;
  const isNew = requirementsOf(entity, profile, tier).some(({ status }) => status === "pending");
  if (tier > kycTier || (tier === kycTier && isNew)) return undefined;
  const message = `entity ${entityId} has attained ${kycTier}`;
  return refuseConstraint("tier_not_attained", message, { entityId, attainedTier: kycTier });
}

/** Refuses an entity of a country whose residents no provider verifies. */
export function refuseUnservedCountry({
  entityId,
  country,
}: EntityDocument): Refusal<"kyc_country_unsupported"> | undefined {
  if (countryOf(country)?.kycSupported === true) return undefined;
  const message = `the country ${country} of entity ${entityId} is not served`;
  return refuse("kyc_country_unsupported", message, { country, supported: KYC_COUNTRIES });
}
