/** A consent as the shard stores it: what a customer has agreed to, and how much of it is used. */
import type { DebitRail } from "../../rails/debits.ts";

export const CONSENT_TYPES = ["collection", "data_sharing", "terms"] as const;
export type ConsentType = (typeof CONSENT_TYPES)[number];

export const CONSENT_STATUSES = [
  "pending",
  "active",
  "rejected",
  "revoked",
  "expired",
  "consumed",
] as const;
export type ConsentStatus = (typeof CONSENT_STATUSES)[number];

export const CONSENT_METHODS = ["api", "browser", "provider_mandate"] as const;
export const CONSENT_PERIODS = ["P1D", "P1W", "P1M"] as const;
export type ConsentPeriod = (typeof CONSENT_PERIODS)[number];

export type ConsentEvidence = {
  method: (typeof CONSENT_METHODS)[number];
  acceptedAtMs?: number;
  /** Digest of the text that the customer accepted. */
  textDigest?: string;
  ipAddress?: string;
  userAgent?: string;
  verified: boolean;
};

/** Leave to debit an account of the customer at another bank. */
export type ConsentMandate = {
  /** As answers call the beneficiary that is debited: its numbers are sealed there. */
  beneficiaryId: string;
  /** By what the banks call the mandate. */
  reference: string;
  rail: DebitRail;
  /** A bank has collected by it before. */
  isUsed?: true;
};

export type ConsentDocument = {
  realm: number;
  consentId: string;
  customerId: string;
  type: ConsentType;
  /** The account of the customer that may be collected from; absent: any account. */
  accountId?: string;
  mandate?: ConsentMandate;
  /** Amounts in minor units, decimal. */
  limits?: {
    maxAmount?: string;
    maxTotal?: string;
    currency?: string;
    maxCount?: number;
    period?: ConsentPeriod;
  };
  /** What collections have used in the period that began at `sinceMs`, by the Product's clock. */
  used: { count: number; total: string; sinceMs: number };
  /** Of a mandate: what a bank is asked for and has not collected yet. It is a part of what was used. */
  underWay?: { count: number; total: string };
  /** By the Product's clock, milliseconds UTC; so are the times below. */
  validFromMs: number;
  expiresAtMs?: number;
  evidence: ConsentEvidence;
  status: ConsentStatus;
  revokedAtMs?: number;
  revocationReason?: string;
  /** Real time, milliseconds UTC. */
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
  changedBy: string;
};
