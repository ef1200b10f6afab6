/** The examples of Products as a company has them: a second one, renamed, stopped and started, and a Build for the first one. */
import { type Example, exampleId } from "../../contract/example.ts";
import { PRODUCT } from "../example_ids.ts";

const CLUB = exampleId("prod", 563);
const BUILD = exampleId("bld", 575);
const PRICES = { fees: [{ code: "transfer", amount: "0" }], usageRates: [] };

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
  { at: "10:58:30", operation: "product.limit.list", path: { productId: PRODUCT } },
  { at: "10:58:31", operation: "product.schedule.list", path: { productId: PRODUCT } },
  { at: "10:58:32", operation: "product.clock_run.list", path: { productId: PRODUCT } },
];
