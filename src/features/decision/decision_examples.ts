/** The operations on decisions in the story of all examples: the claim on a deposit is decided. */
import { type Example, exampleId } from "../../contract/document/example.ts";
import { PRODUCT } from "../example_ids.ts";

/** The decision that the operator's claim asks for. */
export const CLAIM = exampleId("dec", 615);

export const decisionExamples: readonly Example[] = [
  {
    at: "11:02:40",
    operation: "decision.list",
    query: { productId: PRODUCT, status: "pending", limit: 1 },
  },
  { at: "11:02:45", operation: "decision.retrieve", path: { decisionId: CLAIM } },
  {
    at: "11:02:50",
    operation: "decision.resolve",
    path: { decisionId: CLAIM },
    body: { outcome: "decline", reason: "the flat was left as it was" },
  },
];
