/** What is asked of the account of an address. */

import type { Environment } from "../../contract/declare/principal.ts";
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { currencyOf } from "../../rails/address_types.ts";
import { entityOf, refuseTier } from "../entity/entity_lifecycle.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { ACCOUNT_ROLES, roleOf } from "../ledger/roles.ts";
import { refuseCurrency } from "../transfer/transfer_party.ts";
import {
  countOpenAddresses,
  type FinancialAddressState,
  openAddressesOf,
} from "./financial_address_noun.ts";
import type { FinancialAddressDraft } from "./financial_address_schema.ts";

/** The most addresses of one account that are neither retired nor failed. */
export const ADDRESSES_OF_ACCOUNT_MAX = 100;

const ADDRESSABLE: readonly string[] = ACCOUNT_ROLES.flatMap(({ role, financialAddressable }) =>
  financialAddressable ? [role] : [],
);

/** `account_role_not_financial_addressable` unless accounts of the role may have addresses. */
export function refuseAccountRole(
  accounts: AccountTable,
  ordinal: number,
): Refusal<"account_role_not_financial_addressable"> | undefined {
  const { role } = roleOf(accounts.roleCode(ordinal));
  if (ADDRESSABLE.includes(role)) return undefined;
  const message = `an account of the role ${role} takes no financial address`;
  return refuse("account_role_not_financial_addressable", message, {
    role,
    allowedRoles: ADDRESSABLE,
    issues: [{ code: "role_not_addressable", message, path: ["accountId"] }],
  });
}

/** `financial_address_account_status_forbidden` unless the account is open. */
export function refuseAccountStatus(
  accounts: AccountTable,
  ordinal: number,
): Refusal<"financial_address_account_status_forbidden"> | undefined {
  if (accounts.isOpen(ordinal)) return undefined;
  const accountId = accounts.accountId(ordinal);
  const status = accounts.status(ordinal);
  const message = `account ${accountId} is ${status}, must be open`;
  return refuse("financial_address_account_status_forbidden", message, { accountId, status });
}

/** `currency_mismatch` unless account, address and what the country has are of one currency. */
export function refuseCurrencyOfAddress(
  accounts: AccountTable,
  ordinal: number,
  { type, country, currency }: Pick<FinancialAddressDraft, "type" | "country" | "currency">,
): Refusal<"currency_mismatch"> | undefined {
  const expected = currencyOf(type, country);
  const taker = `${type} details of ${country} take`;
  return refuseCurrency(accounts, ordinal, currency, { expected, taker });
}

/** `kyc_tier_insufficient` where a customer owns the account whose entity has too low a tier for the account's role. */
export function refuseTierOfOwner(
  state: FinancialAddressState,
  realm: number,
  ordinal: number,
  environment: Environment,
): Refusal<"kyc_tier_insufficient"> | undefined {
  const { accounts, customers } = state;
  const customerKey = accounts.customerKeyOf(ordinal);
  const customer = customerKey === undefined ? undefined : customers.get(realm, customerKey);
  if (customer === undefined) return undefined;
  const { role, kycTier } = roleOf(accounts.roleCode(ordinal));
  const entity = entityOf(state, realm, customer);
  return refuseTier(entity, kycTier[environment], `an address of role ${role}`);
}

/** Refuses one more address of an account that has as many as it may. */
export function refuseMoreAddresses(
  state: FinancialAddressState,
  realm: number,
  accountId: string,
): Refusal<"state_constraint_failed"> | undefined {
  const atMost = ADDRESSES_OF_ACCOUNT_MAX;
  const count = countOpenAddresses(state, { realm, accountId, atMost });
  if (count < atMost) return undefined;
  const message = `account ${accountId} has ${count} addresses; at most ${atMost} that are neither retired nor failed`;
  return refuseConstraint("addresses_of_account", message, { limit: atMost });
}

/**
 * Refuses to close an account that has an address which takes money, or is about to: who pays to it could not be told,
 * and the money would reach nobody.
 */
export function refuseActiveAddresses(
  state: FinancialAddressState,
  realm: number,
  accountId: string,
): Refusal<"state_constraint_failed"> | undefined {
  const active = openAddressesOf(state, realm, accountId).find(
    ({ status, asked }) => status === "active" || asked?.action === "enable",
  );
  if (active === undefined) return undefined;
  const { financialAddressId } = active;
  const message = `account ${accountId} has the financial address ${financialAddressId}, which takes money; disable or retire it first`;
  return refuseConstraint("addresses_inactive", message, { accountId, financialAddressId });
}
