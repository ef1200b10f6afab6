/** A confirmation of a credit: the one on record, or the address that a credit which is not there yet will come to. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { refuseInactiveAddress, refuseOtherDestination } from "../financial_address/address_use.ts";
import {
  type FinancialAddressState,
  financialAddressNotFound,
} from "../financial_address/financial_address_noun.ts";
import {
  creditOfReference,
  type ReceivedCreditState,
  receivedCreditNotFound,
} from "../received_credit/received_credit_noun.ts";
import type { Confirmable, ConfirmedNotFound } from "./confirmed_subjects.ts";
import type { ConfirmedFacts } from "./external_confirmation_document.ts";

export type CreditState = FinancialAddressState & ReceivedCreditState;

type AddressRefusal = Refusal<
  | "financial_address_not_found"
  | "financial_address_status_forbidden"
  | "financial_address_destination_mismatch"
  | "currency_mismatch"
>;

/** The credit with the id that is said, or else the one that its provider calls so; neither need be there without an id. */
export function creditOnRecord(
  state: CreditState,
  realm: number,
  { provider, externalReference, outcome, resource }: ConfirmedFacts,
): { refused: false; resourceId?: string; confirmable?: Confirmable } | ConfirmedNotFound {
  const { id } = resource;
  const named = { realm, provider, reference: externalReference };
  const credit =
    id === undefined ? creditOfReference(state, named) : state.receivedCredits.byId(realm, id);
  if (credit?.realm !== realm) {
    return id === undefined ? { refused: false } : receivedCreditNotFound(id, ["resource", "id"]);
  }
  const { status, amountMinor, currency, accountId, financialAddressId } = credit;
  const hasReached = outcome === "received" || status === "returned";
  return {
    refused: false,
    resourceId: credit.receivedCreditId,
    confirmable: {
      refused: false,
      stands: hasReached ? "reached" : "open",
      ...{ status, amountMinor, currency, accountId, financialAddressId },
      destinationAccountId: accountId,
    },
  };
}

/** Why no credit can come to the address that a confirmation names. */
export function refuseAddress(
  { financialAddresses }: CreditState,
  realm: number,
  { financialAddressId = "", destinationAccountId, currency = "" }: ConfirmedFacts,
): AddressRefusal | undefined {
  const address = financialAddresses.byId(realm, financialAddressId);
  if (address === undefined) return financialAddressNotFound(financialAddressId);
  const unusable =
    refuseInactiveAddress(address) ?? refuseOtherDestination(address, destinationAccountId);
  if (unusable !== undefined) return unusable;
  const { accountId, currency: expected } = address;
  if (currency === expected) return undefined;
  const message = `address ${financialAddressId} takes ${expected}, not ${currency}`;
  return refuse("currency_mismatch", message, { expected, received: currency, accountId });
}
