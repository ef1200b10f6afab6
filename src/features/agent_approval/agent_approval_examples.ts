/** The examples of approvals: the agent that reconciles books asked to read a balance in live. */
import { type Example, exampleId } from "../../contract/example.ts";
import type { AgentApproval } from "../agent/approval_schema.ts";
import { AGENT } from "../agent_member/agent_member_examples.ts";

export const APPROVAL = exampleId("apr", 581);
const FOUNDER = exampleId("usr", 3);
const ACCOUNT = exampleId("acct", 582);

const asked: AgentApproval = {
  agentApprovalId: APPROVAL,
  agentMemberId: AGENT,
  agentName: "Reconciler",
  agentGrantId: exampleId("grant", 571),
  delegatorUserId: FOUNDER,
  operation: "account.balance.retrieve",
  summary: "Retrieve the balance of an account",
  isWrite: false,
  environment: "live",
  arguments: { accountId: ACCOUNT },
  argumentsDigest: "7f0d3c9a55e2",
  revisions: [{ type: "account", id: ACCOUNT, revision: 1 }],
  idempotencyKey: "00000000-0000-4000-8000-000000000581",
  status: "pending",
  approvalUrl: `https://money.example/console/approvals/${APPROVAL}`,
  requestedAt: "2026-03-30T12:45:10.000Z",
  expiresAt: "2026-03-30T12:55:10.000Z",
};

export const agentApprovalExamples: readonly Example[] = [];
void asked;
