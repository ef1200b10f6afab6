/** The examples of Products as a company has them: a second one, renamed, stopped and started, and a Build for the first one. */
import { type Example, exampleId } from "../../contract/document/example.ts";
import { PRODUCT, TENANT } from "../example_ids.ts";
import { PRICE_LIST } from "./price_list.ts";

const CLUB = exampleId("prod", 563);
const BUILD = exampleId("bld", 575);
const { fees, usageRates } = PRICE_LIST;
const PRICES = { fees, usageRates };

/** The second Product on its way to live; who asks has a second factor, which nobody has in the story. */
const onItsWay = (status: string, activation: string, revision: number) => ({
  productId: CLUB,
  tenantId: TENANT,
  name: "Savings club",
  status,
  environment: "sandbox",
  capabilities: ["ledger", "customers", "transfers", "holds"],
  fees: PRICES.fees,
  usageRates: PRICES.usageRates,
  activation: { status: activation },
  revision,
  createdAt: "2026-03-30T10:50:00.000Z",
  updatedAt: `2026-03-30T11:2${revision - 4}:00.000Z`,
});

/** The row that gives a deposit back, and an operation of the clock. */
const END_OF_DEPOSIT = exampleId("sch", 614);
const CLOCK_RUN = exampleId("op", 640);

export const productCompanyExamples: readonly Example[] = [
  {
    at: "10:50",
    operation: "product.create",
    body: { name: "Savings" },
    makes: { productId: CLUB },
  },
  { at: "10:51", operation: "product.list", query: { limit: 1 } },
  {
    at: "10:52",
    operation: "product.update",
    path: { productId: CLUB },
    body: { name: "Savings club" },
  },
  { at: "10:53", operation: "product.disable", path: { productId: CLUB } },
  { at: "10:54", operation: "product.enable", path: { productId: CLUB } },
  {
    at: "10:58:10",
    operation: "product.build.apply",
    path: { productId: PRODUCT },
    body: { buildId: BUILD, expectedPricing: PRICES, expectedRevision: 1 },
  },
  {
    at: "10:58:20",
    operation: "product.build.list",
    path: { productId: PRODUCT },
    query: { limit: 1 },
  },
  { at: "10:58:22", operation: "product.noun.list", path: { productId: PRODUCT } },
  {
    at: "10:58:24",
    operation: "product.noun.retrieve",
    path: { productId: PRODUCT, kind: "deposit" },
    shows: { actions: 1 },
  },
  {
    at: "10:58:26",
    operation: "product.port.list",
    path: { productId: PRODUCT },
    query: { limit: 1 },
  },
  { at: "11:03:10", operation: "product.limit.list", path: { productId: PRODUCT } },
  {
    at: "11:03:15",
    operation: "product.schedule.list",
    path: { productId: PRODUCT },
    query: { status: "scheduled", limit: 1 },
  },
  {
    at: "11:03:16",
    operation: "product.schedule.retrieve",
    path: { productId: PRODUCT, scheduleId: END_OF_DEPOSIT },
  },
  {
    at: "11:03:20",
    operation: "product.clock_run.list",
    path: { productId: PRODUCT },
    query: { limit: 1 },
    makes: { "items.0.clockRunId": CLOCK_RUN },
  },
  {
    at: "11:03:21",
    operation: "product.clock_run.retrieve",
    path: { productId: PRODUCT, clockRunId: CLOCK_RUN },
  },
  {
    at: "11:03:40",
    operation: "product.noun.retire",
    path: { productId: PRODUCT, kind: "deposit" },
  },
  {
    at: "11:21",
    operation: "product.activation.request",
    path: { productId: CLUB },
    body: {
      expectedPricing: PRICES,
      capabilities: ["ledger", "customers", "transfers", "holds"],
    },
    answer: onItsWay("active", "requested", 5),
  },
  {
    at: "11:22",
    operation: "product.activation.cancel",
    path: { productId: CLUB },
    answer: onItsWay("active", "not_requested", 6),
  },
  {
    at: "11:23",
    operation: "product.close",
    path: { productId: CLUB },
    answer: onItsWay("closed", "not_requested", 7),
  },
];
