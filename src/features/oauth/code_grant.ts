/**
 * The grant of an authorization code (RFC 6749, 4.1.3), which is good for once, for the client, the redirect URI
 * and the interface that it was asked for, and for whoever has the verifier (RFC 7636, 4.6).
 */
import { createHash } from "node:crypto";
import type { Acceptance, DecisionContext } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { statusOfDevice } from "../device_authorization/device_document.ts";
import type { ClientUsed } from "../oauth_client/client_facts.ts";
import { registeredClient } from "../oauth_client/client_state.ts";
import { refuseOauth } from "../oauth_refusal.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { isSessionInForce } from "../session/session_document.ts";
import { sameDigest } from "../user/one_time_code.ts";
import { beginLogin, presentedDevice } from "./begin_login.ts";
import { refuseReused } from "./reuse.ts";
import type { Asked, GrantState, Tokens } from "./token_answer.ts";

/** What is sent with the code beside what every grant has. */
export type AskedWithCode = Asked & { redirectUri: string; verifier: string };

type Refused = Refusal<"state_constraint_failed">;

/** RFC 7636, 4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

export function fromCode(
  state: GrantState,
  { clientId, resource, redirectUri, verifier }: AskedWithCode,
  context: DecisionContext<Tokens>,
): Acceptance | Refused {
  const { nowMs, prepared } = context;
  const device = presentedDevice(state, prepared, "code");
  if (device?.redirect === undefined) return refuseGrant("the code is none of this server");
  const { redirect, sessionId } = device;
  const status = statusOfDevice(device, nowMs);
  // Whoever uses it again, one of the two has stolen it.
  if (status === "consumed") {
    const session =
      sessionId === undefined ? undefined : state.sessions.byId(PLATFORM_REALM, sessionId);
    if (session === undefined || !isSessionInForce(session, nowMs)) {
      return refuseGrant("the code was used already");
    }
    return refuseReused(state, session, context, "authorization_code_reused");
  }
  if (device.clientId !== clientId) return refuseGrant("the code is none of this client");
  if (redirect.uri !== redirectUri) return refuseGrant("the redirect_uri is another one");
  if (!isVerifier(verifier, redirect.challenge)) {
    return refuseGrant("the code_verifier is none of the code_challenge");
  }
  if (resource !== undefined && resource !== device.resource) {
    return refuseOauth("invalid_target", `the login is for ${device.resource}`);
  }
  if (status !== "approved") return refuseGrant("the code was not used in time");
  const isRegistered = registeredClient(state, clientId, nowMs) !== undefined;
  const used: ClientUsed[] = isRegistered ? [{ kind: "oauth_client.used.1", clientId }] : [];
  return beginLogin(state, device, context, { error: "invalid_grant", more: used });
}

function isVerifier(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  return sameDigest(createHash("sha256").update(verifier).digest("base64url"), challenge);
}

function refuseGrant(message: string): Refused {
  return refuseOauth("invalid_grant", message);
}
