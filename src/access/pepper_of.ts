/**
 * Under which pepper a stored digest was made of a text, and the digest of the same text under the current
 * one, which takes the place of an older digest when the credential is used.
 */
import { timingSafeEqual } from "node:crypto";
import type { DigestRenewal } from "../contract/messages/credential_use.ts";
import { digestBytesOf, digestOf } from "./credential_text.ts";
import { currentPepper, type Peppers } from "./peppers.ts";

/**
 * The pepper under which `digest` is the digest of the text; undefined where there is none. Looks at all
 * peppers, so that the time says nothing of which it is.
 */
export function pepperOf(peppers: Peppers, text: string, digest: Buffer): Uint8Array | undefined {
  let found: Uint8Array | undefined;
  for (const pepper of peppers.all) {
    if (timingSafeEqual(digestBytesOf(pepper, text), digest)) found = pepper;
  }
  return found;
}

/**
 * The digest of the text under the current pepper, to be stored; undefined where `pepper`, that of the stored digest,
 * is current.
 */
export function renewalOf(
  peppers: Peppers,
  { text, digest, pepper }: { text: string; digest: Buffer; pepper: Uint8Array | undefined },
): DigestRenewal | undefined {
  const current = currentPepper(peppers);
  if (pepper === undefined || pepper === current) return undefined;
  return { before: digest.toString("hex"), after: digestOf(current, text) };
}
