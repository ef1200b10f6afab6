/**
 * The types of bank details by which money reaches an account from outside, and for which country and currency there
 * are details of each type. An alias, such as an address of an instant payment scheme, is bound to no country.
 */

export const ADDRESS_TYPES = ["iban", "us_account", "uk_account", "alias"] as const;
export type AddressType = (typeof ADDRESS_TYPES)[number];

/** The countries whose IBANs accounts can have, and the currency that local banks keep accounts in (ISO 4217). */
const IBAN_CURRENCIES: Readonly<Record<string, string>> = {
  AT: "EUR",
  BE: "EUR",
  CH: "CHF",
  DE: "EUR",
  ES: "EUR",
  FR: "EUR",
  GB: "GBP",
  IE: "EUR",
  IT: "EUR",
  LU: "EUR",
  NL: "EUR",
  PT: "EUR",
};

/** By type: the countries that have details of it, and their currency. Absent: every country and every currency. */
const CURRENCIES: Readonly<Partial<Record<AddressType, Readonly<Record<string, string>>>>> = {
  iban: IBAN_CURRENCIES,
  us_account: { US: "USD" },
  uk_account: { GB: "GBP" },
};

/** The countries that have details of the type, in alphabetical order; undefined: every country. */
export function countriesOf(type: AddressType): readonly string[] | undefined {
  const currencies = CURRENCIES[type];
  return currencies && Object.keys(currencies);
}

/** The types of details that an account can have in the country. */
export function addressTypesIn(country: string): AddressType[] {
  return ADDRESS_TYPES.filter((type) => countriesOf(type)?.includes(country) ?? true);
}

/** The only currency of details of the type in a country that has them; undefined: any. */
export function currencyOf(type: AddressType, country: string): string | undefined {
  return CURRENCIES[type]?.[country];
}
