/** Decision table of agent.tell: what is told is the agent or the grant as a read of it shows it. */
import assert from "node:assert/strict";
import { PRINCIPAL, START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { exampleId } from "../../contract/document/example.ts";
import { agentTell } from "./agent.tell.ts";
import { agentGrantResource, agentMemberResource } from "./agent_nouns.ts";

const PLACE = 8_193;
const times = { revision: 1, createdAtMs: START_MS, updatedAtMs: START_MS };
const agentMemberId = exampleId("agt", 1);
const createdByUserId = exampleId("usr", 2);
const { tenantId, productId } = PRINCIPAL;
const MEMBER = agentMemberResource({
  ...{ agentMemberId, tenantId, name: "Bot", companyWide: false, status: "active" },
  ...{ productIds: [productId], createdByUserId, ...times },
});
const GRANT = agentGrantResource(
  {
    ...{ agentGrantId: exampleId("grant", 1), agentMemberId, tenantId },
    ...{
      delegatorUserId: createdByUserId,
      clientId: "c",
      audience: "https://money.example/v1/mcp",
    },
    ...{ scopes: ["books:read"], productIds: [productId], buildIds: [], toolForm: "full" },
    ...{ status: "active", endsAtMs: START_MS + 1, ...times },
  },
  START_MS,
);

decisionTable(agentTell, {
  input: () => ({ type: "agent_grant.created", agentGrant: GRANT, origin: PLACE }),
  rows: [
    {
      title: "a grant",
      outcome: "the grant, as a fact and as the answer",
      check({ reply, facts }) {
        assert.deepEqual(reply, GRANT);
        const type = "agent_grant.created";
        const told = { kind: "agent_grant.told.1", type, origin: PLACE, agentGrant: GRANT };
        assert.deepEqual(facts, [told]);
      },
    },
    {
      title: "an agent",
      input: { type: "agent_member.revoked", agentGrant: undefined, agentMember: MEMBER },
      outcome: "the agent, as a fact and as the answer",
      check({ reply, facts }) {
        assert.deepEqual(reply, MEMBER);
        const type = "agent_member.revoked";
        const told = { kind: "agent_member.told.1", type, origin: PLACE, agentMember: MEMBER };
        assert.deepEqual(facts, [told]);
      },
    },
  ],
});
