/** device_authorization.deny: a person does not let a program in. */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { audited } from "../audit/audit_note.ts";
import { companiesOf } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { preparedDeciding, undecidedDevice } from "./device_decision.ts";
import type { DeviceDecision } from "./device_document.ts";
import { changedDevice } from "./device_facts.ts";
import { shownDevice } from "./device_reads.ts";
import { sentBack } from "./device_redirect.ts";
import { DeviceAuthorization, DevicePath } from "./device_schema.ts";
import type { DeviceState } from "./device_state.ts";

export const deviceAuthorizationDeny = declareWrite<DeviceState & TenantState>()({
  id: "device_authorization.deny",
  summary: "Keep a program out",
  description:
    "The program that shows the code learns that it was denied, and gets no tokens. Open to a session without a second factor.",
  http: { method: "POST", path: "/oauth/device/{userCode}/deny" },
  principals: ["session"],
  scope: undefined,
  mfa: "never",
  acts: { on: "platform" },
  limitsGuesses: "user_code",
  path: DevicePath,
  output: DeviceAuthorization,
  refusals: ["resource_not_found", "state_conflict"],
  events: [],
  prepare: preparedDeciding,
  decide(state, _input, { actor, nowMs, prepared, principal }) {
    const userId = actor.id;
    const sessionId = principal.principalId;
    const device = undecidedDevice(state, prepared, { userId, nowMs });
    if ("refused" in device) return device;
    const nothing = { tenantId: "", mfa: false, scopes: [] };
    const decision: DeviceDecision = { userId, sessionId, decidedAtMs: nowMs, ...nothing };
    const fact = changedDevice(device, { status: "denied", decision });
    const before = shownDevice(device, nowMs, undefined);
    const after = shownDevice({ ...device, ...fact.device }, nowMs, undefined);
    const tenantIds = companiesOf(state, userId);
    const resource = { type: "device_authorization", id: device.deviceAuthorizationId };
    const reply = { ...after, ...sentBack(device, prepared, "denied") };
    return audited(accept([fact], reply), { tenantIds, resource, before, after }, prepared.from);
  },
});
