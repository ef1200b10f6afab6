/**
 * What a person has approved of a live call of an agent. The edge finds out what the call is about, the
 * platform shard has the approval, and the shard that decides the call compares once more what the approval
 * binds, in the step of the decision: what has changed since a person looked at it never runs.
 */
import { type Refusal, refuse } from "../refusals/refusal.ts";

/** A resource that a call names, and its revision when the call was asked for. */
export type BoundRevision = { type: string; id: string; revision: number };

/** What of the state an approval binds. */
export type BoundState = {
  /** The digest of the Build that the Product runs; absent where it runs none, or the call acts in no Product. */
  buildDigest?: string;
  /** In the order of their ids, each once. */
  revisions: readonly BoundRevision[];
};

/** A consumed approval on its way to the shard that decides the call. */
export type Bound = BoundState & {
  agentApprovalId: string;
  approvalUrl: string;
  /** ISO 8601. */
  expiresAt: string;
};

/**
 * An approval that was consumed: the request that it was consumed by, until when that may be sent again, and what
 * goes with it, a `Bound` in JSON.
 */
export type ConsumedApproval = { argumentsDigest: string; expiresAtMs: number; boundText: string };

export const APPROVAL_STATUSES = ["pending", "approved", "consumed", "denied", "expired"] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** For how long an approval is asked for and, once given, may be used: platform.md, "Agent approval". */
export const APPROVAL_MS = 10 * 60_000;

type Named = Pick<Bound, "agentApprovalId" | "approvalUrl" | "expiresAt">;

const SAME_KEY = "send the same request with the same key once a person has approved it";
const NEW_KEY = "send the request with a new key, which asks for a new approval";

/** `agent_approval_required`: a person has to approve, or the approval is over. */
export function refuseUnapproved(
  { agentApprovalId, approvalUrl, expiresAt }: Named,
  status: ApprovalStatus,
  message: string,
): Refusal<"agent_approval_required"> {
  const retry = status === "pending" || status === "approved" ? SAME_KEY : NEW_KEY;
  return refuse("agent_approval_required", message, {
    agentApprovalId,
    approvalUrl,
    status,
    expiresAt,
    retry,
  });
}

/** What differs between what was approved and what is there now; undefined where nothing does. */
export function changedSince(bound: BoundState, now: BoundState): string | undefined {
  if (bound.buildDigest !== now.buildDigest) return "the Build of the Product";
  const { revisions } = now;
  const length = Math.max(bound.revisions.length, revisions.length);
  for (let at = 0; at < length; at++) {
    const [then, here] = [bound.revisions[at], revisions[at]];
    if (then?.id !== here?.id || then?.revision !== here?.revision) {
      return `${then?.id ?? here?.id}`;
    }
  }
  return undefined;
}

/** The revision of the resource with the id, as memory has it; undefined where the realm has none. */
export type RevisionOf = (id: string) => number | undefined;

/**
 * What has changed since the approval was bound, where the revision of each resource is asked for by itself. `named`: what the call names
 * otherwise than by ids that were made; what it did not name when it was bound was made since.
 */
export function changedIn(
  { buildDigest, revisions }: BoundState,
  now: {
    buildDigest: string | undefined;
    revisionOf: RevisionOf;
    named: readonly BoundRevision[];
  },
): string | undefined {
  if (buildDigest !== now.buildDigest) return "the Build of the Product";
  const named = new Map(now.named.map(({ id, revision }) => [id, revision]));
  const changed = revisions.find(
    ({ id, revision }) => (named.get(id) ?? now.revisionOf(id)) !== revision,
  );
  const isBound = (id: string) => revisions.some((bound) => bound.id === id);
  return (changed ?? now.named.find(({ id }) => !isBound(id)))?.id;
}
