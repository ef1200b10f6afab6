/** What is kept of whoever paid a credit, of all that a bank tells. */
import type { CreditPayer } from "../../contract/messages/provider_credit.ts";
import { endOfNumber, normalNumber } from "../../rails/account_numbers.ts";
import type { UnassignedPayer } from "./unassigned_credit_document.ts";

/** The name, and the end of the account number; undefined where nothing is left. */
export function keptPayer({
  name = "",
  accountNumber = "",
}: CreditPayer): UnassignedPayer | undefined {
  const end = endOfNumber(normalNumber(accountNumber).replace(/[^0-9A-Z]/g, ""));
  if (name === "" && end === "") return undefined;
  return { ...(name !== "" && { name }), ...(end !== "" && { accountNumberMasked: end }) };
}
