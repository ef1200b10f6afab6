/** financial_address.received_credit.list: the money that has arrived by one financial address. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { receivedCredits } from "../received_credit/received_credit_noun.ts";
import { listedWithin } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { financialAddresses } from "./financial_address_noun.ts";

export const financialAddressReceivedCreditList = declareRead({
  id: "financial_address.received_credit.list",
  summary: "List the received credits of a financial address",
  description:
    "The money that was sent to the address, newest first, wherever it is now: also what is in suspense, and what was sent back.",
  http: { method: "GET", path: "/financial-addresses/{financialAddressId}/received-credits" },
  principals: PRODUCT_CALLERS,
  scope: "financial_addresses:read",
  ...listedWithin(receivedCredits, {
    parent: financialAddresses,
    path: financialAddresses.path,
    index: LEDGER_TABLE.receivedCreditByAddress,
    filters: ["status"],
  }),
});
