/** How something stands that was submitted of an entity: a field, or a document file. */
export const KYC_FIELD_STATUSES = ["pending", "met", "rejected"] as const;
export type KycFieldStatus = (typeof KYC_FIELD_STATUSES)[number];
