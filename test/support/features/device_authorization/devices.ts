/** For tests: programs that ask to be let in, and people who decide. */
import type { SessionCaller } from "../../../../src/contract/declare/caller.ts";
import { deviceAuthorizationApprove } from "../../../../src/features/device_authorization/device_authorization.approve.ts";
import { deviceAuthorizationCreate } from "../../../../src/features/device_authorization/device_authorization.create.ts";
import type { PlatformWorld } from "../../../world/platform_world.ts";

export const CLIENT_ID = "service-cli";
export const RESOURCE = "https://money.example/v1";

export type AskedDevice = { deviceCode: string; userCode: string };

/** A program that asks for the scopes. */
export async function newDevice(
  world: PlatformWorld,
  scope = "products:read keys:write",
): Promise<AskedDevice> {
  const reply = await world.made(deviceAuthorizationCreate, { client_id: CLIENT_ID, scope });
  return { deviceCode: reply.device_code, userCode: reply.user_code };
}

/** A program that the person has let in. */
export async function approvedDevice(
  world: PlatformWorld,
  caller: SessionCaller,
  scope?: string,
): Promise<AskedDevice> {
  const device = await newDevice(world, scope);
  await world.made(deviceAuthorizationApprove, { userCode: device.userCode }, { caller });
  return device;
}
