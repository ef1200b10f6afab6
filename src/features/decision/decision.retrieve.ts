/** decision.retrieve: reads one decision. */
import { declareRead } from "../../contract/operation.ts";
import { retrieved } from "../resource_reads.ts";
import { decisions } from "./decision_noun.ts";
import { DecisionPath } from "./decision_schema.ts";

export const decisionRetrieve = declareRead({
  id: "decision.retrieve",
  summary: "Retrieve a decision",
  description: "The decision as it is now, with who decided it and when a call used it.",
  tag: "Decisions",
  http: { method: "GET", path: "/decisions/{decisionId}", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "decisions:read",
  ...retrieved(decisions, DecisionPath),
});
