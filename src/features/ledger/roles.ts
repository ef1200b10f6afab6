/** What an account may be, who may own it and what may be done with it (api.md 2.2, role table). */

export type OwnerType = "customer" | "product" | "tenant" | "object" | "platform";

/**
 * How well the platform has identified the person or organization behind an entity. Each tier also
 * requires the fields of the tiers below it. `validDays`: how long what was verified stands.
 */
export const KYC_TIERS = [
  {
    tier: "tier_0",
    requiredFields: ["displayName", "country"],
    organizationFields: ["displayName", "country"],
    verification: "none",
  },
  {
    tier: "tier_1",
    requiredFields: ["legalName", "dateOfBirth", "address", "email", "phone"],
    organizationFields: ["legalName", "registrationNumber", "registeredAddress", "email", "phone"],
    verification: "provider",
    validDays: 730,
  },
  {
    tier: "tier_2",
    requiredFields: ["taxId", "nationality", "identityDocument"],
    organizationFields: ["taxId", "incorporationDate", "beneficialOwners"],
    verification: "provider",
    validDays: 365,
  },
  {
    tier: "tier_3",
    requiredFields: ["sourceOfFunds", "occupation", "proofOfAddress"],
    organizationFields: ["sourceOfFunds", "proofOfAddress"],
    verification: "provider",
    validDays: 365,
  },
] as const;
export type KycTier = (typeof KYC_TIERS)[number]["tier"];
/** The tier of an entity of which nothing was verified. It has no end. */
export const NO_TIER = "tier_0" satisfies KycTier;

export type AccountRole = {
  role: string;
  ownerTypes: readonly OwnerType[];
  /** The tier that the entity of the owning customer must have attained, by environment. */
  kycTier: { sandbox: KycTier; live: KycTier };
  financialAddressable: boolean;
  /** True: sandbox funding may credit an account of the role. */
  fundable: boolean;
};

const WITHOUT_TIER = { sandbox: NO_TIER, live: NO_TIER } as const;

/** The roles in the order of their codes in stored accounts. New roles are only appended. */
export const ACCOUNT_ROLES = [
  {
    role: "customer_balance",
    ownerTypes: ["customer"],
    kycTier: { sandbox: "tier_0", live: "tier_1" },
    financialAddressable: true,
    fundable: true,
  },
  {
    role: "customer_savings",
    ownerTypes: ["customer"],
    kycTier: { sandbox: "tier_1", live: "tier_1" },
    financialAddressable: false,
    fundable: true,
  },
  {
    role: "customer_credit",
    ownerTypes: ["customer"],
    kycTier: { sandbox: "tier_2", live: "tier_2" },
    financialAddressable: false,
    fundable: false,
  },
  {
    role: "product_operating",
    ownerTypes: ["product"],
    kycTier: WITHOUT_TIER,
    financialAddressable: true,
    fundable: true,
  },
  {
    role: "product_revenue",
    ownerTypes: ["product"],
    kycTier: WITHOUT_TIER,
    financialAddressable: false,
    fundable: false,
  },
  {
    role: "product_reserve",
    ownerTypes: ["product"],
    kycTier: WITHOUT_TIER,
    financialAddressable: false,
    fundable: true,
  },
  {
    role: "object_balance",
    ownerTypes: ["object"],
    kycTier: WITHOUT_TIER,
    financialAddressable: false,
    fundable: false,
  },
  {
    role: "suspense",
    ownerTypes: ["platform"],
    kycTier: WITHOUT_TIER,
    financialAddressable: false,
    fundable: false,
  },
  {
    role: "product_suspense",
    ownerTypes: ["product"],
    kycTier: WITHOUT_TIER,
    financialAddressable: false,
    fundable: false,
  },
  {
    role: "product_losses",
    ownerTypes: ["product"],
    kycTier: WITHOUT_TIER,
    financialAddressable: false,
    fundable: false,
  },
] as const satisfies readonly AccountRole[];

export type RoleName = (typeof ACCOUNT_ROLES)[number]["role"];

/**
 * The role of the platform's own accounts, which are the other side when money enters or leaves: in each realm one
 * account for each currency, one for each currency and provider that payouts go out by and collections come in by, and one
 * for each currency for the fees that the platform collects.
 */
export const EXTERNAL_ROLE: RoleName = "suspense";

const BY_NAME = new Map<string, number>(ACCOUNT_ROLES.map(({ role }, code) => [role, code]));

/** The role of a Product's accounts for money that came back, and whose own account could not take it. */
export const PRODUCT_SUSPENSE_ROLE: RoleName = "product_suspense";

/**
 * The role of a Product's accounts that pay what a bank has taken back and the account that had it no longer has. A return of a
 * collection, a payout that a bank has carried out against its word, and nothing else, take more from one than it has: what is below zero
 * the Product owes.
 */
export const PRODUCT_LOSSES_ROLE: RoleName = "product_losses";

export function roleCodeOf(role: RoleName): number {
  return BY_NAME.get(role) as number;
}

export function roleOf(code: number): (typeof ACCOUNT_ROLES)[number] {
  return ACCOUNT_ROLES[code] as (typeof ACCOUNT_ROLES)[number];
}

export function roleNamed(role: string): AccountRole | undefined {
  return ACCOUNT_ROLES.find((entry) => entry.role === role);
}
