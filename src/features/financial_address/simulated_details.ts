/**
 * The details that the simulator of a sandbox gives: made of the id of the address alone, with the check digits that
 * the country asks for. Their banks are none that money could reach: `SIMU` where a bank has letters, else zeros.
 */
import { createHash } from "node:crypto";
import { invariant } from "../../base/invariant.ts";
import type { AddressDetails } from "../../contract/messages/provider_protocol.ts";
import { readDetails } from "./address_details.ts";
import type { FinancialAddressDocument } from "./financial_address_document.ts";

/** A routing number that no bank has and that passes its check, as the test numbers of payment companies do. */
const ROUTING_NUMBER = "110000000";
/** The sort codes in use begin with 01 to 99, so no table of modulus checks has this one. */
const SORT_CODE = "000099";
/** A name that never resolves (RFC 2606, section 2). */
const ALIAS_HOST = "simulator.invalid";

/** A number with so many digits. */
type Digits = (count: number) => string;

/** The account numbers of each country with IBANs, with their national check digits. */
const BBANS: Readonly<Record<string, (digits: Digits) => string>> = {
  AT: (digits) => `00000${digits(11)}`,
  BE(digits) {
    const number = `000${digits(7)}`;
    return number + padded(Number(number) % 97 || 97, 2);
  },
  CH: (digits) => `00000${digits(12)}`,
  DE: (digits) => `00000000${digits(10)}`,
  ES(digits) {
    const account = digits(10);
    return `00000000${spanishDigit("0000000000")}${spanishDigit(account)}${account}`;
  },
  FR(digits) {
    const account = digits(11);
    // Bank and branch are zeros and add nothing.
    return `0000000000${account}${padded(97 - Number((3n * BigInt(account)) % 97n), 2)}`;
  },
  GB: (digits) => `SIMU${SORT_CODE}${digits(8)}`,
  IE: (digits) => `SIMU${SORT_CODE}${digits(8)}`,
  IT(digits) {
    const number = `0000000000${digits(12)}`;
    return italianLetter(number) + number;
  },
  LU: (digits) => `000${digits(13)}`,
  NL: (digits) => `SIMU${dutchNumber(digits(8))}`,
  PT(digits) {
    const number = `00000000${digits(11)}`;
    return number + padded(98 - Number((BigInt(number) * 100n) % 97n), 2);
  },
};

/**
 * The details of an address that the simulator opens. `isTaken`: whether another address has them; then the next ones
 * are taken that follow from the same id.
 */
export function simulatedDetails(
  address: Pick<FinancialAddressDocument, "financialAddressId" | "type" | "country">,
  isTaken: (details: AddressDetails) => boolean,
): AddressDetails {
  for (let round = 0; ; round++) {
    const made = readDetails(address, detailsOf(address, `${address.financialAddressId} ${round}`));
    invariant(made !== undefined, "the simulator gives details that pass every check");
    if (!isTaken(made)) return made;
  }
}

function detailsOf(
  { type, country }: Pick<FinancialAddressDocument, "type" | "country">,
  seed: string,
): AddressDetails {
  const digest = createHash("sha256").update(seed).digest("hex");
  const digits: Digits = (count) =>
    (BigInt(`0x${digest}`) % 10n ** BigInt(count)).toString().padStart(count, "0");
  switch (type) {
    case "iban": {
      const bban = BBANS[country]?.(digits);
      invariant(bban !== undefined, "the simulator knows the IBANs of every country that has some");
      return { iban: withCheckDigits(country, bban), bic: `SIMU${country}20` };
    }
    case "us_account":
      return { routingNumber: ROUTING_NUMBER, accountNumber: digits(10) };
    case "uk_account":
      return { sortCode: SORT_CODE, accountNumber: digits(8) };
    case "alias":
      return { alias: `pay-${digest.slice(0, 16)}@${ALIAS_HOST}` };
  }
}

/** ISO 7064: the check digits make the whole 1 modulo 97. */
function withCheckDigits(country: string, bban: string): string {
  return country + padded(98 - remainder97(`${country}00${bban}`), 2) + bban;
}

/** The number that an IBAN stands for, modulo 97: its first four characters behind the rest, letters as 10 to 35. */
function remainder97(iban: string): number {
  const moved = iban.slice(4) + iban.slice(0, 4);
  const number = moved.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return Number(BigInt(number) % 97n);
}

function padded(number: number, length: number): string {
  return String(number).padStart(length, "0");
}

/** Of ten digits, by the rule of the Spanish customer account code. */
function spanishDigit(digits: string): string {
  const digit = 11 - (weighed(digits, [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11);
  return String(digit === 11 ? 0 : digit === 10 ? 1 : digit);
}

/**
 * Ten digits that pass the eleven test of Dutch account numbers, weighed 10 to 1: a leading zero and eight digits, the
 * first of them changed where no last digit would do.
 */
function dutchNumber(eight: string): string {
  for (let first = Number(eight[0]); ; first = (first + 1) % 10) {
    const number = `0${first}${eight.slice(1)}`;
    const last = (11 - (weighed(number, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
    if (last < 10) return number + last;
  }
}

function weighed(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);
}

/** What a digit counts in an odd place, by the rule of the Italian CIN. */
const ITALIAN_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

/** The letter before an Italian account number of digits. */
function italianLetter(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit);
    return total + (at % 2 === 0 ? (ITALIAN_ODD[value] ?? 0) : value);
  }, 0);
  return String.fromCharCode(65 + (sum % 26));
}
