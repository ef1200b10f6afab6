/**
 * The operations on payouts in the story of all examples: the shop pays its supplier, gives one payout up before its bank
 * has sent it, and pays two invoices together.
 */
import { type Example, exampleId } from "../../contract/document/example.ts";
import { PRODUCT, SHOP } from "../example_ids.ts";

const SUPPLIER = exampleId("ben", 951);
const INVOICE = exampleId("po", 952);
const TRANSFER = exampleId("tr", 952);
const GIVEN_UP = exampleId("po", 953);
const GIVEN_UP_TRANSFER = exampleId("tr", 953);

const draft = { sourceAccountId: SHOP, beneficiaryId: SUPPLIER, currency: "EUR" };

export const payoutExamples: readonly Example[] = [
  {
    at: "10:10:30",
    operation: "beneficiary.create",
    isFurther: true,
    body: {
      productId: PRODUCT,
      ownerType: "third_party",
      name: "Paper Mill GmbH",
      rail: "sepa",
      destination: { iban: "DE89370400440532013000" },
    },
    makes: { beneficiaryId: SUPPLIER },
  },
  {
    at: "10:10:31",
    operation: "payout.create",
    body: { ...draft, amount: "120", description: "Invoice 7" },
    makes: { payoutId: INVOICE, transferId: TRANSFER },
  },
  { at: "10:10:32", operation: "payout.retrieve", path: { payoutId: INVOICE } },
  {
    at: "10:10:34",
    operation: "payout.create",
    isFurther: true,
    body: { ...draft, amount: "30" },
    makes: { payoutId: GIVEN_UP, transferId: GIVEN_UP_TRANSFER },
  },
  { at: "10:10:35", operation: "payout.cancel", path: { payoutId: GIVEN_UP } },
  {
    at: "10:10:36",
    operation: "payout.batch.create",
    body: {
      items: [
        { ...draft, amount: "40", description: "Invoice 8" },
        { ...draft, amount: "60", description: "Invoice 9" },
      ],
      atomic: true,
    },
  },
];
