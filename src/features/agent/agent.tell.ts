/**
 * agent.tell: the platform records in a realm of a Product what the platform shard has decided about an agent or
 * a grant. No caller reaches the operation; its key is that of the effect that asks for it.
 */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { AgentGrant, AgentMember } from "./agent_schema.ts";
import {
  type AgentApprovalEventType,
  type AgentGrantEventType,
  type AgentMemberEventType,
  approvalsTold,
  grantsTold,
  membersTold,
} from "./agent_told.ts";
import { AgentApproval } from "./approval_schema.ts";

const TYPES = [...grantsTold.types, ...membersTold.types, ...approvalsTold.types];

export const agentTell = declareWrite<object>()({
  id: "agent.tell",
  summary: "Record a change of an agent or a grant",
  description: "Done by the platform when an agent was let in, narrowed, or shut out.",
  http: { method: "POST", path: "/agents/tell" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object(
    {
      type: Type.Union(TYPES.map((type) => Type.Literal(type))),
      agentGrant: Type.Optional(AgentGrant),
      agentMember: Type.Optional(AgentMember),
      agentApproval: Type.Optional(AgentApproval),
      origin: Type.Integer({ minimum: 1 }),
    },
    { title: "AgentTelling", additionalProperties: false },
  ),
  output: Type.Union([AgentGrant, AgentMember]),
  refusals: [],
  events: TYPES,
  decide(_state, { type, agentGrant, agentMember, agentApproval, origin }) {
    if (agentApproval !== undefined) {
      return accept([approvalsTold.fact(type as AgentApprovalEventType, origin, agentApproval)]);
    }
    if (agentGrant !== undefined) {
      return accept([grantsTold.fact(type as AgentGrantEventType, origin, agentGrant)]);
    }
    invariant(agentMember !== undefined, "what is told is about an agent, a grant or an approval");
    return accept([membersTold.fact(type as AgentMemberEventType, origin, agentMember)]);
  },
  respond({ facts: [told] }: StoredRecord) {
    invariant(told !== undefined, "the record has the fact that tells");
    const all = [grantsTold, membersTold, approvalsTold];
    return JSON.stringify(all.flatMap(({ shownIn }) => shownIn(told) ?? [])[0]);
  },
});
