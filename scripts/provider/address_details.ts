/**
 * The details of the addresses that the reference provider opens: of a bank that does not exist, with check digits that
 * are right. They follow from the number of the address in the provider's book, so none is given twice.
 */
import type { AddressDetails } from "../../src/contract/messages/provider_protocol.ts";

/** The bank, and the number of the account, as the national form of a country has them. */
export type NationalForm = {
  /** Bank and branch of nobody. */
  bank: string;
  /** Digits of the number of an account, without its check digits. */
  digits: number;
  /** The national number with its check digits. */
  national(bank: string, account: string): string;
};

const joined = (bank: string, account: string) => bank + account;

/** The countries in which the bank has IBANs. Check digits: the registry of IBANs of SWIFT, national parts. */
export const NATIONAL_FORMS: Readonly<Record<string, NationalForm>> = {
  AT: { bank: "99999", digits: 11, national: joined },
  BE: { bank: "999", digits: 7, national: belgian },
  DE: { bank: "99999999", digits: 10, national: joined },
  ES: { bank: "99999999", digits: 10, national: spanish },
  FR: { bank: "9999999999", digits: 11, national: french },
  IE: { bank: "REFP999999", digits: 8, national: joined },
  IT: { bank: "9999999999", digits: 12, national: italian },
  NL: { bank: "REFP", digits: 9, national: dutch },
};

/** A routing number for tests, with a right check digit. */
const ROUTING_NUMBER = "110000000";
/** No bank of the United Kingdom has a sort code in this range, so no check digits are asked for. */
const SORT_CODE = "000099";

/** What an address is whose opening is asked for so; undefined where the bank opens none of this type there. */
export function detailsOf(
  { type, country }: Readonly<Record<string, unknown>>,
  number: number,
): AddressDetails | undefined {
  switch (type) {
    case "iban": {
      const form = NATIONAL_FORMS[String(country)];
      if (form === undefined) return undefined;
      const account = String(number).padStart(form.digits, "0");
      const iban = ibanOf(String(country), form.national(form.bank, account));
      // The last character of the location: 0, a BIC for tests.
      return { iban, bic: `REFP${country}F0XXX` };
    }
    case "us_account":
      return { routingNumber: ROUTING_NUMBER, accountNumber: String(number).padStart(10, "0") };
    case "uk_account":
      return { sortCode: SORT_CODE, accountNumber: String(number).padStart(8, "0") };
    case "alias":
      return { alias: `account-${number}@reference-bank.example` };
    default:
      return undefined;
  }
}

/** The IBAN of a national number (ISO 13616: the remainder of its digits by 97 is 1). */
export function ibanOf(country: string, national: string): string {
  const check = 98 - remainder(`${national}${country}00`, 97);
  return `${country}${String(check).padStart(2, "0")}${national}`;
}

/** The remainder of a text whose letters stand for 10 to 35. */
function remainder(text: string, by: number): number {
  const digits = text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return Number(BigInt(digits) % BigInt(by));
}

function belgian(bank: string, account: string): string {
  const check = remainder(bank + account, 97) || 97;
  return bank + account + String(check).padStart(2, "0");
}

function french(bank: string, account: string): string {
  const key = 97 - remainder(`${bank}${account}00`, 97);
  return bank + account + String(key).padStart(2, "0");
}

function spanish(bank: string, account: string): string {
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];
  const digitOf = (ten: string) => {
    const rest = 11 - (weighted(ten, weights) % 11);
    return rest < 10 ? rest : 11 - rest;
  };
  return `${bank}${digitOf(`00${bank}`)}${digitOf(account)}${account}`;
}

/** The last digit makes the number divisible. Every other number alone is used, because some have no such digit. */
function dutch(bank: string, account: string): string {
  const weights = [10, 9, 8, 7, 6, 5, 4, 3, 2];
  const twice = BigInt(account) * 2n;
  const padded = (number: bigint) => String(number).padStart(account.length, "0");
  const checkOf = (number: bigint) => (11 - (weighted(padded(number), weights) % 11)) % 11;
  const number = checkOf(twice) === 10 ? twice + 1n : twice;
  return `${bank}${padded(number)}${checkOf(number)}`;
}

/** What a digit counts at an odd place of an Italian number. */
const ITALIAN_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

function italian(bank: string, account: string): string {
  const digits = [...(bank + account)].map(Number);
  const sum = digits.reduce(
    (all, digit, at) => all + (at % 2 === 0 ? (ITALIAN_ODD[digit] as number) : digit),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) + bank + account;
}

function weighted(digits: string, weights: readonly number[]): number {
  return [...digits].reduce((sum, digit, at) => sum + Number(digit) * (weights[at] as number), 0);
}
