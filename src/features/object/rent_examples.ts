/** The examples of programs that collect and pay out: a bank collects Ada's rent by her mandate, and the landlord is paid at a bank, less a fee. */
import { type Example, exampleId } from "../../contract/document/example.ts";
import { ADAS_MANDATE } from "../collection/debit_examples.ts";
import { ADA, PRODUCT } from "../example_ids.ts";

const LANDLORD = exampleId("ben", 621);
const RENT = exampleId("obj", 622);
const TILL = exampleId("acct", 623);
const COLLECTION = exampleId("coll", 624);
const FEE = exampleId("tr", 625);
const PAYOUT = exampleId("po", 626);
const PAYOUT_TRANSFER = exampleId("tr", 626);

const kind = "rent";
const path = { productId: PRODUCT, kind, objectId: RENT };
const ofRent = { productId: PRODUCT, objectId: RENT };

export const rentExamples: readonly Example[] = [
  {
    at: "11:03:50",
    operation: "beneficiary.create",
    isFurther: true,
    body: {
      productId: PRODUCT,
      ownerType: "third_party",
      name: "Hadley Homes GmbH",
      rail: "sepa",
      destination: { iban: "DE89370400440532013000" },
    },
    makes: { beneficiaryId: LANDLORD },
  },
  {
    at: "11:03:55",
    operation: "object.create",
    isFurther: true,
    path: { productId: PRODUCT, kind },
    body: {
      fields: { tenant: ADA, mandate: ADAS_MANDATE, landlord: LANDLORD, amount: "2500" },
    },
    makes: { objectId: RENT, "ownAccounts.0.accountId": TILL },
  },
  {
    at: "11:04",
    operation: "object.action.preview",
    path: { ...path, action: "collect" },
    body: { onBehalfOf: ADA },
  },
  {
    at: "11:04:05",
    operation: "object.action.call",
    isFurther: true,
    path: { ...path, action: "collect" },
    body: { onBehalfOf: ADA },
    makes: { "outcome.collections.0.collectionId": COLLECTION },
  },
  {
    // The bank collects within days, and the clock calls the action that follows.
    at: "11:04:10",
    operation: "sandbox.clock.advance",
    isFurther: true,
    body: { productId: PRODUCT, at: "2026-04-12T00:00:00.000Z" },
  },
  { at: "11:04:15", operation: "collection.list", query: { ...ofRent, limit: 1 } },
  {
    at: "11:04:20",
    operation: "object.action.call",
    path: { ...path, action: "pay" },
    body: { expectedRevision: 3 },
    makes: {
      "outcome.moves.0.transferId": FEE,
      "outcome.payouts.0.payoutId": PAYOUT,
      "outcome.payouts.0.transferId": PAYOUT_TRANSFER,
    },
  },
  {
    // The bank has sent the money, and the object is told.
    at: "11:04:25",
    operation: "sandbox.clock.advance",
    isFurther: true,
    body: { productId: PRODUCT, at: "2026-04-20T00:00:00.000Z" },
  },
  { at: "11:04:30", operation: "payout.list", query: { ...ofRent, limit: 1 } },
  { at: "11:04:35", operation: "object.history.list", path, query: { limit: 4 } },
];
