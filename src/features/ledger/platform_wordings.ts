/**
 * The wordings that the platform may choose for its freezes of accounts: all that anybody is told of
 * why the platform froze an account. Facts name a wording by its key.
 */
/** A wording that was published keeps its text. */
export const PLATFORM_WORDINGS = {
  unspecified: "frozen by the platform",
  review: "the platform is reviewing the account",
  legal_order: "the platform follows a legal order",
  unusual_activity: "the platform has seen unusual activity on the account",
  information_required: "the platform needs information about the owner of the account",
} as const;

export type PlatformWording = keyof typeof PLATFORM_WORDINGS;
