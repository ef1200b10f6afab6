/** The facts about device authorizations: each carries the whole document, but for that of a poll. */
import { suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { removeOver } from "../../contract/tables/document_index.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { DEVICE_PREFIX, type DeviceDocument } from "./device_document.ts";
import type { DeviceState } from "./device_state.ts";

export type DeviceFact = Fact & {
  kind: "device_authorization.begun.1" | "device_authorization.changed.1";
  device: Omit<DeviceDocument, "realm">;
};

/** The program asked whether the person has decided. */
export type DevicePolled = {
  kind: "device_authorization.polled.1";
  deviceAuthorizationId: string;
  atMs: number;
  intervalSeconds: number;
};

export const deviceFacts: Record<(DeviceFact | DevicePolled)["kind"], Apply<DeviceState>> = {
  "device_authorization.begun.1": (state, fact, { timeMs }) => {
    removeOver(state.devices, state.deviceDeadlines, { realm: PLATFORM_REALM, timeMs });
    put(state, fact);
  },
  "device_authorization.changed.1": put,
  "device_authorization.polled.1": ({ devices }, fact) => {
    const { deviceAuthorizationId, atMs, intervalSeconds } = fact as DevicePolled;
    const key = keyOfDevice(deviceAuthorizationId);
    const before = devices.find(key);
    if (before === undefined) return;
    devices.set(key, { ...before, lastPolledAtMs: atMs, intervalSeconds });
  },
};

/** The authorization as it is after a change. */
export function changedDevice(
  { realm: _, ...before }: DeviceDocument,
  change: Partial<
    Pick<
      DeviceDocument,
      "status" | "decision" | "sessionId" | "identity" | "digest" | "expiresAtMs"
    >
  >,
): DeviceFact {
  return { kind: "device_authorization.changed.1", device: { ...before, ...change } };
}

function put({ devices }: DeviceState, fact: Fact): void {
  const { device } = fact as DeviceFact;
  devices.set(keyOfDevice(device.deviceAuthorizationId), { ...device, realm: PLATFORM_REALM });
}

function keyOfDevice(deviceAuthorizationId: string): string {
  const suffix = suffixOf(DEVICE_PREFIX, deviceAuthorizationId);
  invariant(suffix !== undefined, "a decision names what it has found or made");
  return suffix;
}
