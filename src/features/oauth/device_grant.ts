/** The grant of a device code (RFC 8628, 3.4 and 3.5): polls until the person has decided, then tokens. */
import type { Acceptance, DecisionContext } from "../../contract/operation.ts";
import type { Refusal } from "../../contract/refusal.ts";
import { changedGrant } from "../agent/agent_facts.ts";
import { grantById } from "../agent/agent_state.ts";
import {
  type DeviceDocument,
  POLL_INTERVAL_MAX_SECONDS,
  POLL_LEEWAY_MS,
  SLOWED_BY_SECONDS,
  statusOfDevice,
} from "../device_authorization/device_document.ts";
import { changedDevice, type DevicePolled } from "../device_authorization/device_facts.ts";
import type { DeviceState } from "../device_authorization/device_state.ts";
import { refuseOauth } from "../oauth_refusal.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { newLogin } from "../session/login_facts.ts";
import { endBeyond } from "../session/session_end.ts";
import { membershipsOf } from "../tenant/tenant_facts.ts";
import { sameDigest } from "../user/one_time_code.ts";
import {
  type Asked,
  answerTokens,
  type GrantState,
  storedPair,
  type Tokens,
} from "./token_answer.ts";

type Refused = Refusal<"state_constraint_failed">;

/** One poll of several at once gets the tokens: this one step consumes the code. */
export function fromDevice(
  state: GrantState,
  { clientId, resource }: Asked,
  context: DecisionContext<Tokens>,
): Acceptance | Refused {
  const { nowMs, prepared } = context;
  const device = presentedDevice(state, prepared);
  if (device === undefined || device.clientId !== clientId) {
    return refuseOauth("invalid_grant", "the device code is none of this client");
  }
  if (resource !== undefined && resource !== device.resource) {
    return refuseOauth("invalid_target", `the login is for ${device.resource}`);
  }
  const { decision } = device;
  switch (statusOfDevice(device, nowMs)) {
    case "consumed":
      return refuseOauth("invalid_grant", "the device code was used already");
    case "denied":
      return refuseOauth("access_denied", "the person did not let the program in");
    case "expired":
      return refuseOauth("expired_token", "nobody decided in time; ask again");
    case "pending":
      return refusePoll(device, nowMs);
    case "approved":
  }
  if (decision === undefined || !isApproverIn(state, decision)) {
    return refuseOauth("access_denied", "who let the program in may not any more");
  }
  const { userId, tenantId, mfa, decidedAtMs: approvedAtMs, agentGrantId } = decision;
  const grant = agentGrantId === undefined ? undefined : grantById(state, agentGrantId);
  if (agentGrantId !== undefined && grant?.status !== "active") {
    return refuseOauth("access_denied", "the grant was revoked");
  }
  const scopes = grant?.scopes ?? decision.scopes;
  const granted = {
    ...{ userId, tenantId, mfa, scopes, clientId, resource: device.resource },
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
  const used = grant === undefined ? [] : [changedGrant(grant, { sessionId, endsAtMs }, nowMs)];
  const facts = [...ended.facts, begun, ...used, consumed];
  return { ...answerTokens(facts, begun.session, prepared, nowMs), effects: ended.effects };
}

function presentedDevice(
  { devices, devicesByIdentity }: DeviceState,
  { presented }: Tokens,
): DeviceDocument | undefined {
  if (presented?.word !== "device") return undefined;
  const key = devicesByIdentity.holderOf(PLATFORM_REALM, presented.identity);
  const device = key === undefined ? undefined : devices.get(PLATFORM_REALM, key);
  return device !== undefined && sameDigest(device.digest, presented.digest) ? device : undefined;
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

/** The answer to a poll while nobody has decided; notes when it came, and that the next must wait longer. */
function refusePoll(
  { deviceAuthorizationId, lastPolledAtMs, intervalSeconds }: DeviceDocument,
  nowMs: number,
): Refused {
  const dueAtMs = (lastPolledAtMs ?? 0) + intervalSeconds * 1_000 - POLL_LEEWAY_MS;
  const isEarly = lastPolledAtMs !== undefined && nowMs < dueAtMs;
  const slowed = Math.min(intervalSeconds + SLOWED_BY_SECONDS, POLL_INTERVAL_MAX_SECONDS);
  const polled = (seconds: number): DevicePolled => ({
    kind: "device_authorization.polled.1",
    deviceAuthorizationId,
    atMs: nowMs,
    intervalSeconds: seconds,
  });
  if (!isEarly) {
    const message = `nobody has decided yet; ask again in ${intervalSeconds} seconds`;
    return refuseOauth("authorization_pending", message, { facts: [polled(intervalSeconds)] });
  }
  const facts = slowed === intervalSeconds ? [] : [polled(slowed)];
  return refuseOauth("slow_down", `wait ${slowed} seconds between two polls`, { facts });
}
