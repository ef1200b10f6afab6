/** The operations on statements of a Product in the story of all examples. */
import type { Example } from "../../contract/document/example.ts";
import { PRODUCT, STATEMENT } from "../example_ids.ts";

/** The sandbox's clock went to April at 09:10, so March is sealed. */
export const statementExamples: readonly Example[] = [
  {
    at: "09:11:30",
    operation: "statement.list",
    query: { productId: PRODUCT, limit: 1 },
    makes: { "items.0.statementId": STATEMENT },
  },
  { at: "09:11:40", operation: "statement.retrieve", path: { statementId: STATEMENT } },
];
