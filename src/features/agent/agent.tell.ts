/**
 * agent.tell: the platform records in a realm of a Product what the platform shard has decided about an agent or
 * a grant. No caller reaches the operation; its key is that of the effect that asks for it.
 */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { accept, declareWrite } from "../../contract/operation.ts";
import type { StoredRecord } from "../../contract/record.ts";
import { AgentGrant, AgentMember } from "./agent_schema.ts";
import {
  AGENT_GRANT_EVENTS,
  AGENT_GRANT_TOLD,
  AGENT_MEMBER_EVENTS,
  AGENT_MEMBER_TOLD,
  type AgentGrantEventType,
  type AgentGrantTold,
  type AgentMemberEventType,
  type AgentMemberTold,
} from "./agent_told.ts";

const TYPES = [...AGENT_GRANT_EVENTS, ...AGENT_MEMBER_EVENTS];

export const agentTell = declareWrite<object>()({
  id: "agent.tell",
  summary: "Record a change of an agent or a grant",
  description: "Done by the platform when an agent was let in, narrowed, or shut out.",
  tag: "Agents",
  http: { method: "POST", path: "/agents/tell", status: 200 },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object(
    {
      type: Type.Union(TYPES.map((type) => Type.Literal(type))),
      agentGrant: Type.Optional(AgentGrant),
      agentMember: Type.Optional(AgentMember),
      origin: Type.Integer({ minimum: 1 }),
    },
    { title: "AgentTelling", additionalProperties: false },
  ),
  output: Type.Union([AgentGrant, AgentMember]),
  refusals: [],
  events: TYPES,
  decide(_state, { type, agentGrant, agentMember, origin }) {
    if (agentGrant !== undefined) {
      const grantType = type as AgentGrantEventType;
      const told: AgentGrantTold = { kind: AGENT_GRANT_TOLD, type: grantType, origin, agentGrant };
      return accept([told]);
    }
    invariant(agentMember !== undefined, "what is told is about an agent or a grant");
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
    const [told] = facts;
    return JSON.stringify(
      told?.kind === AGENT_GRANT_TOLD
        ? (told as AgentGrantTold).agentGrant
        : (told as AgentMemberTold).agentMember,
    );
  },
});
