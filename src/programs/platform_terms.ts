/**
 * What the platform offers to programs, which the language does not know by itself: roles of accounts,
 * currencies, capabilities. The features of the platform give it (`features/composer`).
 */
export type RoleTerms = {
  role: string;
  ownerTypes: readonly string[];
  /** The tier that the owner's entity must have attained in live; `tier_0` where none is asked for. */
  liveTier: string;
};

export type PlatformTerms = {
  roles: readonly RoleTerms[];
  /** The codes of currencies that accounts may be in. */
  currencies: readonly string[];
};

/** The roles that an owner of the type may have. */
export function rolesOf({ roles }: PlatformTerms, ownerType: string): string[] {
  return roles.filter(({ ownerTypes }) => ownerTypes.includes(ownerType)).map(({ role }) => role);
}
