/** decision.list: the decisions of a Product, newest first. */
import { declareRead } from "../../contract/operation.ts";
import { listed } from "../resource_reads.ts";
import { decisions } from "./decision_noun.ts";

export const decisionList = declareRead({
  id: "decision.list",
  summary: "List decisions",
  description:
    "Newest first; those that wait have the status `pending`. `search` takes the id of a decision or of an object.",
  tag: "Decisions",
  http: { method: "GET", path: "/decisions", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "decisions:read",
  ...listed(decisions),
});
