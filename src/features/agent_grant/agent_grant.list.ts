/** agent_grant.list: what the members of the company let agents do, newest first. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id, listOf, listQuery } from "../../contract/values/formats.ts";
import { statusOfGrant } from "../agent/agent_document.ts";
import { agentGrants } from "../agent/agent_nouns.ts";
import { AgentGrant, AgentGrantStatus } from "../agent/agent_schema.ts";
import { answerCreatedList } from "../created_list.ts";
import { seenGrant } from "./agent_grant_view.ts";

export const agentGrantList = declareRead({
  id: "agent_grant.list",
  summary: "List grants",
  description: "What members of the company let agents do, newest first; ended grants too.",
  http: { method: "GET", path: "/agent-grants" },
  principals: PEOPLE,
  scope: "activity:read",
  permission: "tenant:read",
  acts: { on: "tenant" },
  query: listQuery({
    agentMemberId: Type.Optional(described(Id("agt"), "Only grants of this agent.")),
    status: Type.Optional(AgentGrantStatus),
  }),
  output: listOf(AgentGrant, "AgentGrantList"),
  refusals: [],
  read: (snapshot, input, context) =>
    answerCreatedList(input, context, {
      snapshot,
      tableCode: agentGrants.table.code,
      itemOf(_suffix, value) {
        const grant = agentGrants.decoded(value);
        const status = statusOfGrant(grant, context.nowMs);
        const { agentMemberId = grant.agentMemberId, status: asked = status } = input;
        if (grant.agentMemberId !== agentMemberId || status !== asked) return undefined;
        return seenGrant(snapshot, grant, context);
      },
    }),
});
