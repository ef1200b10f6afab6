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
  AGENT_APPROVAL_EVENTS,
  AGENT_APPROVAL_TOLD,
  AGENT_GRANT_EVENTS,
  AGENT_GRANT_TOLD,
  AGENT_MEMBER_EVENTS,
  AGENT_MEMBER_TOLD,
  type AgentApprovalEventType,
  type AgentApprovalTold,
  type AgentGrantEventType,
  type AgentGrantTold,
  type AgentMemberEventType,
  type AgentMemberTold,
} from "./agent_told.ts";
import { AgentApproval } from "./approval_schema.ts";

const TYPES = [...AGENT_GRANT_EVENTS, ...AGENT_MEMBER_EVENTS, ...AGENT_APPROVAL_EVENTS];

/** What a fact tells of: it has exactly one of these members. */
type Told = Partial<
  Pick<AgentGrantTold, "agentGrant"> &
    Pick<AgentMemberTold, "agentMember"> &
    Pick<AgentApprovalTold, "agentApproval">
>;

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
      const approvalType = type as AgentApprovalEventType;
      const kind = AGENT_APPROVAL_TOLD;
      const told: AgentApprovalTold = { kind, type: approvalType, origin, agentApproval };
      return accept([told]);
    }
    if (agentGrant !== undefined) {
      const grantType = type as AgentGrantEventType;
      const told: AgentGrantTold = { kind: AGENT_GRANT_TOLD, type: grantType, origin, agentGrant };
      return accept([told]);
    }
    invariant(agentMember !== undefined, "what is told is about an agent, a grant or an approval");
    const memberType = type as AgentMemberEventType;
    const told: AgentMemberTold = {
      kind: AGENT_MEMBER_TOLD,
      type: memberType,
      origin,
      agentMember,
    };
    return accept([told]);
  },
  respond: ({ facts }: StoredRecord) => {
    const [told] = facts as readonly Told[];
    return JSON.stringify(told?.agentGrant ?? told?.agentMember ?? told?.agentApproval);
  },
});
