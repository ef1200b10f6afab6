/** The examples of usage. */
import type { Example } from "../../contract/document/example.ts";
import { MONTH, PRODUCT } from "../example_ids.ts";

export const usageExamples: readonly Example[] = [
  {
    at: "11:52:30",
    operation: "usage.statement.list",
    path: { productId: PRODUCT },
    query: { limit: 1 },
  },
  {
    at: "11:52:31",
    operation: "usage.statement.retrieve",
    path: { productId: PRODUCT, month: MONTH },
  },
  {
    at: "11:52:32",
    operation: "usage.record.list",
    path: { productId: PRODUCT },
    query: { limit: 1, meter: "transfer" },
  },
];
