/** tenant.current.update: give the company another name. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { audited } from "../audit/audit_note.ts";
import { ExpectedRevision, refuseRevision } from "../expected_revision.ts";
import { originOf } from "./call_origin.ts";
import { refuseWithout, roleOfActor } from "./member_rules.ts";
import { Tenant, TenantNameDraft } from "./tenant_schema.ts";
import type { TenantState } from "./tenant_state.ts";
import { changedTenant, revisionOf, tenantFor, tenantResource } from "./tenant_views.ts";

export const tenantCurrentUpdate = declareWrite<TenantState>()({
  id: "tenant.current.update",
  summary: "Rename the company",
  description: "The name is what members read in the console and in mails; nothing goes by it.",
  http: { method: "PATCH", path: "/tenant" },
  principals: PEOPLE,
  scope: "tenant:write",
  acts: { on: "tenant" },
  body: Type.Object(
    { name: Type.Optional(TenantNameDraft), expectedRevision: Type.Optional(ExpectedRevision) },
    {
      title: "TenantChange",
      description: "What the company is called from now on.",
      additionalProperties: false,
    },
  ),
  output: Tenant,
  refusals: ["missing_required_permission", "state_conflict"],
  events: [],
  prepare: originOf,
  decide(state, { name, expectedRevision }, context) {
    const before = tenantFor(state, context);
    const { tenantId } = before;
    const refusal =
      refuseWithout("tenant:write", roleOfActor(state, context)) ??
      refuseRevision(tenantId, expectedRevision, revisionOf(before));
    if (refusal !== undefined) return refusal;
    const shown = tenantResource(before);
    if (name === undefined || name === before.name) return accept([], shown);
    const fact = changedTenant(before, { name }, context.nowMs);
    const after = tenantResource(fact.tenant);
    const resource = { type: "tenant", id: tenantId };
    const note = { tenantIds: [tenantId], resource, before: shown, after };
    return audited(accept([fact], after), note, context.prepared.from);
  },
});
