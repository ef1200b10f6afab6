/** The examples of customers: Ada, the shop that she buys at, and Grace, who leaves. */
import type { Example } from "../../contract/document/example.ts";
import { ADA, ADA_ENTITY, BOOKS, GRACE, GRACES_ENTITY, PRODUCT } from "../example_ids.ts";

export const customerExamples: readonly Example[] = [
  {
    at: "08:20",
    operation: "customer.create",
    body: {
      productId: PRODUCT,
      test: true,
      entity: { kind: "person", displayName: "Ada Lovelace", country: "GB" },
      externalId: "user-1815",
      metadata: { plan: "basic" },
    },
    makes: { customerId: ADA, "entity.entityId": ADA_ENTITY },
  },
  {
    at: "08:21",
    operation: "customer.create",
    isFurther: true,
    body: {
      productId: PRODUCT,
      entity: { kind: "organization", displayName: "Babbage Books Ltd", country: "GB" },
      externalId: "shop-7",
    },
    makes: { customerId: BOOKS },
  },
  {
    at: "08:22",
    operation: "customer.create",
    isFurther: true,
    body: {
      productId: PRODUCT,
      entity: { kind: "person", displayName: "Grace Hopper", country: "NL" },
      externalId: "user-1906",
    },
    makes: { customerId: GRACE, "entity.entityId": GRACES_ENTITY },
  },
  {
    at: "08:32",
    operation: "customer.update",
    path: { customerId: ADA },
    body: { metadata: { plan: "premium" }, expectedRevision: 1 },
  },
  { at: "09:25", operation: "customer.retrieve", path: { customerId: ADA } },
  {
    at: "09:26",
    operation: "customer.list",
    query: { productId: PRODUCT, status: "active", limit: 1 },
  },
  {
    at: "09:27",
    operation: "customer.account.list",
    path: { customerId: ADA },
    query: { currency: "EUR", limit: 1 },
  },
  { at: "09:28", operation: "customer.balance.list", path: { customerId: ADA } },
  {
    at: "09:29",
    operation: "customer.transfer.list",
    path: { customerId: ADA },
    query: { status: "posted", limit: 1 },
  },
  {
    at: "09:30",
    operation: "customer.activity.list",
    path: { customerId: ADA },
    query: { limit: 2 },
  },
  {
    at: "09:46",
    operation: "customer.suspend",
    path: { customerId: GRACE },
    body: { reason: "Documents under review" },
  },
  { at: "09:47", operation: "customer.reactivate", path: { customerId: GRACE } },
  { at: "09:48", operation: "customer.close", path: { customerId: GRACE } },
];
