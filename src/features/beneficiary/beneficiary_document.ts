/** What a beneficiary is, and the words for what it can be. */

import type { Metadata } from "../../contract/values/formats.ts";
import type { RailName } from "../../rails/rails.ts";
import type { NounDocument } from "../noun.ts";

export const BENEFICIARY_OWNER_TYPES = ["customer", "third_party", "tenant"] as const;
export type BeneficiaryOwnerType = (typeof BENEFICIARY_OWNER_TYPES)[number];

export const BENEFICIARY_STATUSES = ["pending", "active", "blocked", "archived"] as const;
export type BeneficiaryStatus = (typeof BENEFICIARY_STATUSES)[number];

export const BENEFICIARY_VERIFICATION_STATUSES = ["unverified", "verified", "mismatch"] as const;
export type BeneficiaryVerificationStatus = (typeof BENEFICIARY_VERIFICATION_STATUSES)[number];

/** What a bank finds that is asked whether an account has a name. */
export const PAYEE_CHECK_RESULTS = ["matched", "close_match", "no_match", "unavailable"] as const;
export type PayeeCheckResult = (typeof PAYEE_CHECK_RESULTS)[number];

/** Whether name and account belong together, and who has said so. Times are real, milliseconds UTC. */
export type BeneficiaryVerification = {
  status: BeneficiaryVerificationStatus;
  /** Absent where nobody was asked, or the bank has not said it. */
  result?: PayeeCheckResult;
  /** The name that the account nearly has; absent once it was erased. */
  accountName?: string;
  /** The code by which the bank says why. */
  reason?: string;
  provider?: string;
  checkedAtMs?: number;
  /** When and by whom the mismatch was accepted, so that the beneficiary is paid all the same. */
  acceptedAtMs?: number;
  /** As `changedBy`. */
  acceptedBy?: string;
};

export const US_ACCOUNT_TYPES = ["checking", "savings"] as const;
export type UsAccountType = (typeof US_ACCOUNT_TYPES)[number];

/** The id of the beneficiary that is the platform's in every Product. */
export const RESERVED_ID = "revenue";

/** The numbers of an account at a bank, in their normal form. */
export type AccountNumbers = {
  iban?: string;
  bic?: string;
  routingNumber?: string;
  sortCode?: string;
  accountNumber?: string;
};

/** Where money goes, as answers show it: numbers are masks. `accountId`: of the rail `book`. */
export type Destination = AccountNumbers & { accountType?: UsAccountType; accountId?: string };

/** The account numbers as JSON, sealed by `EntitySealing.sealed` under the key with this name. */
export type SealedNumbers = { keyName: string; text: string };

export type BeneficiaryDocument = NounDocument & {
  /** The id that was made for it, whose text says when it was made. */
  beneficiaryId: string;
  /** The id that the caller has chosen for it: what answers then call it. */
  chosenId?: string;
  ownerType: BeneficiaryOwnerType;
  /** Id of the customer; present exactly where `ownerType` is `customer`. */
  ownerId?: string;
  /** "" once it was erased. */
  name: string;
  rail: RailName;
  /** Empty once it was erased. */
  destination: Destination;
  /** Absent of the rail `book`, and of what was erased. */
  sealed?: SealedNumbers;
  nickname?: string;
  status: BeneficiaryStatus;
  verification: BeneficiaryVerification;
  /** The answer of the bank to the check had its result; absent where it came later, or nobody was asked. */
  answered?: true;
  metadata?: Metadata;
  externalId?: string;
  createdAtMs: number;
  /** When what it says of a person was erased. */
  erasedAtMs?: number;
  /** Of one that was erased alone: the name of the key that its numbers were sealed under. */
  erasedKeyName?: string;
};
