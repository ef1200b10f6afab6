/** Amounts of minor units as people write them: 5000 of EUR as "50.00 EUR". */

/** Decimal places of the currencies that have not two (ISO 4217). */
const PLACES: Readonly<Record<string, number>> = Object.fromEntries(
  [
    [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
    [3, "BHD IQD JOD KWD LYD OMR TND"],
    [4, "CLF UYW"],
  ].flatMap(([places, codes]) =>
    String(codes)
      .split(" ")
      .map((code) => [code, Number(places)]),
  ),
);

/** `amount`: minor units, digits with an optional sign; undefined for all else. `currency`: its code. */
export function moneyWords(amount: string, currency: string): string | undefined {
  const [, sign, digits] = /^(-?)(\d+)$/.exec(amount) ?? [];
  if (digits === undefined || !/^[A-Z]{3}$/.test(currency)) return undefined;
  const places = PLACES[currency] ?? 2;
  const padded = digits.padStart(places + 1, "0");
  const whole = padded.slice(0, padded.length - places);
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, "\u00a0");
  const rest = places === 0 ? "" : `.${padded.slice(-places)}`;
  return `${sign}${grouped}${rest}\u00a0${currency}`;
}
