/** What stands against money that is said to come to an address. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { FinancialAddressDocument } from "./financial_address_document.ts";

/** `financial_address_status_forbidden` unless the address is active. */
export function refuseInactiveAddress({
  financialAddressId,
  status,
}: FinancialAddressDocument): Refusal<"financial_address_status_forbidden"> | undefined {
  if (status === "active") return undefined;
  const message = `financial address ${financialAddressId} is ${status}; money arrives by an active one alone`;
  return refuse("financial_address_status_forbidden", message, { financialAddressId, status });
}

/** `financial_address_destination_mismatch` where another account is named than that of the address. */
export function refuseOtherDestination(
  { financialAddressId, accountId }: FinancialAddressDocument,
  destinationAccountId: string | undefined,
): Refusal<"financial_address_destination_mismatch"> | undefined {
  if (destinationAccountId === undefined || destinationAccountId === accountId) return undefined;
  const message = `financial address ${financialAddressId} leads to account ${accountId}, not ${destinationAccountId}`;
  return refuse("financial_address_destination_mismatch", message, {
    financialAddressId,
    accountId,
  });
}
