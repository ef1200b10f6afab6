/** When an attained tier expires, and the profile after that. */
import { invariant } from "../../base/invariant.ts";
import { KYC_TIERS, type KycTier } from "../ledger/roles.ts";
import { DAY_MS } from "./calendar_day.ts";
import type { EntityDocument } from "./entity_document.ts";
import { fieldsUpTo } from "./kyc_fields.ts";
import type { KycProfileDocument } from "./kyc_profile_document.ts";

/** The reason at a field whose verification has ended. */
export const EXPIRED = "expired";

type Profile = Pick<KycProfileDocument, "fields" | "files">;

/**
 * When a tier ends that is attained at `clockMs` of the Product's clock: after the tier's days, or with the
 * identity document that the tier asks for, if that ends sooner.
 */
export function endOfTierMs(
  tier: KycTier,
  { kind }: Pick<EntityDocument, "kind">,
  { fields }: Profile,
  clockMs: number,
): number {
  const rule = KYC_TIERS.find((one) => one.tier === tier);
  invariant(rule !== undefined && "validDays" in rule, "a tier that is verified has an end");
  const ends = fieldsUpTo(kind, tier).flatMap(({ field }) => fields[field]?.validUntilMs ?? []);
  return Math.min(clockMs + rule.validDays * DAY_MS, ...ends);
}

/** The profile after the expiry: fields with the status `met` must be submitted again; pending ones stay. */
export function expiredProfile<P extends Profile>(profile: P): P {
  const { fields, files } = profile;
  return {
    ...profile,
    fields: expiredParts(fields),
    ...(files !== undefined && { files: expiredParts(files) }),
  };
}

function expiredParts<T extends Record<string, { status: string }>>(parts: T): T {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      part.status === "met" ? { ...part, status: "rejected", reason: EXPIRED } : part,
    ]),
  ) as T;
}
