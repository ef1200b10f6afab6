/** The examples of approvals: the agent that reconciles books asks to read a balance and to move money in live. */
import { type Example, exampleId } from "../../contract/document/example.ts";
import type { AgentApproval } from "../agent/approval_schema.ts";
import { PRODUCT } from "../example_ids.ts";

const READING_ID = exampleId("apr", 581);
const MOVING = exampleId("apr", 582);
const ACCOUNT = exampleId("acct", 583);
const FOUNDER = exampleId("usr", 3);
const PAGES = "https://money.example/console/approvals";

/** The first of them, as the agent has asked for it. */
export const READING: AgentApproval = {
  agentApprovalId: READING_ID,
  agentMemberId: exampleId("agt", 571),
  agentName: "Reconciler",
  agentGrantId: exampleId("grant", 571),
  delegatorUserId: FOUNDER,
  operation: "account.balance.retrieve",
  summary: "Read an account's balance",
  isWrite: false,
  permission: "balances:read@live",
  environment: "live",
  arguments: { accountId: ACCOUNT },
  argumentsDigest: "5ad1f0c2b6e94d3788a1c0f2e6b7d95413fa8e20c7d6b19a02e4f5a6c8d7b310",
  productId: PRODUCT,
  productName: "Demo",
  revisions: [{ type: "account", id: ACCOUNT, revision: 1 }],
  idempotencyKey: "7d3f6c52-41a8-4e0b-9c17-2f5b8a6d9e01",
  status: "pending",
  approvalUrl: `${PAGES}/${READING_ID}`,
  ipAddress: "203.0.113.7",
  userAgent: "reconciler/1.4",
  requestedAt: "2026-03-30T12:44:10.000Z",
  expiresAt: "2026-03-30T12:54:10.000Z",
};

const moving: AgentApproval = {
  ...READING,
  agentApprovalId: MOVING,
  operation: "transfer.create",
  summary: "Move money between two accounts",
  isWrite: true,
  permission: "transfers:write@live",
  arguments: {
    sourceAccountId: ACCOUNT,
    destinationAccountId: exampleId("acct", 584),
    amount: "5000",
    currency: "EUR",
  },
  argumentsDigest: "c81e6a90d2f7453b9d04a7e1f38c5b62e0917d4f6a2b8c3d5e1f7a9b0c4d6e82",
  revisions: [
    { type: "account", id: ACCOUNT, revision: 1 },
    { type: "account", id: exampleId("acct", 584), revision: 2 },
  ],
  idempotencyKey: "0b9a4e7c-6f2d-4c58-8e3a-91d7c5f4b602",
  approvalUrl: `${PAGES}/${MOVING}`,
  requestedAt: "2026-03-30T12:44:20.000Z",
  expiresAt: "2026-03-30T12:54:20.000Z",
};

/** The approval without the agent's address, which only reads show. */
function asDecided(approval: AgentApproval): AgentApproval {
  const { ipAddress: _, userAgent: __, ...rest } = approval;
  return rest;
}

export const agentApprovalExamples: readonly Example[] = [
  {
    at: "12:44:30",
    operation: "agent_approval.list",
    query: { status: "pending" },
    makes: { "items.0.agentApprovalId": MOVING, "items.1.agentApprovalId": READING_ID },
    answer: { items: [moving, READING] },
  },
  {
    at: "12:44:35",
    operation: "agent_approval.retrieve",
    path: { agentApprovalId: MOVING },
    answer: moving,
  },
  {
    at: "12:44:40",
    operation: "agent_approval.approve",
    path: { agentApprovalId: READING_ID },
    body: { password: "correct horse battery staple" },
    answer: {
      ...asDecided(READING),
      status: "approved",
      decidedBy: FOUNDER,
      decidedAt: "2026-03-30T12:44:40.000Z",
    } satisfies AgentApproval,
  },
  {
    at: "12:44:45",
    operation: "agent_approval.deny",
    path: { agentApprovalId: MOVING },
    body: { reason: "Not before the month is closed." },
    answer: {
      ...asDecided(moving),
      status: "denied",
      decidedBy: FOUNDER,
      decidedAt: "2026-03-30T12:44:45.000Z",
      reason: "Not before the month is closed.",
    } satisfies AgentApproval,
  },
];
