/** The examples of external confirmations: the bank's statement has a credit that the platform has not been told of yet. */
import { type Example, exampleId } from "../../contract/document/example.ts";
import { PRODUCT, WALLET } from "../example_ids.ts";

const ADDRESS = exampleId("fa", 811);
const CONFIRMATION = exampleId("conf", 812);

export const externalConfirmationExamples: readonly Example[] = [
  {
    at: "10:11:56",
    operation: "financial_address.create",
    isFurther: true,
    body: { accountId: WALLET, type: "iban", country: "FR", currency: "EUR" },
    makes: { financialAddressId: ADDRESS },
  },
  {
    at: "10:11:57",
    operation: "external_confirmation.create",
    body: {
      provider: "simulator",
      externalReference: "STATEMENT-31-7",
      outcome: "received",
      resource: { type: "received_credit" },
      financialAddressId: ADDRESS,
      destinationAccountId: WALLET,
      amount: "12050",
      currency: "EUR",
      occurredAt: "2026-01-30T08:15:00.000Z",
    },
    makes: { externalConfirmationId: CONFIRMATION },
  },
  {
    at: "10:11:58",
    operation: "external_confirmation.retrieve",
    path: { externalConfirmationId: CONFIRMATION },
  },
  {
    at: "10:11:59",
    operation: "external_confirmation.list",
    query: { productId: PRODUCT, status: "recorded", limit: 1 },
  },
];
