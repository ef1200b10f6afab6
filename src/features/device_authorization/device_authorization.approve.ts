/** device_authorization.approve: a person lets a program act for a company. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import { audited } from "../audit/audit_note.ts";
import type { BlueprintState } from "../blueprint/blueprint_state.ts";
import type { BuildState } from "../build/build_state.ts";
import { membershipsOf } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { agentGranted, idsOfGrant, ofAgent } from "./agent_consent.ts";
import { preparedDeciding, undecidedDevice } from "./device_decision.ts";
import type { DeviceDecision } from "./device_document.ts";
import { changedDevice } from "./device_facts.ts";
import { shownDevice } from "./device_reads.ts";
import { sentBack, withCode } from "./device_redirect.ts";
import { DeviceAuthorization, DevicePath } from "./device_schema.ts";
import type { DeviceState } from "./device_state.ts";

type State = DeviceState & TenantState & BuildState & BlueprintState;

export const deviceAuthorizationApprove = declareWrite<State>()({
  id: "device_authorization.approve",
  summary: "Let a program in",
  description:
    "The program that shows the code, or that the browser goes back to with `redirectTo`, may then fetch tokens, once. It acts for the company of this session, within your role there and the scopes that are granted, for 30 days, or until it was unused for 7 days or you end it with `session.revoke`. An agent gets a grant, which says what it reaches, and which `agent_grant.revoke` ends.",
  http: { method: "POST", path: "/oauth/device/{userCode}/approve" },
  principals: ["session"],
  scope: undefined,
  acts: { on: "platform" },
  limitsGuesses: "user_code",
  path: DevicePath,
  body: Type.Object(
    {
      scopes: Type.Optional(
        Type.Array(Type.String({ maxLength: 60 }), {
          minItems: 1,
          maxItems: 200,
          uniqueItems: true,
          description: "Fewer scopes than the program asks for; all of them where it is absent.",
        }),
      ),
      ...ofAgent,
    },
    {
      title: "DeviceApproval",
      description: "What of the program's wishes is granted.",
      additionalProperties: false,
    },
  ),
  output: DeviceAuthorization,
  refusals: [
    "resource_not_found",
    "state_conflict",
    "state_constraint_failed",
    "missing_required_permission",
    "invalid_request",
  ],
  events: ["agent_grant.created", "agent_member.updated"],
  prepare: preparedDeciding,
  decide(state, { userCode: _, scopes, ...wishes }, context) {
    const { actor, nowMs, prepared, principal } = context;
    const userId = actor.id;
    const sessionId = principal.principalId;
    const device = undecidedDevice(state, prepared, { userId, nowMs });
    if ("refused" in device) return device;
    const { tenantId, mfa, from } = prepared;
    const isMember = membershipsOf(state, userId).some((member) => member.tenantId === tenantId);
    const tenant = isMember ? state.tenants.find(tenantId) : undefined;
    if (tenant === undefined) {
      const message = "a program acts for a company, and this session is of none";
      const details = { permission: "member of a company", role: "none" };
      return refuse("missing_required_permission", message, details);
    }
    const unasked = scopes?.find((scope) => !device.scopes.includes(scope));
    if (scopes !== undefined && unasked !== undefined) {
      const message = `the program does not ask for the scope "${unasked}"`;
      return refuseIssues([
        { code: "unknown_scope", message, path: ["scopes", scopes.indexOf(unasked)] },
      ]);
    }
    const granted = scopes ?? device.scopes;
    const asked = withCode(device, prepared, nowMs);
    const grant = agentGranted(state, asked, { tenant, userId, scopes: granted, wishes }, context);
    if (grant !== undefined && "refused" in grant) return grant;
    const by = { userId, sessionId, decidedAtMs: nowMs };
    const decision: DeviceDecision = {
      ...{ ...by, tenantId, mfa, scopes: granted },
      ...(grant !== undefined && idsOfGrant(grant)),
    };
    const fact = changedDevice(asked, { status: "approved", decision });
    const company = { tenantId, name: tenant.name };
    const before = shownDevice(device, nowMs, company);
    const after = shownDevice({ ...device, ...fact.device }, nowMs, company);
    const resource = { type: "device_authorization", id: device.deviceAuthorizationId };
    const note = { tenantIds: [tenantId], resource, before, after };
    const reply = { ...after, ...sentBack(device, prepared, "approved") };
    const accepted = accept([...(grant?.facts ?? []), fact], reply);
    return audited({ ...accepted, effects: grant?.effects ?? [] }, note, from);
  },
});
