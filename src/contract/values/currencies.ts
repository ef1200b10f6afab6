/**
 * The currencies that accounts may settle in: the active codes of ISO 4217 list one that have minor
 * units, as of January 2026. Metals, test codes and units of account are left out, because they
 * have no minor units to write an amount in.
 */

export type CurrencyEntry = {
  code: string;
  /** Decimal places between the currency's main unit and its minor unit, which amounts count. */
  minorUnits: number;
};

const CODES_BY_MINOR_UNITS: readonly (readonly [minorUnits: number, codes: string])[] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [
    2,
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD " +
      "CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS " +
      "GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD " +
      "LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB " +
      "PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP " +
      "SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG",
  ],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
];

/** Every currency, by code. */
export const CURRENCIES: readonly CurrencyEntry[] = CODES_BY_MINOR_UNITS.flatMap(
  ([minorUnits, codes]) => codes.split(" ").map((code) => ({ code, minorUnits })),
).sort((a, b) => (a.code < b.code ? -1 : 1));

const MINOR_UNITS = new Map(CURRENCIES.map(({ code, minorUnits }) => [code, minorUnits]));

/** True when an account may settle in the currency `code`; codes are upper-case. */
export function isCurrency(code: string): boolean {
  return MINOR_UNITS.has(code);
}

/** Minor units of the currency `code`, or undefined when the list does not have the currency. */
export function minorUnitsOf(code: string): number | undefined {
  return MINOR_UNITS.get(code);
}
