/** The ways by which money leaves the platform and enters it: what each is for, and in which currency. */

export type Rail = {
  rail: string;
  /** What it is, for people. */
  name: string;
  /** The one currency that goes over it, ISO 4217; absent: the currency of the accounts. */
  currency?: string;
};

/** Every rail. `book` stays within the platform: from one account to another. */
export const RAILS = [
  { rail: "sepa", name: "SEPA credit transfer", currency: "EUR" },
  { rail: "ach", name: "ACH credit", currency: "USD" },
  { rail: "fps", name: "Faster Payments", currency: "GBP" },
  { rail: "wire", name: "Fedwire", currency: "USD" },
  { rail: "book", name: "a transfer within the platform" },
] as const satisfies readonly Rail[];

export type RailName = (typeof RAILS)[number]["rail"];

/** The rail with this name. */
export function railOf(rail: RailName): Rail {
  return RAILS.find((one) => one.rail === rail) as Rail;
}
