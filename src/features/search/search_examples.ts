/** The example of the search: what an order number finds. */
import type { Example } from "../../contract/document/example.ts";

export const searchExamples: readonly Example[] = [
  {
    at: "09:07",
    operation: "search.retrieve",
    query: { q: "order-1001", types: "transfer,transfer_hold" },
  },
];
