/** agent_member.retrieve: one agent of the company; an agent reads itself alone. */
import { Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE_AND_AGENTS } from "../../contract/declare/principal_lists.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { Id } from "../../contract/values/formats.ts";
import { agentMemberNotFound, agentMemberResource, agentMembers } from "../agent/agent_nouns.ts";
import { AgentMember } from "../agent/agent_schema.ts";

export const agentMemberRetrieve = declareRead({
  id: "agent_member.retrieve",
  summary: "Retrieve an agent",
  description:
    "An agent retrieves itself; of every other agent of its company it gets `unauthorized`.",
  http: { method: "GET", path: "/agent-members/{agentMemberId}" },
  principals: PEOPLE_AND_AGENTS,
  scope: "activity:read",
  permission: "tenant:read",
  acts: { on: "tenant" },
  approval: "never",
  path: Type.Object({ agentMemberId: Id("agt") }, { additionalProperties: false }),
  output: AgentMember,
  refusals: ["resource_not_found", "unauthorized"],
  read(snapshot, { agentMemberId }, { realm, caller }) {
    const seen = agentMembers.find(snapshot, realm, agentMemberId);
    if (seen === undefined) return agentMemberNotFound(agentMemberId);
    if (caller.kind === "agent" && caller.agentMemberId !== agentMemberId) {
      const message = `this agent is ${caller.agentMemberId}, and no agent sees another`;
      const nextStep = "Call agent_member.current, which names this agent.";
      return refuse("unauthorized", message, { nextStep });
    }
    return found(agentMemberResource(seen.document));
  },
});
