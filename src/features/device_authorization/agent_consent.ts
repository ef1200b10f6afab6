/** What a person grants an agent that waits to be let in, beside the scopes. */
import { type Static, Type } from "@sinclair/typebox";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { Id } from "../../contract/values/formats.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import { AgentNameDraft } from "../agent/agent_name.ts";
import {
  CompanyWide,
  GrantBlueprints,
  GrantBuilds,
  GrantProducts,
  ToolFormName,
} from "../agent/agent_schema.ts";
import { type NewGrant, newGrant } from "../agent_grant/new_grant.ts";
import type { BlueprintState } from "../blueprint/blueprint_state.ts";
import type { BuildState } from "../build/build_state.ts";
import type { TenantDocument } from "../platform/platform_state.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { usualToolForm } from "../tool_form.ts";
import type { DeviceDocument } from "./device_document.ts";

/** The fields of an approval that are for agents alone. */
export const ofAgent = {
  agentName: Type.Optional(
    described(
      AgentNameDraft,
      "What a new agent is called; absent: as it calls itself. Only of an agent.",
    ),
  ),
  agentMemberId: Type.Optional(
    described(Id("agt"), "The agent that it is, where you know it; absent: a new one."),
  ),
  companyWide: Type.Optional(CompanyWide),
  productIds: Type.Optional(GrantProducts),
  buildIds: Type.Optional(GrantBuilds),
  blueprintIds: Type.Optional(GrantBlueprints),
  toolForm: Type.Optional(ToolFormName),
};
const Wishes = Type.Object(ofAgent);
type Wishes = Static<typeof Wishes>;

/** The grant, where it is an agent that waits; undefined for every other program. */
export function agentGranted(
  state: TenantState & BuildState & BlueprintState,
  { agentName, clientId, resource, expiresAtMs }: DeviceDocument,
  of: { tenant: TenantDocument; userId: string; scopes: readonly string[]; wishes: Wishes },
  context: Pick<DecisionContext, "newId" | "nowMs" | "place">,
):
  | NewGrant
  | Refusal<
      | "invalid_request"
      | "missing_required_permission"
      | "resource_not_found"
      | "state_conflict"
      | "state_constraint_failed"
    >
  | undefined {
  const { tenant, userId, scopes, wishes } = of;
  if (agentName === undefined) {
    const sent = Object.keys(ofAgent).find((field) => field in wishes);
    if (sent === undefined) return undefined;
    const message = `${sent} is of agents, and the program that waits is none`;
    return refuseIssues([{ code: "unknown_field", message, path: [sent] }]);
  }
  const { productIds = [], buildIds = [], blueprintIds = [] } = wishes;
  const { agentMemberId, companyWide, toolForm = usualToolForm(scopes) } = wishes;
  return newGrant(
    state,
    tenant.realm,
    {
      tenantId: tenant.tenantId,
      delegatorUserId: userId,
      clientId,
      audience: resource,
      ...{ scopes, productIds, buildIds, blueprintIds, toolForm, agentMemberId, companyWide },
      name: wishes.agentName ?? agentName,
      endsAtMs: expiresAtMs,
    },
    context,
  );
}

/** What the decision keeps of the grant. */
export function idsOfGrant({ grant: { agentGrantId, agentMemberId } }: NewGrant) {
  return { agentGrantId, agentMemberId };
}
