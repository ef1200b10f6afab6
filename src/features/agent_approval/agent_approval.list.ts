/** agent_approval.list: what agents asked for in live, newest first; an agent sees its own requests alone. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE_AND_AGENTS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id, listOf, listQuery } from "../../contract/values/formats.ts";
import { statusOfApproval } from "../agent/approval_document.ts";
import { agentApprovals } from "../agent/approval_noun.ts";
import { AgentApproval, AgentApprovalStatus } from "../agent/approval_schema.ts";
import { answerCreatedList } from "../created_list.ts";
import { seenApproval } from "./approval_view.ts";

export const agentApprovalList = declareRead({
  id: "agent_approval.list",
  summary: "List approvals",
  description:
    "What agents asked for in live, newest first; decided requests too. An agent sees its own.",
  http: { method: "GET", path: "/agent-approvals" },
  principals: PEOPLE_AND_AGENTS,
  scope: "activity:read",
  permission: "tenant:read",
  acts: { on: "tenant" },
  approval: "never",
  query: listQuery({
    status: Type.Optional(AgentApprovalStatus),
    agentMemberId: Type.Optional(described(Id("agt"), "Only requests of this agent.")),
  }),
  output: listOf(AgentApproval, "AgentApprovalList"),
  refusals: [],
  read(snapshot, input, context) {
    const { caller, nowMs } = context;
    const own = caller.kind === "agent" ? caller.agentMemberId : undefined;
    return answerCreatedList(input, context, {
      snapshot,
      tableCode: agentApprovals.table.code,
      itemOf(_suffix, value) {
        const approval = agentApprovals.decoded(value);
        const status = statusOfApproval(approval, nowMs);
        const { agentMemberId = approval.agentMemberId, status: asked = status } = input;
        if (approval.agentMemberId !== agentMemberId || status !== asked) return undefined;
        if (own !== undefined && approval.agentMemberId !== own) return undefined;
        return seenApproval(snapshot, approval, context);
      },
    });
  },
});
