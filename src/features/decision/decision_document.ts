/** A decision about an object as the shard stores it: it was asked for by an action, and lets one call of a gated action run. */

export const DECISION_STATUSES = ["pending", "approved", "declined", "timed_out"] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];

export type DecisionDocument = {
  realm: number;
  decisionId: string;
  objectId: string;
  /** The kind of the object. */
  kind: string;
  /** The name that the program has for the decision. */
  gate: string;
  /** Who may decide: kinds of actors of the program. */
  by: readonly string[];
  status: DecisionStatus;
  /** When it was asked for, by the Product's clock, milliseconds UTC. */
  requestedAtMs: number;
  /** Until when it can be decided, by the Product's clock. */
  deadlineMs: number;
  onTimeout: "decline" | "approve";
  reason?: string;
  /** Text of the actor who decided. */
  resolvedBy?: string;
  /** When it was decided or its time was over, by the Product's clock. */
  resolvedAtMs?: number;
  /** When the platform calls an action by itself; absent where none waits to be called. */
  callsAtMs?: number;
  /** When a call used the approval, by the Product's clock. */
  usedAtMs?: number;
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
  changedBy: string;
};

/** When something is to be done about the decision: at its deadline, or when an action runs by itself. */
export function stepAtMs({
  status,
  deadlineMs,
  callsAtMs,
}: Pick<DecisionDocument, "status" | "deadlineMs" | "callsAtMs">): number | undefined {
  return status === "pending" ? deadlineMs : callsAtMs;
}
