/** For tests: programs that a person has let in, with their tokens. */
import assert from "node:assert/strict";
import type { SessionCaller, TokenCaller } from "../../../../src/contract/declare/caller.ts";
import { oauthTokenCreate } from "../../../../src/features/oauth/oauth.token.create.ts";
import type { PlatformWorld } from "../../../world/platform_world.ts";
import { approvedDevice, CLIENT_ID } from "../device_authorization/devices.ts";

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

export type LoggedIn = {
  sessionId: string;
  access: string;
  refresh: string;
  /** The caller that the login's access tokens are. */
  caller: TokenCaller;
};

type Who = { session: SessionCaller };

export const pollOf = (deviceCode: string) => ({
  grant_type: DEVICE_GRANT,
  client_id: CLIENT_ID,
  device_code: deviceCode,
});
export const refreshOf = (refreshToken: string) => ({
  grant_type: "refresh_token",
  client_id: CLIENT_ID,
  refresh_token: refreshToken,
});

/** A login of the person. */
export async function newLogin(
  world: PlatformWorld,
  { session }: Who,
  scope = "products:read keys:write",
): Promise<LoggedIn> {
  const { deviceCode } = await approvedDevice(world, session, scope);
  const tokens = await world.made(oauthTokenCreate, pollOf(deviceCode));
  const caller = newestLogin(world, { session });
  const { access_token: access, refresh_token: refresh } = tokens;
  return { sessionId: caller.tokenId, access, refresh, caller };
}

/** The caller that the access tokens of the newest login are, which is the person's. */
export function newestLogin(world: PlatformWorld, { session }: Who): TokenCaller {
  const newest = [...world.state.sessions.values()].at(-1);
  assert.ok(newest?.login !== undefined && newest.userId === session.userId);
  const { kind: _, csrfToken: __, sessionId: ___, ...person } = session;
  const { sessionId, login } = newest;
  const ids = { tokenId: sessionId, loginId: sessionId };
  return { ...person, kind: "token", ...ids, scopes: new Set(login.scopes) };
}
