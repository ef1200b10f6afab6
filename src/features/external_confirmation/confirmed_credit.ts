/** A confirmation of a credit: the one on record, or the address that a credit which is not there yet will come to. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import {
  type FinancialAddressState,
  financialAddressNotFound,
} from "../financial_address/financial_address_noun.ts";
import type { Confirmable, ConfirmedNotFound } from "./confirmed_subjects.ts";
import type { ConfirmedFacts } from "./external_confirmation_document.ts";

export type CreditState = FinancialAddressState;

type AddressRefusal = Refusal<
  | "financial_address_not_found"
  | "financial_address_status_forbidden"
  | "financial_address_destination_mismatch"
  | "currency_mismatch"
>;

export function creditOnRecord(
  _state: CreditState,
  _realm: number,
  _said: ConfirmedFacts,
): { refused: false; resourceId?: string; confirmable?: Confirmable } | ConfirmedNotFound {
  return { refused: false };
}

/** Why no credit can come to the address that a confirmation names. */
export function refuseAddress(
  { financialAddresses }: CreditState,
  realm: number,
  { financialAddressId = "", destinationAccountId, currency = "" }: ConfirmedFacts,
): AddressRefusal | undefined {
  const address = financialAddresses.byId(realm, financialAddressId);
  if (address === undefined) return financialAddressNotFound(financialAddressId);
  const { status, accountId, currency: expected } = address;
  if (status !== "active") {
    const message = `address ${financialAddressId} is ${status}, not active`;
    const details = { financialAddressId, status };
    return refuse("financial_address_status_forbidden", message, details);
  }
  if (destinationAccountId !== undefined && destinationAccountId !== accountId) {
    const message = `address ${financialAddressId} is of account ${accountId}`;
    const details = { financialAddressId, accountId };
    return refuse("financial_address_destination_mismatch", message, details);
  }
  if (currency === expected) return undefined;
  const message = `address ${financialAddressId} takes ${expected}, not ${currency}`;
  return refuse("currency_mismatch", message, { expected, received: currency, accountId });
}
