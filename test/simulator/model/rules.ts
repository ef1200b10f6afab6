/** The rules of all operations that the model knows. */
import { ACCESS_RULES } from "./accesses.ts";
import { ADDRESS_RULES } from "./addresses.ts";
import { BENEFICIARY_RULES } from "./beneficiaries.ts";
import { COLLECTION_RULES } from "./collections.ts";
import { CONSENT_RULES } from "./consents.ts";
import { CREDIT_RULES } from "./credits.ts";
import { ENDPOINT_RULES } from "./endpoints.ts";
import { MIGRATION_RULES } from "./migrations.ts";
import { MONEY_RULES } from "./money.ts";
import { MONTH_END_RULES } from "./month_ends.ts";
import { TOLD_RULES } from "./object_told.ts";
import { PARTY_RULES } from "./parties.ts";
import { PAYOUT_LIMIT_RULES } from "./payout_limits.ts";
import { PAYOUT_RULES } from "./payouts.ts";
import { PROGRAM_CLOCK_RULES } from "./program_clock.ts";
import { PROGRAM_RULES } from "./programs.ts";
import { PROVIDER_REQUEST_RULES } from "./provider_requests.ts";
import { ROW_RULES } from "./rows.ts";
import { VERIFICATION_RULES } from "./verifications.ts";

export const RULES = {
  ...PARTY_RULES,
  ...ACCESS_RULES,
  ...VERIFICATION_RULES,
  ...PROVIDER_REQUEST_RULES,
  ...MONEY_RULES,
  ...BENEFICIARY_RULES,
  ...PAYOUT_RULES,
  ...PAYOUT_LIMIT_RULES,
  ...ADDRESS_RULES,
  ...CREDIT_RULES,
  ...ENDPOINT_RULES,
  ...CONSENT_RULES,
  ...COLLECTION_RULES,
  ...MIGRATION_RULES,
  ...PROGRAM_RULES,
  ...PROGRAM_CLOCK_RULES,
  ...ROW_RULES,
  ...TOLD_RULES,
  ...MONTH_END_RULES,
};
