/** The examples of agents: the founder has let in one that reconciles books. */
import { type Example, exampleId } from "../../contract/document/example.ts";
import type { AgentMember } from "../agent/agent_schema.ts";
import { GRANT_AT_FIRST } from "../agent_grant/agent_grant_examples.ts";
import { PRODUCT, TENANT } from "../example_ids.ts";
import type { CurrentAgent } from "./current_agent.ts";

const FOUNDER = exampleId("usr", 3);
const AGENT = exampleId("agt", 571);

/** The agent as it is shown from 12:40 on, but for what a request changes. */
export const AGENT_AT_FIRST: AgentMember = {
  agentMemberId: AGENT,
  companyId: TENANT,
  name: "Reconciler",
  companyWide: false,
  status: "active",
  products: [],
  createdByUserId: FOUNDER,
  revision: 1,
  createdAt: "2026-03-30T12:40:00.000Z",
  updatedAt: "2026-03-30T12:40:00.000Z",
};

const renamed: AgentMember = {
  ...AGENT_AT_FIRST,
  name: "Month-end reconciler",
  revision: 2,
  updatedAt: "2026-03-30T12:44:00.000Z",
};

export const agentMemberExamples: readonly Example[] = [
  {
    at: "12:41",
    operation: "agent_member.current",
    makes: { agentMemberId: AGENT, "grant.agentGrantId": GRANT_AT_FIRST.agentGrantId },
    answer: {
      agentMemberId: AGENT,
      name: AGENT_AT_FIRST.name,
      companyId: TENANT,
      companyWide: false,
      grant: GRANT_AT_FIRST,
      products: [{ productId: PRODUCT, name: "Demo", status: "active", liveActivated: false }],
      hasMoreProducts: false,
    } satisfies CurrentAgent,
  },
  {
    at: "12:42",
    operation: "agent_member.list",
    query: { status: "active" },
    answer: { items: [AGENT_AT_FIRST] },
  },
  {
    at: "12:43",
    operation: "agent_member.retrieve",
    path: { agentMemberId: AGENT },
    answer: AGENT_AT_FIRST,
  },
  {
    at: "12:44",
    operation: "agent_member.update",
    path: { agentMemberId: AGENT },
    body: { name: "Month-end reconciler" },
    answer: renamed,
  },
  {
    at: "12:49",
    operation: "agent_member.revoke",
    path: { agentMemberId: AGENT },
    answer: {
      ...renamed,
      status: "revoked",
      revision: 3,
      updatedAt: "2026-03-30T12:49:00.000Z",
      revokedAt: "2026-03-30T12:49:00.000Z",
    } satisfies AgentMember,
  },
];
