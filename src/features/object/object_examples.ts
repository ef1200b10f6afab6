/** The examples of objects: Ada pays the deposit of her flat, and the operator claims it. */
import { type Example, exampleId } from "../../contract/document/example.ts";
import { CLAIM } from "../decision/decision_examples.ts";
import { ADA, PRODUCT } from "../example_ids.ts";

/** The deposit, what it has and what its actions made. */
export const DEPOSIT = exampleId("obj", 611);
const SAFE = exampleId("acct", 612);
const PAYMENT = exampleId("tr", 613);
const ENDING = exampleId("sch", 614);

const kind = "deposit";
const path = { productId: PRODUCT, kind, objectId: DEPOSIT };

export const objectExamples: readonly Example[] = [
  {
    at: "11:01",
    operation: "object.create",
    path: { productId: PRODUCT, kind },
    body: { fields: { tenant: ADA, amount: "1000" } },
    makes: { objectId: DEPOSIT, "ownAccounts.0.accountId": SAFE },
  },
  {
    at: "11:01:10",
    operation: "object.action.call",
    path: { ...path, action: "pay" },
    isFurther: true,
    body: { onBehalfOf: ADA, expectedRevision: 1 },
    makes: {
      "outcome.moves.0.transferId": PAYMENT,
      "outcome.schedules.0.scheduleId": ENDING,
    },
  },
  {
    at: "11:01:15",
    operation: "object.action.call",
    path: { ...path, action: "claim" },
    body: {},
    makes: { "outcome.decisions.0.decisionId": CLAIM },
    isFurther: true,
  },
  {
    at: "11:01:20",
    operation: "object.list",
    path: { productId: PRODUCT, kind },
    query: { state: "paid", subjectId: ADA, limit: 1 },
  },
  { at: "11:01:25", operation: "object.retrieve", path },
  { at: "11:01:30", operation: "object.action.list", path, query: { limit: 2 } },
  {
    at: "11:01:40",
    operation: "object.transfer.list",
    path,
    query: { status: "posted", limit: 1 },
  },
  { at: "11:01:45", operation: "object.account.list", path },
  { at: "11:01:50", operation: "object.reference.list", path, query: { direction: "outbound" } },
  { at: "11:01:55", operation: "object.schedule.list", path, query: { status: "scheduled" } },
  { at: "11:02", operation: "object.decision.list", path, query: { status: "pending" } },
  { at: "11:02:05", operation: "noun_instance.retrieve", path: { nounInstanceId: DEPOSIT } },
  {
    at: "11:02:10",
    operation: "customer.object.list",
    path: { customerId: ADA },
    query: { kind, limit: 1 },
  },
  {
    at: "11:03:30",
    operation: "object.action.call",
    path: { ...path, action: "giveBack" },
    body: {},
    isFurther: true,
  },
];
