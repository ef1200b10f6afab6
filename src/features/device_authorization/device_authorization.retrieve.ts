/** device_authorization.retrieve: what the page of consent shows of a program that waits. */
import { invariant } from "../../base/invariant.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { personOf } from "../own_person.ts";
import { tenantsSeen } from "../user/seen_tenants.ts";
import { isSeenBy, noSuchDevice, seenDevice, shownDevice } from "./device_reads.ts";
import { DeviceAuthorization, DevicePath } from "./device_schema.ts";
import { digestOfUserCode } from "./user_code.ts";

export const deviceAuthorizationRetrieve = declareRead({
  id: "device_authorization.retrieve",
  summary: "Retrieve what a program asks for",
  description:
    "By the code that the program shows. Five wrong codes of one person or address in a minute, and none is looked at until the next.",
  http: { method: "GET", path: "/oauth/device/{userCode}" },
  principals: ["session"],
  scope: undefined,
  inContract: false,
  mfa: "never",
  acts: { on: "platform" },
  limitsGuesses: "user_code",
  path: DevicePath,
  output: DeviceAuthorization,
  refusals: ["resource_not_found"],
  read(snapshot, { userCode }, context) {
    const { digests, caller, nowMs } = context;
    invariant(digests !== undefined, "a read on the platform can make digests");
    const userId = personOf(context);
    const device = seenDevice(snapshot, digestOfUserCode(digests, userCode));
    if (device === undefined || !isSeenBy(device, userId)) return noSuchDevice();
    const tenantId = device.decision?.tenantId ?? (caller.kind === "session" && caller.tenantId);
    const company = tenantsSeen(snapshot, userId).find((one) => one.tenantId === tenantId);
    const named = company && { tenantId: company.tenantId, name: company.name };
    return found(shownDevice(device, nowMs, named));
  },
});
