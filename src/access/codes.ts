/**
 * Codes that people type: the six digits of a mail, and the recovery codes that stand in for a lost
 * authenticator.
 * Guarantees: every code is equally likely; only the digest of a code is stored, and without the
 * pepper a digest cannot be tried out, although six digits have few values.
 * Does not count attempts and knows no expiry: the operation that takes a code does.
 */
import { createHmac } from "node:crypto";
import { invariant } from "../base/invariant.ts";
import type { RandomBytes } from "./credential_text.ts";
import { knownKey } from "./derived_key.ts";
import { currentPepper, type Peppers } from "./peppers.ts";

/** Recovery codes that a person gets at once. */
export const RECOVERY_CODES = 10;

const CODE_VALUES = 1_000_000;
/** The largest multiple of `CODE_VALUES` that 32 bits hold: what is below it has no bias. */
const UNBIASED_BELOW = 4_294_000_000;
/** A source that is random is below the bound within so many draws but for one in 10^232 codes. */
const DRAWS_MAX = 64;
/** Small letters and digits without 0, 1, l and o, which people mistake for each other. 32: 5 bits. */
const RECOVERY_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz";
const RECOVERY_LENGTH = 10;
const RECOVERY_HALF = 5;
const KEY_LABEL = "codes";

/** Six digits as text, `000000` to `999999`, each equally likely. */
export function newCode(random: RandomBytes): string {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const bytes = random(4);
    invariant(bytes.length === 4, "the random source gives as many bytes as asked");
    const value = Buffer.from(bytes).readUInt32BE();
    if (value < UNBIASED_BELOW) return String(value % CODE_VALUES).padStart(6, "0");
  }
  throw new Error("the random source gave the same extreme value again and again");
}

/** Letters without vowels, so that no word comes of them (RFC 8628, 6.1). */
const USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const USER_CODE_LENGTH = 8;
/** The largest multiple of 20 that a byte holds: what is below it has no bias. */
const USER_BYTE_BELOW = 240;

/** Eight letters of `BCDFGHJKLMNPQRSTVWXZ`, each equally likely. */
export function newUserCode(random: RandomBytes): string {
  let code = "";
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    for (const byte of random(USER_CODE_LENGTH)) {
      if (byte < USER_BYTE_BELOW) code += USER_CODE_LETTERS[byte % USER_CODE_LETTERS.length];
      if (code.length === USER_CODE_LENGTH) return code;
    }
  }
  throw new Error("the random source gave the same extreme value again and again");
}

/** Ten recovery codes such as `k7m2p-x9dqa`, of 50 random bits each. */
export function newRecoveryCodes(random: RandomBytes): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const bytes = random(RECOVERY_LENGTH);
    invariant(bytes.length === RECOVERY_LENGTH, "the random source gives as many bytes as asked");
    const text = Array.from(bytes, (byte) => RECOVERY_ALPHABET[byte & 31]).join("");
    return `${text.slice(0, RECOVERY_HALF)}-${text.slice(RECOVERY_HALF)}`;
  });
}

/**
 * A recovery code as its digest is made of it: without white space and hyphens, in small letters.
 * Any other text stays another text, and has a digest of no code.
 */
export function canonicalRecoveryCode(text: string): string {
  return text.replaceAll(/[\s\u2010-\u2015-]/g, "").toLowerCase();
}

/**
 * HMAC-SHA-256 of `label`, a line feed and `text` under a key derived from `pepper` (32 bytes), as 64
 * hexadecimal characters: the form of a code that is stored. `label` says what the code is for, for
 * instance the id of a login, so that a digest fits there alone; it has no line feed.
 */
export function codeDigest(pepper: Uint8Array, label: string, text: string): string {
  invariant(label !== "" && !label.includes("\n"), "a label is one line");
  return createHmac("sha256", knownKey(pepper, KEY_LABEL))
    .update(`${label}\n${text}`)
    .digest("hex");
}

/**
 * `digest`: the digest of a code to store. `digests`: what a stored digest of the code may be, one under each pepper.
 */
export type CodeDigests = {
  digest(label: string, text: string): string;
  digests(label: string, text: string): readonly string[];
};

/** The two functions over the peppers as they are at each call. */
export function codeDigests(peppers: Peppers): CodeDigests {
  return {
    digest: (label, text) => codeDigest(currentPepper(peppers), label, text),
    digests: (label, text) => peppers.all.map((pepper) => codeDigest(pepper, label, text)),
  };
}
