/**
 * The examples of collections: Ada's rent is collected from her wallet. One is collected at once; one is more than
 * she has, is to be tried again and then cancelled; one is confirmed by a transfer.
 */
import { type Example, exampleId } from "../../contract/document/example.ts";
import { ADA, PRODUCT, SHOP, WALLET } from "../example_ids.ts";

const CONSENT = exampleId("cons", 701);
const RENT = exampleId("coll", 702);
const TOO_MUCH = exampleId("coll", 703);
const PAID = exampleId("coll", 704);
const RENT_ATTEMPT = exampleId("op", 705);
const RENT_TRANSFER = exampleId("tr", 705);
const FAILED_ATTEMPT = exampleId("op", 706);
const PAYMENT = exampleId("tr", 707);

const parties = { sourceAccountId: WALLET, destinationAccountId: SHOP, currency: "EUR" };
const draft = { productId: PRODUCT, customerId: ADA, consentId: CONSENT, ...parties };

export const collectionExamples: readonly Example[] = [
  {
    at: "11:10",
    operation: "consent.create",
    isFurther: true,
    body: {
      productId: PRODUCT,
      customerId: ADA,
      type: "collection",
      accountId: WALLET,
      evidence: {
        method: "browser",
        acceptedAt: "2026-03-30T11:09:55.000Z",
        textDigest: `sha256:${"9f86d081884c7d65".repeat(4)}`,
      },
    },
    makes: { consentId: CONSENT },
  },
  {
    at: "11:10:05",
    operation: "collection.create",
    body: {
      ...draft,
      amount: "350",
      dueAt: "2027-05-02T00:00:00.000Z",
      description: "Rent of May",
    },
    makes: { collectionId: RENT },
  },
  {
    at: "11:10:10",
    operation: "collection.collect",
    path: { collectionId: RENT },
    makes: { transferId: RENT_TRANSFER, "attempts.0.operationId": RENT_ATTEMPT },
  },
  { at: "11:10:15", operation: "collection.retrieve", path: { collectionId: RENT } },
  {
    at: "11:10:25",
    operation: "customer.collection.list",
    path: { customerId: ADA },
    query: { limit: 1 },
  },
  {
    at: "11:10:30",
    operation: "collection.create",
    isFurther: true,
    body: { ...draft, amount: "90000000", dueAt: "2026-03-30T00:00:00.000Z" },
    makes: { collectionId: TOO_MUCH },
  },
  {
    at: "11:10:35",
    operation: "collection.create",
    isFurther: true,
    body: { ...draft, amount: "120", dueAt: "2027-06-02T00:00:00.000Z" },
    makes: { collectionId: PAID },
  },
  {
    at: "11:10:40",
    operation: "transfer.create",
    isFurther: true,
    body: { ...parties, amount: "120" },
    makes: { transferId: PAYMENT },
  },
  {
    at: "11:10:45",
    operation: "collection.confirm",
    path: { collectionId: PAID },
    body: { transferId: PAYMENT },
  },
  {
    at: "11:10:50",
    operation: "collection.attempt.list",
    path: { collectionId: TOO_MUCH },
    query: { limit: 1 },
    makes: { "items.0.operationId": FAILED_ATTEMPT },
  },
  {
    at: "11:10:55",
    operation: "collection.retry",
    path: { collectionId: TOO_MUCH },
    body: { dueAt: "2027-07-02T00:00:00.000Z" },
  },
  {
    at: "11:11",
    operation: "collection.cancel",
    path: { collectionId: TOO_MUCH },
    body: { reason: "The customer pays in cash" },
  },
];
