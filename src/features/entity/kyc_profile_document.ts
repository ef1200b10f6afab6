/**
 * What was submitted of an entity, without any value: names of fields and how each stands. Its key is
 * that of the entity. An entity of which nothing was submitted has none.
 */
import type { KycTier } from "../ledger/roles.ts";
import type { KycDocumentKind } from "./kyc_document_document.ts";
import type { KycFieldStatus } from "./kyc_field_status.ts";

/** A field, as it was submitted last. */
export type KycField = {
  /** The tier that asks for the field. */
  tier: KycTier;
  submittedAtMs: number;
  status: KycFieldStatus;
  /** Why it was rejected. */
  reason?: string;
  /**
   * Until when an identity document is valid: the one thing that is kept of a value in clear, because
   * the tier ends then.
   */
  validUntilMs?: number;
};

/** The newest document file of a kind. */
export type KycFile = {
  kycDocumentId: string;
  submittedAtMs: number;
  status: KycFieldStatus;
  reason?: string;
};

export type KycProfileDocument = {
  realm: number;
  entityId: string;
  tierRequested?: KycTier;
  /** The newest verification. */
  verificationId?: string;
  fields: Readonly<Record<string, KycField>>;
  /** The newest document file of each kind that a tier asks for. */
  files?: Readonly<Partial<Record<KycDocumentKind, KycFile>>>;
};
