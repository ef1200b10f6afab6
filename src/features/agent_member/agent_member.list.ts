/** agent_member.list: the named agents of the company, newest first. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { listOf, listQuery, Search } from "../../contract/values/formats.ts";
import { agentMemberResource, agentMembers } from "../agent/agent_nouns.ts";
import { AgentMember, AgentMemberStatus } from "../agent/agent_schema.ts";
import { answerCreatedList } from "../created_list.ts";

export const agentMemberList = declareRead({
  id: "agent_member.list",
  summary: "List agents",
  description: "The named agents of the company, newest first; revoked ones too.",
  http: { method: "GET", path: "/agent-members" },
  principals: PEOPLE,
  scope: "activity:read",
  permission: "tenant:read",
  acts: { on: "tenant" },
  query: listQuery({
    status: Type.Optional(AgentMemberStatus),
    search: Type.Optional(
      described(Search, "Only agents whose name contains this text, or that have this id."),
    ),
  }),
  output: listOf(AgentMember, "AgentMemberList"),
  refusals: [],
  read: (snapshot, input, context) =>
    answerCreatedList(input, context, {
      snapshot,
      tableCode: agentMembers.table.code,
      itemOf(_suffix, value) {
        const agent = agentMembers.decoded(value);
        const { status = agent.status, search = "" } = input;
        const text = search.toLowerCase();
        const isFound =
          agent.name.toLowerCase().includes(text) || agent.agentMemberId.toLowerCase() === text;
        return agent.status === status && isFound ? agentMemberResource(agent) : undefined;
      },
    }),
});
