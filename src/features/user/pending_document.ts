/** What a person has begun and a code by mail completes: a sign-up, a login, a reset of the password. */

/** The prefixes of the ids. */
export const SIGNUP_PREFIX = "sgn";
export const LOGIN_PREFIX = "lgn";
export const RESET_PREFIX = "rst";

/** How long a code is taken, milliseconds (specification: 10 minutes). */
export const CODE_LASTS_MS = 600_000;
/** How many wrong codes retire what was begun (specification, Authentication 9). */
export const ATTEMPTS = 5;
/**
 * How many wrong codes are taken of one person in the window, over all that the person began: nobody
 * tries the million codes by beginning again and again.
 */
export const WRONG_CODES_MAX = 50;
/** The window of `WRONG_CODES_MAX`, milliseconds: a day. */
export const WRONG_CODES_WINDOW_MS = 86_400_000;

/** The common part. */
export type Pending = {
  realm: number;
  /** A random text in the label of the code's digest, so that a digest fits here alone. */
  salt: string;
  /** Digest of the code in the mail; "" when it was taken. */
  codeDigest: string;
  /** 0: retired. */
  attemptsLeft: number;
  wrongCodes: number;
  /** From this millisecond on no code is taken. */
  codeExpiresAtMs: number;
  beganAtMs: number;
};

export type SignupDocument = Pending & {
  signupId: string;
  /** The canonical e-mail address. */
  email: string;
  displayName: string;
  /** Argon2id as a PHC text. */
  passwordHash: string;
  /** The name of the company that is made; absent of a sign-up that accepts an invitation. */
  company?: string;
  /** The invitation that is accepted. */
  invitationId?: string;
};

export type LoginDocument = Pending & {
  loginId: string;
  userId: string;
  /** `mfa`: the code of the mail was right; a code of the second factor completes the login. */
  stage: "code" | "mfa";
  /** The company that the session acts for; "" for none. Of the stage `mfa`. */
  tenantId?: string;
};

export type PasswordResetDocument = Pending & { resetId: string; userId: string };
