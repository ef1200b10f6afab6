/** The examples of grants: that of the agent that reconciles books is narrowed, then revoked. */
import { type Example, exampleId } from "../../contract/document/example.ts";
import type { AgentGrant } from "../agent/agent_schema.ts";
import { PRODUCT } from "../example_ids.ts";

const GRANT = exampleId("grant", 571);

/** The grant as it is shown from 12:40 on, but for what a request changes. */
export const GRANT_AT_FIRST: AgentGrant = {
  agentGrantId: GRANT,
  agentMemberId: exampleId("agt", 571),
  delegatorUserId: exampleId("usr", 3),
  clientId: "reconciler-cli",
  audience: "https://money.example/v1/mcp",
  scopes: ["accounts:read", "books:read", "transfers:read"],
  productIds: [PRODUCT],
  buildIds: [],
  toolForm: "full",
  status: "active",
  expiresAt: "2026-04-29T12:40:00.000Z",
  idleExpiresAt: "2026-04-06T12:40:00.000Z",
  lastUsedAt: "2026-03-30T12:40:00.000Z",
  revision: 2,
  createdAt: "2026-03-30T12:40:00.000Z",
  updatedAt: "2026-03-30T12:40:00.000Z",
};
const { idleExpiresAt: _, lastUsedAt: __, ...WITHOUT_TIMES } = GRANT_AT_FIRST;
const narrowed: AgentGrant = {
  ...WITHOUT_TIMES,
  scopes: ["accounts:read", "books:read"],
  revision: 3,
  updatedAt: "2026-03-30T12:47:00.000Z",
};

export const agentGrantExamples: readonly Example[] = [
  {
    at: "12:45",
    operation: "agent_grant.list",
    query: { status: "active" },
    answer: { items: [GRANT_AT_FIRST] },
  },
  {
    at: "12:46",
    operation: "agent_grant.retrieve",
    path: { agentGrantId: GRANT },
    answer: GRANT_AT_FIRST,
  },
  {
    at: "12:47",
    operation: "agent_grant.update",
    path: { agentGrantId: GRANT },
    body: { scopes: ["accounts:read", "books:read"] },
    answer: narrowed,
  },
  {
    at: "12:48",
    operation: "agent_grant.revoke",
    path: { agentGrantId: GRANT },
    answer: {
      ...narrowed,
      status: "revoked",
      revision: 4,
      updatedAt: "2026-03-30T12:48:00.000Z",
      revokedAt: "2026-03-30T12:48:00.000Z",
    } satisfies AgentGrant,
  },
];
