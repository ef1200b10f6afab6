/**
 * Keys that are derived from the pepper, one for each purpose, so that what is made for one purpose
 * says nothing about another. HKDF with SHA-256 (RFC 5869); the label is its `info`.
 */
import { hkdfSync } from "node:crypto";
import { invariant } from "../base/invariant.ts";
import { PEPPER_BYTES } from "./credential_text.ts";
import type { Peppers } from "./peppers.ts";

/** Bytes of a derived key: as many as the hash has. */
export const DERIVED_KEY_BYTES = 32;

/** The 32 bytes of the key for `label` under `pepper` (32 bytes); the same for the same two. */
export function derivedKey(pepper: Uint8Array, label: string): Buffer {
  invariant(pepper.length === PEPPER_BYTES, "a pepper has 32 bytes");
  invariant(label !== "", "a derived key is for a purpose");
  // RFC 5869, section 3.1: a salt is optional where the input is a uniformly random key.
  return Buffer.from(hkdfSync("sha256", pepper, new Uint8Array(0), label, DERIVED_KEY_BYTES));
}

/**
 * The keys for `label` under each pepper, that of the current one first. Each is derived once: to derive it
 * takes longer than to use it.
 */
export function derivedKeys(peppers: Peppers, label: string): readonly Buffer[] {
  return peppers.all.map((pepper) => knownKey(pepper, label));
}

/** The key for the purpose `label` that follows from one pepper; derived once, and then kept. */
export function knownKey(pepper: Uint8Array, label: string): Buffer {
  const known = keys.get(pepper) ?? new Map<string, Buffer>();
  keys.set(pepper, known);
  const key = known.get(label) ?? derivedKey(pepper, label);
  known.set(label, key);
  return key;
}

/** By pepper, then by label. */
const keys = new WeakMap<Uint8Array, Map<string, Buffer>>();
