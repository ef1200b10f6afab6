/** The examples of customer access: Charles is no test customer, and is enrolled step by step. */
import { type Example, exampleId } from "../../contract/document/example.ts";
import { PRODUCT } from "../example_ids.ts";

const CHARLES = exampleId("cust", 14);
const ACCESS = exampleId("cacc", 61);
const path = { customerAccessId: ACCESS };

export const customerAccessExamples: readonly Example[] = [
  {
    at: "09:48:05",
    operation: "customer.create",
    isFurther: true,
    body: {
      productId: PRODUCT,
      test: false,
      entity: { kind: "person", displayName: "Charles Babbage", country: "GB" },
    },
    makes: { customerId: CHARLES },
  },
  {
    at: "09:48:10",
    operation: "customer_access.create",
    body: {
      productId: PRODUCT,
      customerId: CHARLES,
      ports: ["customer"],
      terms: {
        version: "2026-01",
        acceptedAt: "2026-03-30T09:47:52.000Z",
        evidence: "sign-up 1871",
      },
    },
    makes: { customerAccessId: ACCESS },
  },
  {
    at: "09:48:15",
    operation: "sandbox.compliance_outcome.create",
    body: { customerAccessId: ACCESS, outcome: "clear" },
  },
  { at: "09:48:20", operation: "customer_access.activate", path },
  {
    at: "09:48:25",
    operation: "customer_access.suspend",
    path,
    body: { reason: "Documents under review" },
  },
  { at: "09:48:30", operation: "customer_access.resume", path },
  { at: "09:48:35", operation: "customer_access.retrieve", path },
  {
    at: "09:48:40",
    operation: "customer_access.list",
    query: { productId: PRODUCT, customerId: CHARLES, status: "active", limit: 1 },
  },
  {
    at: "09:48:45",
    operation: "customer_access.revoke",
    path,
    body: { reason: "Moved to another shop" },
  },
];
