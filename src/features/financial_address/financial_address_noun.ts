/** The financial address as a resource, and the function that renders it. */
import { isoTime } from "../../base/iso_time.ts";
import { filter, type ResourceNames } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { entriesOfRealmGroup, foundOfGroup } from "../../contract/tables/stored_index.ts";
import { Currency, Id } from "../../contract/values/formats.ts";
import type { AccountState } from "../account/account_state.ts";
import { declareNoun, type FactOf, type StatePartOf } from "../noun.ts";
import { declareReads } from "../resource_reads.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { statusTransitions } from "../status_transitions.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { textOfDetails } from "./address_details.ts";
import {
  FINANCIAL_ADDRESS_STATUSES,
  type FinancialAddressDocument,
  isOver,
  takesMoney,
} from "./financial_address_document.ts";
import {
  FinancialAddress,
  FinancialAddressStatusName,
  FinancialAddressTypeName,
} from "./financial_address_schema.ts";

/** The text of every entry in the index of addresses that take money. */
const TAKING = "m";

export const financialAddresses = declareNoun<FinancialAddressDocument>()({
  noun: "financial_address",
  plural: "financialAddresses",
  prefix: "fa",
  readScope: "financial_addresses:read",
  output: FinancialAddress,
  notFoundCode: "financial_address_not_found",
  notFound: financialAddressNotFound,
  table: { code: LEDGER_TABLE.financialAddress },
  private: ["customerId", "asked", "answered"],
  show: financialAddressResource,
  search: {
    title: ({ type, country, currency, status }) => `${type} ${country} ${currency} ${status}`,
    names: namesOf,
    ids: ({ accountId }) => [accountId],
  },
  externalId: {
    table: LEDGER_TABLE.financialAddressExternalId,
    of: ({ externalId }) => externalId,
  },
  indexes: [
    {
      name: "financial_address_by_account",
      table: LEDGER_TABLE.financialAddressByAccount,
      textsOf: ({ accountId }) => [accountSuffixOf(accountId)],
    },
    {
      name: "financial_address_open",
      table: LEDGER_TABLE.financialAddressOpen,
      textsOf: (address) => (isOver(address) ? [] : [accountSuffixOf(address.accountId)]),
    },
    {
      name: "financial_address_taking",
      table: LEDGER_TABLE.financialAddressTaking,
      textsOf: (address) => (takesMoney(address) ? [TAKING] : []),
    },
  ],
  finders: [
    {
      name: "financial_address_by_details",
      table: LEDGER_TABLE.financialAddressByDetails,
      inRealm: 0,
      textsOf: (address) => detailsGroupOf(address) ?? [],
    },
  ],
  groups: {
    account: (address) =>
      isOver(address) ? undefined : accountGroup(address.realm, address.accountId),
    details: (address) => detailsGroupOf(address)?.[0],
    taking: (address) => (takesMoney(address) ? takingIn(address.realm) : undefined),
  },
  stored: {
    groups: {
      account: entriesOfRealmGroup(LEDGER_TABLE.financialAddressOpen),
      taking: entriesOfRealmGroup(LEDGER_TABLE.financialAddressTaking),
      details: foundOfGroup({ table: LEDGER_TABLE.financialAddressByDetails, inRealm: 0 }),
    },
  },
  filters: {
    accountId: filter(
      described(Id("acct"), "Only addresses of this account."),
      (wanted) =>
        ({ accountId }) =>
          accountId === wanted,
      { table: LEDGER_TABLE.financialAddressByAccount, textOf: accountSuffixOf },
    ),
    status: filter(
      described(FinancialAddressStatusName, "Only addresses in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
    type: filter(
      described(FinancialAddressTypeName, "Only addresses of this type."),
      (wanted) =>
        ({ type }) =>
          type === wanted,
    ),
    currency: filter(
      described(Currency, "Only addresses that take this currency."),
      (wanted) =>
        ({ currency }) =>
          currency === wanted,
    ),
  },
  customerIdOf: ({ customerId }) => customerId,
  happenings: {
    created: "An address was made, and its provider is asked to open it.",
    activated: "The provider has opened an address: money can be sent to its details.",
    failed: "An address was never opened; it says why.",
    disabled: "An address takes no money until it is enabled.",
    enabled: "An address that was disabled takes money again.",
    retired: "An address takes no money any more, for ever.",
    /** The provider is asked to change it. */
    asked: {},
    /** The provider has refused to change it. */
    kept: {},
  },
});

/** `financial_address.list` and `financial_address.retrieve`. */
export const [financialAddressList, financialAddressRetrieve] = declareReads(financialAddresses, {
  path: "/financial-addresses",
  list: {
    summary: "List financial addresses",
    description:
      "Newest first, those that take no money too. `search` looks in IBANs, account numbers, aliases and external ids, whatever the case, so the last digits find one; it takes the id of an address or of an account.",
  },
  retrieve: {
    summary: "Retrieve a financial address",
    description: "The address as it is now, with the details to tell payers.",
  },
});

export type FinancialAddressState = AccountState &
  SandboxState &
  StatePartOf<typeof financialAddresses>;
export type FinancialAddressFact = FactOf<typeof financialAddresses>;

export function accountSuffixOf(accountId: string): string {
  return accountId.slice("acct_".length);
}

/** The addresses of an account that are not over: those that an account may have a limited number of. */
export function openAddressesOf(
  { financialAddresses: table }: StatePartOf<typeof financialAddresses>,
  realm: number,
  accountId: string,
): FinancialAddressDocument[] {
  return table.inGroup("account", accountGroup(realm, accountId));
}

/** How many of these an account has, `atMost` where there are more. */
export function countOpenAddresses(
  { financialAddresses: table }: StatePartOf<typeof financialAddresses>,
  { realm, accountId, atMost }: { realm: number; accountId: string; atMost: number },
): number {
  return table.countInGroup("account", accountGroup(realm, accountId), atMost);
}

/** An address of the realm that takes money, or is about to; undefined where there is none. */
export function firstTaking(
  { financialAddresses: table }: StatePartOf<typeof financialAddresses>,
  realm: number,
): FinancialAddressDocument | undefined {
  for (const { document } of table.inOrder("taking", takingIn(realm), "")) {
    if (document !== undefined) return document;
  }
  return undefined;
}

function takingIn(realm: number): string {
  return `${realm} ${TAKING}`;
}

/** The address of any realm of the shard that has the details, or had them; undefined where none has. */
export function holderOfDetails(
  { financialAddresses: table }: StatePartOf<typeof financialAddresses>,
  details: NonNullable<FinancialAddressDocument["details"]>,
): FinancialAddressDocument | undefined {
  return table.inGroup("details", entryOf(details))[0];
}

function accountGroup(realm: number, accountId: string): string {
  return `${realm} ${accountSuffixOf(accountId)}`;
}

function detailsGroupOf({ details }: Pick<FinancialAddressDocument, "details">) {
  return details && [entryOf(details)];
}

/** The entry of details in their index. The space ends the text, so that no entry begins with another. */
export function entryOf(details: NonNullable<FinancialAddressDocument["details"]>): string {
  return `${textOfDetails(details)} `;
}

/** The texts that a search compares: an IBAN also as people write it, in groups of four. */
function namesOf({ details = {} }: Pick<FinancialAddressDocument, "details">) {
  const { iban, accountNumber, sortCode, alias } = details;
  return [
    iban,
    iban?.replaceAll(/(.{4})(?=.)/g, "$1 "),
    accountNumber,
    sortCode && `${sortCode} ${accountNumber}`,
    alias,
  ];
}

export function financialAddressNotFound(
  financialAddressId: string,
): Refusal<"financial_address_not_found"> {
  const message = noSuchHere("fa", financialAddressId);
  return refuse("financial_address_not_found", message, { financialAddressId });
}

/** The address in answers. The order of the fields is their order on the wire. */
export function financialAddressResource(
  address: Omit<FinancialAddressDocument, "realm" | "customerId" | "asked" | "answered">,
  { productId, environment }: ResourceNames,
): FinancialAddress {
  const { details, failure, externalId } = address;
  return {
    financialAddressId: address.financialAddressId,
    productId,
    environment,
    accountId: address.accountId,
    type: address.type,
    country: address.country,
    currency: address.currency,
    ...(details !== undefined && { details: { ...details } }),
    provider: address.provider,
    status: address.status,
    ...(failure !== undefined && { failure: { ...failure } }),
    revision: address.revision,
    createdAt: isoTime(address.createdAtMs),
    updatedAt: isoTime(address.updatedAtMs),
    metadata: address.metadata ?? {},
    ...(externalId !== undefined && { externalId }),
    actor: actorOfText(address.changedBy),
    statusTransitions: statusTransitions(FINANCIAL_ADDRESS_STATUSES, address.reachedAtMs),
  };
}
