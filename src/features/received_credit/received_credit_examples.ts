/**
 * The operations on received credits in the story of all examples: somebody has paid to an IBAN that is retired. The money waits
 * in suspense until it is assigned, and is sent back in the end.
 */
import { type Example, exampleId } from "../../contract/document/example.ts";
import { PRODUCT, RETIRED_IBAN, WALLET } from "../example_ids.ts";

const CREDIT = exampleId("rc", 821);
const TRANSFER = exampleId("tr", 821);
const SUSPENSE = exampleId("acct", 821);
const ASSIGNED = exampleId("tr", 822);
const SENT_BACK = exampleId("tr", 823);

const path = { receivedCreditId: CREDIT };

export const receivedCreditExamples: readonly Example[] = [
  {
    at: "10:11:50",
    operation: "sandbox.inbound_credit.create",
    body: {
      financialAddressId: RETIRED_IBAN,
      amount: "2500",
      currency: "EUR",
      reference: "2026033000017",
      payer: { name: "Paper Mill GmbH", accountNumberMasked: "3000" },
      remittance: "Order 82",
      ifNotCreditable: "suspend",
    },
    makes: { receivedCreditId: CREDIT, transferId: TRANSFER, accountId: SUSPENSE },
  },
  { at: "10:11:51", operation: "received_credit.retrieve", path },
  {
    at: "10:11:52",
    operation: "received_credit.list",
    query: { productId: PRODUCT, status: "suspended", limit: 1 },
  },
  {
    at: "10:11:53",
    operation: "financial_address.received_credit.list",
    path: { financialAddressId: RETIRED_IBAN },
    query: { limit: 1 },
  },
  {
    at: "10:11:54",
    operation: "received_credit.assign",
    path,
    body: { accountId: WALLET },
    makes: { assignedTransferId: ASSIGNED },
  },
  {
    at: "10:11:55",
    operation: "received_credit.return",
    path,
    body: { reason: "Paid to the wrong account" },
    makes: { returnTransferId: SENT_BACK },
  },
];
