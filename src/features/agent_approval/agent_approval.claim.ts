/**
 * agent_approval.claim: an edge asks for the approval of an agent's call that is about to run. An approval is given out
 * once; where there is none, a person is asked. No caller reaches the operation. It has no idempotency key of its
 * own, because approvals are found by the key of the call.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { HiddenValueShown } from "../agent/approval_schema.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import type { UserState } from "../user/user_state.ts";
import { claimed } from "./approval_claim.ts";

const closed = { additionalProperties: false } as const;
const Revisions = Type.Array(
  Type.Object({ type: Type.String(), id: Type.String(), revision: Type.Integer() }, closed),
);

export const agentApprovalClaim = declareWrite<TenantState & UserState>()({
  id: "agent_approval.claim",
  summary: "Take the approval of a request",
  description: "Done by the platform when an agent asks for something in live.",
  http: { method: "POST", path: "/agent-approvals/claim" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "tenant" },
  // An agent that asks every second whether it may go on writes nothing into the log.
  recording: { onlyChanges: true },
  body: Type.Object(
    {
      operation: Type.String(),
      environment: Type.Union([Type.Literal("sandbox"), Type.Literal("live")]),
      productId: Type.Optional(Type.String()),
      arguments: Type.Record(Type.String(), Type.Unknown()),
      hiddenValues: Type.Array(HiddenValueShown),
      sealedArguments: Type.Optional(Type.String()),
      keyIds: Type.Array(Type.String()),
      argumentsDigest: Type.String(),
      olderDigests: Type.Optional(Type.Array(Type.String())),
      buildDigest: Type.Optional(Type.String()),
      revisions: Revisions,
      idempotencyKey: Type.String(),
      agentGrantId: Type.String(),
      approvalsUrl: Type.String(),
      origin: Type.Object({ address: Type.String(), userAgent: Type.String() }, closed),
    },
    { title: "AgentApprovalClaim", ...closed },
  ),
  output: Type.Object(
    {
      agentApprovalId: Type.String(),
      approvalUrl: Type.String(),
      expiresAt: Type.String(),
      buildDigest: Type.Optional(Type.String()),
      revisions: Revisions,
    },
    { title: "AgentApprovalClaimed", ...closed },
  ),
  refusals: ["session_revoked", "idempotency_conflict", "agent_approval_required", "rate_limited"],
  events: ["agent_approval.requested", "agent_approval.expired", "agent_approval.consumed"],
  decide(state, asked, context) {
    const claim = claimed(state, asked, context);
    if ("refused" in claim) return claim;
    const { facts, effects, bound } = claim;
    return { ...accept(facts, bound), effects };
  },
});
