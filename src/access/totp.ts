/**
 * One-time passwords of authenticator apps (RFC 6238): SHA-1, six digits, steps of 30 seconds, which
 * are the values that every app knows.
 * Guarantees: a code is compared with the codes of all steps that count, in the same time whichever
 * it is. Reads no clock: the caller says what time it is.
 * Does not remember which steps were used. "The verifier MUST NOT accept the second attempt of the
 * OTP after the successful validation" (RFC 6238, section 5.2): the caller takes only a step above
 * the last one that it accepted.
 */
import { timingSafeEqual } from "node:crypto";
import { HOTP, Secret, TOTP } from "otpauth";
import { invariant } from "../base/invariant.ts";
import type { RandomBytes } from "./credential_text.ts";

/** Bytes of a secret. RFC 4226, section 4, R6: 128 bits at least, 160 recommended. */
const SECRET_BYTES = 20;
const SECRET_BASE32 = /^[A-Z2-7]{32}$/;
const ALGORITHM = "SHA1";
const DIGITS = 6;
const STEP_SECONDS = 30;
/** Steps before and after the present one that count: clocks differ, and typing takes time. */
const STEPS_ASIDE = 1;
const CODE = /^[0-9]{6}$/;

/** Who made the secret and whose it is, as an authenticator app shows them; without colons. */
export type TotpOwner = { issuer: string; account: string };

/** A new secret of 20 random bytes, as 32 characters of base32. */
export function newTotpSecret(random: RandomBytes): string {
  const bytes = random(SECRET_BYTES);
  invariant(bytes.length === SECRET_BYTES, "the random source gives as many bytes as asked");
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
}

/** The `otpauth://totp/…` address of a secret, which a QR code shows to an app. */
export function totpUri(secret: string, { issuer, account }: TotpOwner): string {
  invariant(!`${issuer}${account}`.includes(":"), "issuer and account have no colon");
  return new TOTP({
    issuer,
    label: account,
    secret: secretOf(secret),
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: STEP_SECONDS,
  }).toString();
}

/**
 * The number of the step, counted from 1970, whose code this is: the present one, the one before or
 * the one after. Undefined for any other text. Where two steps have one code, the later one.
 */
export function totpStep(secret: string, code: string, nowMs: number): number | undefined {
  const key = secretOf(secret);
  if (!CODE.test(code)) return undefined;
  const given = Buffer.from(code);
  const present = Math.floor(nowMs / 1_000 / STEP_SECONDS);
  let found: number | undefined;
  for (let step = present - STEPS_ASIDE; step <= present + STEPS_ASIDE; step++) {
    if (step < 0) continue;
    const expected = HOTP.generate({
      secret: key,
      algorithm: ALGORITHM,
      digits: DIGITS,
      counter: step,
    });
    if (timingSafeEqual(given, Buffer.from(expected))) found = step;
  }
  return found;
}

function secretOf(base32: string): Secret {
  invariant(SECRET_BASE32.test(base32), "a secret is 20 bytes of base32");
  return Secret.fromBase32(base32);
}
