/** The examples of Products as a company has them: a second one, renamed, stopped and started. */
import { type Example, exampleId } from "../../contract/example.ts";

const CLUB = exampleId("prod", 563);

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
];
