/**
 * The examples of collections. Their answers are written by hand: no program of the story collects, because a row that does is due a month
 * after its loan begins.
 */
import { type Example, exampleId } from "../../contract/example.ts";
import { ADA, CONSENT, PRODUCT, WALLET } from "../example_ids.ts";
import type { Collection, CollectionAttempt } from "./collection_schema.ts";

const COLLECTION = exampleId("coll", 651);
const AT = "2026-05-02T00:00:00.000Z";

const ATTEMPT: CollectionAttempt = {
  at: AT,
  operationId: exampleId("op", 652),
  outcome: "collected",
};
const ANSWER: Collection = {
  collectionId: COLLECTION,
  productId: PRODUCT,
  environment: "sandbox",
  customerId: ADA,
  consentId: CONSENT,
  objectId: exampleId("obj", 653),
  scheduleId: exampleId("sch", 654),
  sourceAccountId: WALLET,
  amount: "3500",
  currency: "EUR",
  dueAt: AT,
  attempts: [ATTEMPT],
  transferId: exampleId("tr", 655),
  status: "collected",
  revision: 1,
  createdAt: "2026-03-30T11:02:55.000Z",
  updatedAt: "2026-03-30T11:02:55.000Z",
  actor: { type: "clock", id: "clock" },
};

export const collectionExamples: readonly Example[] = [
  {
    at: "11:02:56",
    operation: "collection.list",
    query: { productId: PRODUCT, status: "collected", limit: 1 },
    makes: { "items.0.collectionId": COLLECTION },
    answer: { items: [ANSWER] },
  },
  {
    at: "11:02:57",
    operation: "collection.retrieve",
    path: { collectionId: COLLECTION },
    answer: ANSWER,
  },
  {
    at: "11:02:59",
    operation: "customer.collection.list",
    path: { customerId: ADA },
    query: { limit: 1 },
    answer: { items: [ANSWER] },
  },
];
