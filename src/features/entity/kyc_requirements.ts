/** The requirements of a tier of an entity, and the status of each. */
import { KYC_TIERS, type KycTier } from "../ledger/roles.ts";
import type { EntityDocument } from "./entity_document.ts";
import { KYC_DOCUMENT_KINDS, type KycDocumentKind } from "./kyc_document_document.ts";
import { fieldsUpTo } from "./kyc_fields.ts";
import type { KycProfileDocument } from "./kyc_profile_document.ts";
import type { KycRequirement } from "./kyc_profile_schema.ts";

type Profile = Pick<KycProfileDocument, "fields" | "files" | "tierRequested">;

/** The tier whose requirements an entity is shown: the one asked for, or else the next one. */
export function tierInView(
  { kycTier }: Pick<EntityDocument, "kycTier">,
  profile: Pick<KycProfileDocument, "tierRequested"> | undefined,
): KycTier {
  const requested = profile?.tierRequested;
  if (requested !== undefined && requested > kycTier) return requested;
  const tiers = KYC_TIERS.map(({ tier }) => tier);
  return tiers.find((tier) => tier > kycTier) ?? kycTier;
}

/** What `tier` and all tiers below it ask of the entity, in the order of the tiers. */
export function requirementsOf(
  { kind }: Pick<EntityDocument, "kind">,
  profile: Profile | undefined,
  tier: KycTier,
): KycRequirement[] {
  return fieldsUpTo(kind, tier).map((asked) => ({ ...asked, ...statusOf(asked.field, profile) }));
}

type RequirementStatus = Pick<KycRequirement, "status" | "reason">;

/**
 * The status of a requirement. Where a document file belongs to it: the worse of the statuses of its text and its
 * file.
 */
function statusOf(field: string, profile: Profile | undefined): RequirementStatus {
  const text = profile?.fields[field];
  if (!isOfFile(field)) return shown(text) ?? { status: "missing" };
  const file = profile?.files?.[field];
  const parts = [
    shown(text) ?? missing("the field was not submitted"),
    shown(file) ?? missing("a document file of this kind is missing"),
  ];
  const worst = WORST_FIRST.map((status) => parts.find((part) => part.status === status));
  return worst.find((part) => part !== undefined) as RequirementStatus;
}

const WORST_FIRST: readonly KycRequirement["status"][] = ["rejected", "missing", "pending", "met"];

function missing(reason: string): RequirementStatus {
  return { status: "missing", reason };
}

function shown(part: RequirementStatus | undefined): RequirementStatus | undefined {
  if (part === undefined) return undefined;
  const { status, reason } = part;
  return { status, ...(reason !== undefined && { reason }) };
}

function isOfFile(field: string): field is KycDocumentKind {
  return (KYC_DOCUMENT_KINDS as readonly string[]).includes(field);
}
