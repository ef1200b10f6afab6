/** What the platform offers to programs: the roles of accounts, and the currencies. */
import { CURRENCIES } from "../../contract/values/currencies.ts";
import type { PlatformTerms } from "../../programs/platform_terms.ts";
import { ACCOUNT_ROLES } from "./roles.ts";

export const PLATFORM_TERMS: PlatformTerms = {
  roles: ACCOUNT_ROLES.map(({ role, ownerTypes, kycTier }) => ({
    role,
    ownerTypes,
    liveTier: kycTier.live,
  })),
  currencies: CURRENCIES.map(({ code }) => code),
};
