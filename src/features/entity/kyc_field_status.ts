/** The statuses of what was submitted of an entity: of a field, or of a document file. */
export const KYC_FIELD_STATUSES = ["pending", "met", "rejected"] as const;
export type KycFieldStatus = (typeof KYC_FIELD_STATUSES)[number];
