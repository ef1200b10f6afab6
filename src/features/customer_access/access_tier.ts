/** The KYC tier that a customer's entity needs for access to a Product. */
import type { Principal } from "../../contract/declare/principal.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { EntityDocument } from "../entity/entity_document.ts";

/** By environment: in live nobody has access of whom nothing was verified. */
export const ACCESS_TIER = { sandbox: "tier_0", live: "tier_1" } as const;

/** `kyc_tier_insufficient` where the entity has attained less than access needs. */
export function refuseAccessTier(
  { entityId, kycTier }: Pick<EntityDocument, "entityId" | "kycTier">,
  { environment }: Pick<Principal, "environment">,
): Refusal<"kyc_tier_insufficient"> | undefined {
  const requiredTier = ACCESS_TIER[environment];
  if (kycTier >= requiredTier) return undefined;
  return refuse(
    "kyc_tier_insufficient",
    `access in ${environment} needs ${requiredTier}, entity ${entityId} has attained ${kycTier}`,
    { requiredTier, attainedTier: kycTier, entityId },
  );
}
