/** How the browser of a person goes back to the program that has sent it (RFC 6749, 4.1.2; RFC 9207). */
import { redirectWith } from "../oauth_client/redirect_uri.ts";
import type { Deciding } from "./device_decision.ts";
import { CODE_LASTS_SECONDS, type DeviceDocument, type DeviceRedirect } from "./device_document.ts";

/**
 * The address with what the program is told, the state as it was sent, and this server's name, by which a program
 * that asks several servers knows whose answer it is.
 */
export function backWith(
  { uri, state }: Pick<DeviceRedirect, "uri" | "state">,
  told: Readonly<Record<string, string>>,
  issuer: string,
): string {
  return redirectWith(uri, { ...told, ...(state !== undefined && { state }), iss: issuer });
}

/** The program as an approval leaves it: one that has sent a browser waits for its code, which ends soon. */
export function withCode(
  device: DeviceDocument,
  { code: { identity, digest } }: Deciding,
  nowMs: number,
): DeviceDocument {
  if (device.redirect === undefined) return device;
  return { ...device, identity, digest, expiresAtMs: nowMs + CODE_LASTS_SECONDS * 1_000 };
}

/** Where the page of consent sends the browser after a decision; nowhere for a program that polls. */
export function sentBack(
  { redirect }: DeviceDocument,
  { code, publicUrl }: Deciding,
  status: "approved" | "denied",
): { redirectTo?: string } {
  if (redirect === undefined) return {};
  const told = status === "approved" ? { code: code.text } : DENIED;
  return { redirectTo: backWith(redirect, told, publicUrl) };
}

const DENIED = {
  error: "access_denied",
  error_description: "the person did not let the program in",
};
