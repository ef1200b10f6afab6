/** The KYC profile of an entity in answers: names of fields, never values. */
import { isoTime } from "../../base/iso_time.ts";
import { KYC_TIERS } from "../ledger/roles.ts";
import type { EntityDocument } from "./entity_document.ts";
import { fieldsUpTo } from "./kyc_fields.ts";
import type { KycProfileDocument } from "./kyc_profile_document.ts";
import type { KycProfile } from "./kyc_profile_schema.ts";
import { requirementsOf, tierInView } from "./kyc_requirements.ts";
import type { VerificationDocument } from "./verification_document.ts";

/** The documents that the answer is made of. `verification`: the one that the profile names. */
export type KycProfileParts = {
  entity: Omit<EntityDocument, "realm">;
  profile?: Omit<KycProfileDocument, "realm"> | undefined;
  verification?: Omit<VerificationDocument, "realm"> | undefined;
};

/** The order of the fields is their order on the wire. */
export function kycProfileResource({ entity, profile, verification }: KycProfileParts): KycProfile {
  const { kycExpiresAtMs } = entity;
  const tierRequested = profile?.tierRequested;
  return {
    entityId: entity.entityId,
    status: entity.kycStatus,
    tierAttained: entity.kycTier,
    ...(tierRequested !== undefined && { tierRequested }),
    submittedFields: submittedOf(entity, profile?.fields ?? {}),
    requirements: requirementsOf(entity, profile, tierInView(entity, profile)),
    ...(verification !== undefined && { verification: shownVerification(verification) }),
    ...(kycExpiresAtMs !== undefined && { expiresAt: isoTime(kycExpiresAtMs) }),
  };
}

/** In the order of the tiers. */
function submittedOf(
  { kind }: Pick<EntityDocument, "kind">,
  fields: KycProfileDocument["fields"],
): KycProfile["submittedFields"] {
  const [{ tier: highest } = { tier: "tier_0" as const }] = KYC_TIERS.slice(-1);
  return fieldsUpTo(kind, highest).flatMap(({ field }) => {
    const submitted = fields[field];
    if (submitted === undefined) return [];
    const { tier, submittedAtMs, status } = submitted;
    return [{ field, tier, submittedAt: isoTime(submittedAtMs), status }];
  });
}

function shownVerification({
  verificationId,
  status,
  outcome,
}: Omit<VerificationDocument, "realm">): NonNullable<KycProfile["verification"]> {
  return { verificationId, status, ...(outcome !== undefined && { outcome }) };
}
