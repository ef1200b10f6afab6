/**
 * Checks of account numbers: is a text an IBAN, a BIC, a routing number, a sort code, a number of an account. A check
 * says whether a number can exist, never whether an account does. No message repeats a number, because messages end
 * up in logs and tickets. Why by which package: decisions/0134.
 */
import { isValidBIC, isValidIBAN } from "ibantools";

/** What is wrong with a number: stands after the name of its field, such as "has wrong check digits". */
export type NumberFault = string;

/** Spaces and hyphens, by which people group the characters of a number. */
const GROUPING = /[ -]/g;
const IBAN_FORM = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/;
const ROUTING_FORM = /^\d{9}$/;
/** Digits of an account of the United States: the field of an ACH entry has 17 characters (Nacha Operating Rules). */
const US_ACCOUNT_FORM = /^\d{4,17}$/;
const SORT_CODE_FORM = /^\d{6}$/;
const UK_ACCOUNT_FORM = /^\d{8}$/;
/** Weights of the nine digits of a routing number (ABA, "Routing Number Policy": 3-7-1, modulo 10). */
const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];
/**
 * The first two digits that are given out (ABA, "Routing Number Policy"): 00 the government, 01 to 12 the Federal
 * Reserve Banks, 21 to 32 thrift institutions, 61 to 72 electronic transactions, 80 traveler's cheques.
 */
const ROUTING_PAIRS = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
] as const;

/** The number without spaces and hyphens, letters in capitals: as it is checked, kept and sent to banks. */
export function normalNumber(text: string): string {
  return text.replace(GROUPING, "").toUpperCase();
}

/** The country of an IBAN or of a BIC that was found to be one, ISO 3166-1 alpha-2. */
export function countryOfIban(iban: string): string {
  return iban.slice(0, 2);
}
export function countryOfBic(bic: string): string {
  return bic.slice(4, 6);
}

/** ISO 13616: a country with its length and structure, and the check digits. Takes a normal number, as all checks here. */
export function ibanFault(iban: string): NumberFault | undefined {
  if (!IBAN_FORM.test(iban)) return "is no IBAN: two letters, two digits, then letters and digits";
  if (isValidIBAN(iban)) return undefined;
  return "is no IBAN that can exist: the length or the form of its country, or its check digits, are wrong";
}

/** ISO 9362: 8 or 11 characters. `iban`: the IBAN that it stands beside, whose country it must have. */
export function bicFault(bic: string, iban: string): NumberFault | undefined {
  if (!isValidBIC(bic)) return "is no BIC: 8 or 11 characters, such as DEUTDEFF";
  if (isOfOneCountry(countryOfBic(bic), countryOfIban(iban))) return undefined;
  return "is of another country than the IBAN";
}

/**
 * The country of a BIC is where the bank is; that of an IBAN is whose numbers the bank gives out. They differ where a
 * territory has the IBANs of its country (ISO 13616, IBAN registry: France, the United Kingdom, Finland).
 */
function isOfOneCountry(ofBic: string, ofIban: string): boolean {
  return ofBic === ofIban || TERRITORIES[ofIban]?.includes(ofBic) === true;
}

const TERRITORIES: Readonly<Record<string, readonly string[]>> = {
  FI: ["AX"],
  FR: ["BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT"],
  GB: ["GG", "IM", "JE"],
};

/** ABA: nine digits, the first two given out, and the check digit. */
export function routingNumberFault(number: string): NumberFault | undefined {
  if (!ROUTING_FORM.test(number)) return "is no routing number: nine digits";
  const pair = Number(number.slice(0, 2));
  if (!ROUTING_PAIRS.some(([from, to]) => pair >= from && pair <= to)) {
    return "is no routing number that is given out: its first two digits are nobody's";
  }
  const sum = ROUTING_WEIGHTS.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
  return sum % 10 === 0 ? undefined : "is no routing number: its check digit is wrong";
}

/** The number of an account in the United States. It has no check digit that all banks share. */
export function usAccountFault(number: string): NumberFault | undefined {
  return US_ACCOUNT_FORM.test(number) ? undefined : "is no account number: 4 to 17 digits";
}

export function sortCodeFault(code: string): NumberFault | undefined {
  return SORT_CODE_FORM.test(code) ? undefined : "is no sort code: six digits";
}

/** The number of an account in the United Kingdom. Its modulus is not checked: decisions/0134 says why. */
export function ukAccountFault(number: string): NumberFault | undefined {
  return UK_ACCOUNT_FORM.test(number) ? undefined : "is no account number: eight digits";
}

/** Stands for what a mask hides; its length says nothing of the number's. */
const HIDDEN = "****";
/** The most characters of a number that a mask shows. */
const SHOWN_MAX = 4;

/** The end of a number, at most four characters and at most half of it: `6789`; empty where that is none. */
export function endOfNumber(number: string): string {
  const shown = Math.min(SHOWN_MAX, Math.floor(number.length / 2));
  return number.slice(number.length - shown);
}

/** The end of a number behind what it hides: `****6789`. */
export function maskedNumber(number: string): string {
  return HIDDEN + endOfNumber(number);
}

/** The country and the end of an IBAN: `DE** **** 3000`. */
export function maskedIban(iban: string): string {
  return `${countryOfIban(iban)}** ${HIDDEN} ${iban.slice(-SHOWN_MAX)}`;
}

/** A number of which nothing is shown: which bank, or which branch of it. */
export function hiddenNumber(): string {
  return HIDDEN;
}
