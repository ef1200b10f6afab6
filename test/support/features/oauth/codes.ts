/** For tests: programs that send a person's browser, and come back with a code. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { SessionCaller } from "../../../../src/contract/declare/caller.ts";
import { deviceAuthorizationApprove } from "../../../../src/features/device_authorization/device_authorization.approve.ts";
import { oauthAuthorize } from "../../../../src/features/oauth/oauth.authorize.ts";
import { oauthClientCreate } from "../../../../src/features/oauth_client/oauth_client.create.ts";
import type { PlatformWorld } from "../../../world/platform_world.ts";

export const ISSUER = "https://money.example";
export const MCP_RESOURCE = `${ISSUER}/v1/mcp`;
export const REDIRECT = "https://app.example/callback";
export const VERIFIER = "v".repeat(43);
export const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

/** A client that registers itself. */
export async function newClient(world: PlatformWorld, uri = REDIRECT): Promise<string> {
  const client = { redirect_uris: [uri], client_name: "Desk" };
  return (await world.made(oauthClientCreate, client)).client_id;
}

/** All that a good request of the client has. */
export const requestOf = (clientId: string) => ({
  client_id: clientId,
  redirect_uri: REDIRECT,
  response_type: "code",
  scope: "products:read",
  state: "s t&x",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
  resource: MCP_RESOURCE,
});

/** The handle that the address of the page of consent has. */
export function handleIn(location: string): string {
  const [page, fragment] = location.split("#");
  assert.equal(page, `${ISSUER}/console/authorize`);
  const handle = new URLSearchParams(fragment).get("request") ?? "";
  assert.match(handle, /^[0-9A-Za-z]{22}$/);
  return handle;
}

/** The handle of a request of the client that waits. */
export async function newRequest(world: PlatformWorld, clientId: string): Promise<string> {
  const { location } = await world.made(oauthAuthorize, requestOf(clientId));
  return handleIn(location);
}

/** The code of a client that the person has let in. */
export async function approvedCode(
  world: PlatformWorld,
  caller: SessionCaller,
  clientId: string,
): Promise<string> {
  const userCode = await newRequest(world, clientId);
  const { redirectTo } = await world.made(deviceAuthorizationApprove, { userCode }, { caller });
  return new URL(redirectTo).searchParams.get("code") ?? "";
}

/** What the client presents. */
export const exchangeOf = (clientId: string, code: string) => ({
  grant_type: "authorization_code",
  client_id: clientId,
  code,
  redirect_uri: REDIRECT,
  code_verifier: VERIFIER,
});
