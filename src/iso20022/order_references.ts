/**
 * What an order is called in files: the id of its request, with a hyphen in the place of the underscore, which SEPA does not have. 31 characters, of the
 * 35 that there may be. By it the bank's files say which order they are about.
 */
import { createHash } from "node:crypto";

const REFERENCE = /^([a-z]{2,6})-([0-9A-Z]{26})$/;

/** `preq_01KB…` is `preq-01KB…`; the same for the id of a message. */
export function referenceOf(id: string): string {
  return id.replace("_", "-");
}

/** The id with this prefix; undefined where the reference is none of ours. */
export function idOfReference(reference: string, prefix: string): string | undefined {
  const read = REFERENCE.exec(reference.trim());
  return read?.[1] === prefix ? `${prefix}_${read[2]}` : undefined;
}

/** The unique end-to-end transaction reference of an order (UETR): a UUID of version 4 in form, made of the id, so that it never changes. */
export function uetrOf(id: string): string {
  const hex = createHash("sha256").update(`uetr ${id}`).digest("hex");
  const variant = "89ab"[Number.parseInt(hex.slice(16, 17), 16) % 4];
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}
