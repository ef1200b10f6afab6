/** The examples of the Product and its books. */
import type { Example } from "../../contract/document/example.ts";
import { MONTH, PRODUCT } from "../example_ids.ts";

export const productExamples: readonly Example[] = [
  { at: "08:02", operation: "product.retrieve", path: { productId: PRODUCT } },
  {
    at: "09:35",
    operation: "product.books.retrieve",
    path: { productId: PRODUCT },
    query: { currency: "EUR" },
  },
  {
    at: "09:36",
    operation: "product.books.entry.list",
    path: { productId: PRODUCT },
    query: { limit: 1 },
  },
  {
    at: "09:37",
    operation: "product.books.month.retrieve",
    path: { productId: PRODUCT, month: MONTH },
  },
  {
    at: "11:20:00",
    operation: "product.fee.list",
    path: { productId: PRODUCT },
    query: { limit: 1 },
  },
  {
    at: "11:19:50",
    operation: "product.stats.list",
    path: { productId: PRODUCT },
    query: { limit: 1 },
  },
  {
    at: "11:20:01",
    operation: "product.margin.retrieve",
    path: { productId: PRODUCT },
    query: { currency: "EUR" },
  },
  { at: "11:20:02", operation: "product.activation.retrieve", path: { productId: PRODUCT } },
];
