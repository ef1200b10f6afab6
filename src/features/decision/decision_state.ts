/** The part of a shard's state about decisions; all of it stays in the `state` database. */
import { ResourceTable } from "../../contract/resource.ts";
import type { DecisionDocument } from "./decision_document.ts";
import { decisions } from "./decision_resource.ts";

export type DecisionState = ReturnType<typeof createDecisionState>;

export function createDecisionState() {
  return { decisions: new ResourceTable<DecisionDocument>(decisions) };
}
