/** agent_grant.retrieve: what one person lets one agent do. */
import { Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { Id } from "../../contract/values/formats.ts";
import { agentGrantNotFound, agentGrants } from "../agent/agent_nouns.ts";
import { AgentGrant } from "../agent/agent_schema.ts";
import { seenGrant } from "./agent_grant_view.ts";

export const agentGrantRetrieve = declareRead({
  id: "agent_grant.retrieve",
  summary: "Retrieve a grant",
  description: "What one person lets one agent do, when the agent used it last, and when it ends.",
  http: { method: "GET", path: "/agent-grants/{agentGrantId}" },
  principals: PEOPLE,
  scope: "activity:read",
  permission: "tenant:read",
  acts: { on: "tenant" },
  path: Type.Object({ agentGrantId: Id("grant") }, { additionalProperties: false }),
  output: AgentGrant,
  refusals: ["resource_not_found"],
  read(snapshot, { agentGrantId }, context) {
    const seen = agentGrants.find(snapshot, context.realm, agentGrantId);
    if (seen === undefined) return agentGrantNotFound(agentGrantId);
    return found(seenGrant(snapshot, seen.document, context));
  },
});
