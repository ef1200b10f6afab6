/** The grant of a device code (RFC 8628, 3.4 and 3.5): polls until the person has decided, then tokens. */
import type { Acceptance, DecisionContext } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import {
  type DeviceDocument,
  POLL_INTERVAL_MAX_SECONDS,
  POLL_LEEWAY_MS,
  SLOWED_BY_SECONDS,
  statusOfDevice,
} from "../device_authorization/device_document.ts";
import type { DevicePolled } from "../device_authorization/device_facts.ts";
import { refuseOauth } from "../oauth_refusal.ts";
import { beginLogin, presentedDevice } from "./begin_login.ts";
import type { Asked, GrantState, Tokens } from "./token_answer.ts";

type Refused = Refusal<"state_constraint_failed">;

/** One poll of several at once gets the tokens: this one step consumes the code. */
export function fromDevice(
  state: GrantState,
  { clientId, resource }: Asked,
  context: DecisionContext<Tokens>,
): Acceptance | Refused {
  const { nowMs, prepared } = context;
  const device = presentedDevice(state, prepared, "device");
  if (device === undefined || device.clientId !== clientId) {
    return refuseOauth("invalid_grant", "the device code is none of this client");
  }
  if (resource !== undefined && resource !== device.resource) {
    return refuseOauth("invalid_target", `the login is for ${device.resource}`);
  }
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
  return beginLogin(state, device, context, { error: "access_denied" });
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
