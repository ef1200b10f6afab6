/** How device authorizations are found by their user codes, and shown. */
import { isoTime } from "../../base/iso_time.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { isClientAddress } from "../oauth_client/client_address.ts";
import { hostOfRedirect } from "../oauth_client/redirect_uri.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { usualToolForm } from "../tool_form.ts";
import { type DeviceDocument, statusOfDevice } from "./device_document.ts";
import type { DeviceAuthorization } from "./device_schema.ts";
import type { DeviceState } from "./device_state.ts";
import { sentenceOf } from "./scope_sentences.ts";

const DECODER = new TextDecoder();

/** The authorization with one of the digests of a code, as a snapshot shows it. */
export function seenDevice(
  snapshot: Snapshot,
  userCodeDigests: readonly string[],
): DeviceDocument | undefined {
  const { deviceByUserCode, deviceAuthorization } = PLATFORM_TABLE;
  const [key] = userCodeDigests.flatMap(
    (digest) => snapshot.get(deviceByUserCode, PLATFORM_REALM, digest) ?? [],
  );
  if (key === undefined) return undefined;
  const value = snapshot.get(deviceAuthorization, PLATFORM_REALM, DECODER.decode(key));
  return value === undefined ? undefined : decodeDocument<DeviceDocument>(value);
}

export function deviceByUserCode(
  { devices, devicesByUserCode }: DeviceState,
  userCodeDigests: readonly string[],
): DeviceDocument | undefined {
  const [key] = userCodeDigests.flatMap(
    (digest) => devicesByUserCode.holderOf(PLATFORM_REALM, digest) ?? [],
  );
  return key === undefined ? undefined : devices.get(PLATFORM_REALM, key);
}

/** Whether the person may see it: before the decision whoever has the code, then who decided. */
export function isSeenBy({ decision }: DeviceDocument, userId: string): boolean {
  return decision === undefined || decision.userId === userId;
}

/** One refusal for codes that are unknown, forgotten, or decided by somebody else. */
export function noSuchDevice(): Refusal<"resource_not_found"> {
  const message = "no program waits with this code; compare it with what the program shows";
  return refuse("resource_not_found", message, {
    resourceType: "device_authorization",
  });
}

/** `company`: the one that the login acts for; undefined where there is none. */
export function shownDevice(
  device: DeviceDocument,
  nowMs: number,
  company: { tenantId: string; name: string } | undefined,
): DeviceAuthorization {
  const { clientId, resource, agentName, redirect, hints, ipAddress, userAgent, decision } = device;
  const isGranted = decision !== undefined && device.status !== "denied";
  const scopes = isGranted ? decision.scopes : device.scopes;
  return {
    status: statusOfDevice(device, nowMs),
    clientId,
    resource,
    ...(agentName !== undefined && { agentName, toolForm: usualToolForm(scopes) }),
    ...(redirect !== undefined && { returnsTo: shownTarget(redirect.uri) }),
    ...(redirect !== undefined && isClientAddress(clientId) && { describedBy: hostOf(clientId) }),
    scopes: scopes.map((scope) => ({
      scope,
      says: sentenceOf(scope, { isAgent: agentName !== undefined }),
    })),
    ...(company !== undefined && { company }),
    ...(hints !== undefined && { hints }),
    ipAddress,
    userAgent,
    requestedAt: isoTime(device.createdAtMs),
    expiresAt: isoTime(device.expiresAtMs),
    ...(decision !== undefined && { decidedAt: isoTime(decision.decidedAtMs) }),
    ...(decision?.agentGrantId !== undefined && { agentGrantId: decision.agentGrantId }),
    ...(decision?.agentMemberId !== undefined && { agentMemberId: decision.agentMemberId }),
  };
}

/** Where the browser goes, as people know it. */
function shownTarget(uri: string): string {
  const target = hostOfRedirect(uri);
  if (target === "loopback") return "a program on this computer";
  return "host" in target ? target.host : `${target.scheme}:`;
}

function hostOf(address: string): string {
  return new URL(address).host;
}
