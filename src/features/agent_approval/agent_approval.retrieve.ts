/** agent_approval.retrieve: one request of an agent, with everything that a person needs to decide about it. */
import { Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE_AND_AGENTS } from "../../contract/declare/principal_lists.ts";
import { Id } from "../../contract/values/formats.ts";
import { agentApprovalNotFound, agentApprovals } from "../agent/approval_noun.ts";
import { AgentApproval } from "../agent/approval_schema.ts";
import { personalArgumentsFor } from "./approval_personal.ts";
import { seenApproval } from "./approval_view.ts";

export const agentApprovalRetrieve = declareRead({
  id: "agent_approval.retrieve",
  summary: "Retrieve an approval",
  description:
    "What the agent asked for, what it was about, and what came of it. The browser session of somebody who may approve it is shown the personal values too, as long as something can be decided. An agent retrieves its own requests; those of every other do not exist for it.",
  http: { method: "GET", path: "/agent-approvals/{agentApprovalId}" },
  principals: PEOPLE_AND_AGENTS,
  scope: "activity:read",
  permission: "tenant:read",
  acts: { on: "tenant" },
  approval: "never",
  path: Type.Object({ agentApprovalId: Id("apr") }, { additionalProperties: false }),
  output: AgentApproval,
  refusals: ["resource_not_found"],
  read(snapshot, { agentApprovalId }, context) {
    const { realm, caller } = context;
    const approval = agentApprovals.find(snapshot, realm, agentApprovalId)?.document;
    if (approval === undefined) return agentApprovalNotFound(agentApprovalId);
    if (caller.kind === "agent" && caller.agentMemberId !== approval.agentMemberId) {
      return agentApprovalNotFound(agentApprovalId);
    }
    const personalArguments = personalArgumentsFor(approval, context);
    return found(seenApproval(snapshot, approval, context, personalArguments));
  },
});
