/** Amounts in files are decimals of the main unit of a currency; here they are digits of its smallest unit. Neither is ever a number. */
import { minorUnitsOf } from "../contract/values/currencies.ts";

/** `xs:decimal` without a sign, as ActiveOrHistoricCurrencyAndAmount has it: 18 digits in all, at most 5 behind the point. */
const DECIMAL = /^\+?(\d{0,18})(?:\.(\d{0,18}))?$/;
const DIGITS_MAX = 18;

/** "12050" in EUR is "120.50". The currency is one that accounts may have. */
export function decimalOf(amount: string | bigint, currency: string): string {
  const places = minorUnitsOf(currency) ?? 0;
  const digits = String(amount).padStart(places + 1, "0");
  if (places === 0) return digits;
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/**
 * "120.5" in EUR is "12050"; undefined where the text is no amount, where the currency is not known, or where the amount has more places
 * than it, so that nothing is ever rounded.
 */
export function minorOf(decimal: string, currency: string): string | undefined {
  const places = minorUnitsOf(currency);
  const read = DECIMAL.exec(decimal.trim());
  if (places === undefined || read === null) return undefined;
  const [, whole = "", fraction = ""] = read;
  if (whole === "" && fraction === "") return undefined;
  const told = fraction.replace(/0+$/, "");
  if (told.length > places) return undefined;
  const digits = `${whole}${told.padEnd(places, "0")}`.replace(/^0+(?=.)/, "");
  return digits.length > DIGITS_MAX ? undefined : digits;
}
