/** How a decision goes on: who decides it, its deadline, and the action that runs by itself after an approval. */
import type { DueSource } from "../../contract/declare/due_source.ts";
import type { DecisionDocument, DecisionStatus } from "./decision_document.ts";
import type { DecisionFact, DecisionState } from "./decision_noun.ts";

type Resolution = {
  nowMs: number;
  /** By the Product's clock. */
  clockMs: number;
  changedBy: string;
  reason?: string | undefined;
  /** Whether the platform then calls an action by itself. */
  callsItself: boolean;
};

/** The decision is decided, or its time is over. */
export function resolvedFact(
  { realm: _, ...before }: DecisionDocument,
  status: Exclude<DecisionStatus, "pending">,
  { nowMs, clockMs, changedBy, reason, callsItself }: Resolution,
): DecisionFact {
  return {
    kind: `decision.${status}.1`,
    decision: {
      ...before,
      status,
      ...(reason !== undefined && { reason }),
      ...(status !== "timed_out" && { resolvedBy: changedBy }),
      resolvedAtMs: clockMs,
      ...(callsItself && { callsAtMs: clockMs }),
      updatedAtMs: nowMs,
      revision: before.revision + 1,
      changedBy,
    },
  };
}

/** The platform has called the action that runs by itself. */
export function calledFact(
  decision: Omit<DecisionDocument, "realm"> & { realm?: number },
  nowMs: number,
): DecisionFact {
  const { realm: _, callsAtMs: _called, ...kept } = decision;
  return {
    kind: "decision.called.1",
    decision: { ...kept, updatedAtMs: nowMs, revision: kept.revision + 1 },
  };
}

export const decisionSteps: DueSource<DecisionState> = {
  name: "decision.step",
  realms: ({ decisions }) => decisions.deadlines.realms(),
  earliest({ decisions }, realm) {
    const first = decisions.deadlines.first(realm);
    const decision = first && decisions.get(realm, first.key);
    if (first === undefined || decision === undefined) return undefined;
    const { decisionId, status } = decision;
    const operation = status === "pending" ? "decision.expire" : "object.decision.run";
    return { atMs: first.atMs, operation, input: { decisionId } };
  },
};
