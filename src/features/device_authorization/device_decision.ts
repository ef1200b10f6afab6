/** What both decisions of a person about a waiting program have in common. */
import { invariant } from "../../base/invariant.ts";
import type {
  CallOrigin,
  NewCredential,
  PreparationTools,
} from "../../contract/declare/preparation.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { type DeviceDocument, statusOfDevice } from "./device_document.ts";
import { deviceByUserCode, isSeenBy, noSuchDevice } from "./device_reads.ts";
import type { DeviceState } from "./device_state.ts";
import { digestOfUserCode } from "./user_code.ts";

/** What the preparation says: which code was sent, for which company, and from where. */
export type Deciding = {
  userCodeDigests: readonly string[];
  /** The company that the session acts for; "" for none. */
  tenantId: string;
  mfa: boolean;
  /** The code that the browser takes back to a program that has sent it. */
  code: NewCredential;
  publicUrl: string;
  from: CallOrigin;
};

export async function preparedDeciding(
  { userCode }: { userCode: string },
  { caller, guessing, newCredential, publicUrl, from }: PreparationTools,
): Promise<Deciding> {
  invariant(caller.kind === "session", "a person decides in a browser session");
  const { tenantId, mfa } = caller;
  const userCodeDigests = digestOfUserCode(guessing().codeDigests, userCode);
  return { userCodeDigests, tenantId, mfa, code: newCredential("code"), publicUrl, from };
}

/** The authorization with the code, where nobody has decided and it is not too late. */
export function undecidedDevice(
  state: DeviceState,
  { userCodeDigests }: Deciding,
  { userId, nowMs }: { userId: string; nowMs: number },
): DeviceDocument | Refusal<"resource_not_found" | "state_conflict"> {
  const device = deviceByUserCode(state, userCodeDigests);
  if (device === undefined || !isSeenBy(device, userId)) return noSuchDevice();
  const status = statusOfDevice(device, nowMs);
  if (status === "pending") return device;
  const message = `the program does not wait any more: its request is ${status}`;
  return refuse("state_conflict", message, { expected: "pending", actual: status });
}
