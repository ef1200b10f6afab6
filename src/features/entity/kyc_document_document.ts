/** A document file of an entity as the shard stores it: what is known of the file, not the file. */
import type { KycFieldStatus } from "./kyc_field_status.ts";

/** The kinds are the names of the fields that a file of that kind also has to show. */
export const KYC_DOCUMENT_KINDS = ["identityDocument", "proofOfAddress"] as const;
export type KycDocumentKind = (typeof KYC_DOCUMENT_KINDS)[number];

export const KYC_DOCUMENT_TYPES = ["image/jpeg", "image/png", "application/pdf"] as const;
export type KycDocumentType = (typeof KYC_DOCUMENT_TYPES)[number];

/** The most documents of an entity, whatever became of them. */
export const KYC_DOCUMENTS_MAX = 32;

export type KycDocumentDocument = {
  realm: number;
  kycDocumentId: string;
  entityId: string;
  kind: KycDocumentKind;
  contentType: KycDocumentType;
  /** Of the file as it was sent, 64 hexadecimal digits. */
  sha256: string;
  sizeBytes: number;
  /** The name of the sealed file. */
  file: string;
  /** Of the sealed file. */
  sealedBytes: number;
  /** Of the sealed file, 64 hexadecimal digits. */
  sealedSha256: string;
  status: KycFieldStatus;
  /** Why it was rejected. */
  reason?: string;
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
  changedBy: string;
};
