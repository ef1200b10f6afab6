/**
 * The rules of the value formats that operations share: how a message names each, what is wrong with a
 * text, and what the caller probably meant by it.
 */
import { nearest } from "../../base/nearest.ts";
import { mayBeSecret } from "../../base/shown_text.ts";
import { CURRENCIES, isCurrency, minorUnitsOf } from "./currencies.ts";
import type { Beside, TextFault, ValueRule } from "./value_rules.ts";

/** The most digits of an amount. */
const AMOUNT_DIGITS_MAX = 18;
/** Decimal places of an amount whose currency is not known. */
const USUAL_MINOR_UNITS = 2;
/** An amount that was written in the main unit, or as a number, or with decoration. */
const DECIMAL = /^\s*\+?(\d{1,18}|\d{1,3}(?:,\d{3}){1,5})(?:\.(\d{1,4}))?\s*$/;

export const AMOUNT_RULE: ValueRule = {
  mustBe:
    'a string of 1 to 18 digits that counts minor units from "1" on, such as "1250" for 12.50',
  faultOf: amountFault,
  meantBy: meantAmount,
};

function amountFault(text: string): TextFault | undefined {
  if (text === "") return { says: "is empty" };
  if (/^0+$/.test(text)) return { says: "is zero", code: "range" };
  if (/^0\d+$/.test(text)) return { says: "begins with a zero" };
  if (/^\d+$/.test(text)) {
    return { says: `has ${text.length} digits`, code: "range" };
  }
  if (/^[+-]/.test(text)) return { says: "has a sign" };
  if (/^\d*\.\d*$/.test(text)) return { says: "has a decimal point" };
  return { says: "has something beside digits" };
}

/** `"1.00"` of a currency with two decimals is `"100"`; a number without decimals keeps its digits. */
function meantAmount(given: unknown, beside: Beside): string | undefined {
  const text = typeof given === "number" ? String(given) : given;
  if (typeof text !== "string") return undefined;
  const parts = DECIMAL.exec(text);
  if (parts === null) return undefined;
  const [, grouped = "", decimals] = parts;
  const whole = grouped.replaceAll(",", "");
  if (decimals === undefined) return withoutZeros(whole);
  const places = placesOf(beside["currency"]);
  const kept = decimals.slice(0, places).padEnd(places, "0");
  if (/[1-9]/.test(decimals.slice(places))) return undefined;
  return withoutZeros(whole + kept);
}

function placesOf(currency: unknown): number {
  const code = typeof currency === "string" ? currency.toUpperCase() : "";
  return minorUnitsOf(code) ?? USUAL_MINOR_UNITS;
}

function withoutZeros(digits: string): string | undefined {
  const text = digits.replace(/^0+/, "");
  return text === "" || text.length > AMOUNT_DIGITS_MAX ? undefined : text;
}

const CURRENCY_CODES = CURRENCIES.map(({ code }) => code);
/** Signs and names that are used in the place of a code. */
const CURRENCY_NAMES: Readonly<Record<string, string>> = {
  "€": "EUR",
  EURO: "EUR",
  EUROS: "EUR",
  $: "USD",
  US$: "USD",
  DOLLAR: "USD",
  DOLLARS: "USD",
  "£": "GBP",
  UKP: "GBP",
  POUND: "GBP",
  POUNDS: "GBP",
  "¥": "JPY",
  YEN: "JPY",
  RMB: "CNY",
  SFR: "CHF",
};

export const CURRENCY_RULE: ValueRule = {
  mustBe: 'a code of ISO 4217 in capitals, such as "EUR"',
  code: "enum",
  meantBy(given) {
    if (typeof given !== "string") return undefined;
    const text = given.trim().toUpperCase();
    if (isCurrency(text)) return text;
    const known = Object.hasOwn(CURRENCY_NAMES, text) ? CURRENCY_NAMES[text] : undefined;
    return known ?? (text.length >= 3 ? nearest(text, CURRENCY_CODES) : undefined);
  },
};

export const UUID_RULE: ValueRule = {
  mustBe: "a UUID: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12 with hyphens between",
  faultOf(text) {
    if (/^[0-9a-f]{32}$/i.test(text)) return { says: "has no hyphens" };
    if (/^[{"'(].*[)}"']$/.test(text)) return { says: "stands in quotes or brackets" };
    if (/^[0-9a-f-]+$/i.test(text)) return { says: `has ${text.length} characters` };
    return undefined;
  },
};

export const CURSOR_RULE: ValueRule = {
  mustBe: "the nextCursor of the page before, unchanged",
};

export const EXTERNAL_ID_RULE: ValueRule = {
  mustBe: "1 to 64 letters, digits, signs and spaces of ASCII",
  faultOf(text) {
    if (text === "") return { says: "is empty", code: "length" };
    if (text.length > 64 && /^[ -~]*$/.test(text)) {
      return { says: `has ${text.length} characters`, code: "length" };
    }
    return { says: "has a character that is not of ASCII" };
  },
};

export const OPERATION_RULE: ValueRule = {
  mustBe: "the name of an operation, such as transfer.create",
};

export const BLANK_RULE: ValueRule = {
  mustBe: "not blank",
  faultOf: () => ({ says: "is blank" }),
};

/** The rule of a whole number in a query, which is a text there. */
export function countRule(least: number, most: number): ValueRule {
  return {
    mustBe: `a whole number from ${least} to ${most}`,
    code: "range",
    faultOf: (text) =>
      /^-?\d+$/.test(text) ? undefined : { says: "is no number", code: "format" },
    meantBy(given) {
      const number = Number(given);
      return Number.isInteger(number) && number > most ? String(most) : undefined;
    },
  };
}

/** Codes of countries that are no code of ISO 3166-1, and the code that is meant. */
const COUNTRY_NAMES: Readonly<Record<string, string>> = {
  UK: "GB",
  GBR: "GB",
  ENGLAND: "GB",
  "GREAT BRITAIN": "GB",
  "UNITED KINGDOM": "GB",
  EL: "GR",
  USA: "US",
  "UNITED STATES": "US",
  DEU: "DE",
  GER: "DE",
  GERMANY: "DE",
  DEUTSCHLAND: "DE",
  FRA: "FR",
  FRANCE: "FR",
  ESP: "ES",
  SPAIN: "ES",
  ITA: "IT",
  ITALY: "IT",
  NLD: "NL",
  NETHERLANDS: "NL",
  AUT: "AT",
  AUSTRIA: "AT",
  CHE: "CH",
  SWITZERLAND: "CH",
  IRL: "IE",
  IRELAND: "IE",
};

/** The code of the country that a text probably means; undefined where nobody can say. */
export function meantCountry(given: unknown): string | undefined {
  if (typeof given !== "string") return undefined;
  const text = given.trim().toUpperCase();
  if (Object.hasOwn(COUNTRY_NAMES, text)) return COUNTRY_NAMES[text];
  return text === given ? undefined : text;
}

export const COUNTRY_RULE: ValueRule = {
  mustBe: 'a code of ISO 3166-1 in two capitals, such as "DE"',
  meantBy: meantCountry,
};

/** The most characters of an id that a caller may send. */
const ID_LENGTH_MAX = 64;

/** The rule of an id; `example` is the beginning of such ids. */
export function idRule(example: string): ValueRule {
  return {
    mustBe: example === "" ? "an id, as an answer gave it" : `an id, which begins with ${example}`,
    faultOf(text) {
      if (text === "") return { says: "is empty", code: "length" };
      if (mayBeSecret(text)) return { says: "has what may be a secret, not an id" };
      if (/^[{<:$[]|^(?:undefined|null)$/.test(text)) {
        return { says: "is a placeholder; put an id in its place" };
      }
      if (text !== text.trim()) return { says: "has spaces around it" };
      if (text.length > ID_LENGTH_MAX) return { says: "is too long for an id", code: "length" };
      return { says: "has characters that no id has" };
    },
    meantBy: (given) =>
      typeof given === "string" && given.length < 200 ? given.trim() : undefined,
  };
}
