/** The login of a program that a person has let in: what the first grant of either kind of code begins. */
import type { Acceptance, DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { fetchedGrant } from "../agent/agent_facts.ts";
import { grantById } from "../agent/agent_state.ts";
import type { DeviceDocument } from "../device_authorization/device_document.ts";
import { changedDevice } from "../device_authorization/device_facts.ts";
import type { DeviceState } from "../device_authorization/device_state.ts";
import { refuseOauth } from "../oauth_refusal.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { newLogin } from "../session/login_facts.ts";
import { endBeyond } from "../session/session_end.ts";
import { membershipsOf } from "../tenant/tenant_facts.ts";
import { isDigestIn } from "../user/one_time_code.ts";
import { answerTokens, type GrantState, storedPair, type Tokens } from "./token_answer.ts";

/**
 * The device must be approved. `error`: what the protocol calls an approval that counts no more. `more`: facts of
 * the same record.
 */
export function beginLogin(
  state: GrantState,
  device: DeviceDocument,
  context: DecisionContext<Tokens>,
  { error, more = [] }: { error: "access_denied" | "invalid_grant"; more?: readonly Fact[] },
): Acceptance | Refusal<"state_constraint_failed"> {
  const { nowMs, prepared } = context;
  const { decision, clientId, resource } = device;
  if (decision === undefined || !isApproverIn(state, decision)) {
    return refuseOauth(error, "who let the program in may not any more");
  }
  const { userId, tenantId, mfa, decidedAtMs: approvedAtMs, agentGrantId } = decision;
  const grant = agentGrantId === undefined ? undefined : grantById(state, agentGrantId);
  if (agentGrantId !== undefined && grant?.status !== "active") {
    return refuseOauth(error, "the grant was revoked");
  }
  const scopes = grant?.scopes ?? decision.scopes;
  const granted = {
    ...{ userId, tenantId, mfa, scopes, clientId, resource },
    ...(agentGrantId !== undefined && { agentGrantId }),
  };
  const kind = grant === undefined ? "cli" : "agent";
  const ended = endBeyond(state, { userId, kind }, context);
  const begun = newLogin(
    { ...granted, approvedAtMs },
    storedPair(prepared),
    prepared.from,
    context,
  );
  const { sessionId, expiresAtMs: endsAtMs } = begun.session;
  const consumed = changedDevice(device, { status: "consumed", sessionId });
  const used = grant === undefined ? [] : [fetchedGrant(grant, { sessionId, endsAtMs }, nowMs)];
  const facts = [...ended.facts, begun, ...used, consumed, ...more];
  return { ...answerTokens(facts, begun.session, prepared, nowMs), effects: ended.effects };
}

/** The program whose code of the word is presented, of either kind of code. */
export function presentedDevice(
  { devices, devicesByIdentity }: DeviceState,
  { presented }: Tokens,
  word: "device" | "code",
): DeviceDocument | undefined {
  if (presented?.word !== word) return undefined;
  const key = devicesByIdentity.holderOf(PLATFORM_REALM, presented.identity);
  const device = key === undefined ? undefined : devices.get(PLATFORM_REALM, key);
  return device !== undefined && isDigestIn(device.digest, presented.digests) ? device : undefined;
}

/**
 * Whether the approval still counts: the person is a member of the company, and the session that approved
 * was not revoked, as it is by a new password.
 */
function isApproverIn(
  state: GrantState,
  { userId, tenantId, sessionId }: NonNullable<DeviceDocument["decision"]>,
): boolean {
  const isMember = membershipsOf(state, userId).some((member) => member.tenantId === tenantId);
  return isMember && state.sessions.byId(PLATFORM_REALM, sessionId)?.revokedAtMs === undefined;
}
