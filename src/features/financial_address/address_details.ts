/**
 * The details of an address, as a provider gives them: read, normalised and checked. What a provider says is a
 * stranger's text, and an address with wrong numbers would send its payers' money somewhere else.
 */
import type { AddressDetails } from "../../contract/messages/provider_protocol.ts";
import {
  bicFault,
  countryOfIban,
  ibanFault,
  normalNumber,
  routingNumberFault,
  sortCodeFault,
  ukAccountFault,
  usAccountFault,
} from "../../rails/account_numbers.ts";
import type { AddressType } from "../../rails/address_types.ts";

/** Why an address has failed that a provider has opened, and no code of the provider says. */
export const ADDRESS_FAULTS = {
  /** The provider gave no details, or some that cannot be those of an account of the type and country. */
  invalid: "details_invalid",
  /** Another address has the details, or had them before it was retired. */
  taken: "details_taken",
  /** The account was closed before the provider had opened the address. */
  closed: "account_closed",
} as const;

/** Whether an address has failed here, whatever its provider says. */
export function isOwnFault(code: string | undefined): boolean {
  return Object.values(ADDRESS_FAULTS).some((fault) => fault === code);
}

type Asked = { type: AddressType; country: string };

/** By type: the details that are right, normalised; undefined where they are wrong. Other members are left out. */
const READ: Readonly<
  Record<AddressType, (told: AddressDetails, country: string) => AddressDetails | undefined>
> = {
  iban({ iban = "", bic }, country) {
    const written = normalNumber(iban);
    if (ibanFault(written) !== undefined || countryOfIban(written) !== country) return undefined;
    const code = bic === undefined ? undefined : normalNumber(bic);
    if (code !== undefined && bicFault(code, written) !== undefined) return undefined;
    return { iban: written, ...(code !== undefined && { bic: code }) };
  },
  us_account({ routingNumber = "", accountNumber = "" }) {
    const written = {
      routingNumber: normalNumber(routingNumber),
      accountNumber: normalNumber(accountNumber),
    };
    const fault =
      routingNumberFault(written.routingNumber) ?? usAccountFault(written.accountNumber);
    return fault === undefined ? written : undefined;
  },
  uk_account({ sortCode = "", accountNumber = "" }) {
    const written = {
      sortCode: normalNumber(sortCode),
      accountNumber: normalNumber(accountNumber),
    };
    const fault = sortCodeFault(written.sortCode) ?? ukAccountFault(written.accountNumber);
    return fault === undefined ? written : undefined;
  },
  alias: ({ alias = "" }) => (/^[!-~]{3,128}$/.test(alias) ? { alias } : undefined),
};

/** The details that a provider gave of an address, normalised; undefined where they are absent or wrong. */
export function readDetails(
  { type, country }: Asked,
  told: AddressDetails | undefined,
): AddressDetails | undefined {
  return told && READ[type](told, country);
}

/**
 * The details by which money was sent, without what people write between the characters of numbers, as those of an address
 * are kept. Does not check them: they are compared, and numbers that cannot exist are nobody's.
 */
export function normalDetails(told: AddressDetails): AddressDetails {
  const members = Object.entries(told) as [keyof AddressDetails, string][];
  return Object.fromEntries(
    members.map(([name, text]) => [name, name === "alias" ? text : normalNumber(text)]),
  );
}

/**
 * The text by which money finds an address with these details: the same for two addresses exactly where money for one
 * would reach the other. An alias is compared whatever the case of its letters.
 */
export function textOfDetails({
  iban,
  routingNumber,
  sortCode,
  accountNumber,
  alias = "",
}: AddressDetails): string {
  if (iban !== undefined) return `iban ${iban}`;
  if (routingNumber !== undefined) return `us ${routingNumber} ${accountNumber}`;
  if (sortCode !== undefined) return `uk ${sortCode} ${accountNumber}`;
  return `alias ${alias.toLowerCase()}`;
}
