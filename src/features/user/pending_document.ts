/** What a person has begun and a code by mail completes: a sign-up, a login, a reset of the password. */

/** The prefixes of the ids. */
export const SIGNUP_PREFIX = "sgn";
export const LOGIN_PREFIX = "lgn";
export const RESET_PREFIX = "rst";

/** How long a code is taken, milliseconds (specification: 10 minutes). */
export const CODE_LASTS_MS = 600_000;
/** How many wrong codes of whoever asked for it retire a code (specification, Authentication 9). */
export const ATTEMPTS = 5;
/**
 * How many wrong codes from other networks retire it for all of those: whoever finds an id of another retires
 * nothing for the person who asked.
 */
export const ATTEMPTS_OF_OTHERS = 3;
/**
 * How many guesses of six digits there are in the window for all that was begun for one person: a code that
 * would make more possible has twelve digits.
 */
export const GUESSES_OF_DAY_MAX = 320;
/** How old a mail may be whose code is good for another request too, milliseconds. */
export const SHARED_WITHIN_MS = 60_000;
/** The window of `GUESSES_OF_DAY_MAX`, milliseconds: a day. */
export const WRONG_CODES_WINDOW_MS = 86_400_000;

/** The common part. */
export type Pending = {
  realm: number;
  /** A random text in the label of the code's digest, so that a digest fits here alone. */
  salt: string;
  /** Digest of the code in the mail; "" when it was taken. */
  codeDigest: string;
  /** The code has twelve digits; absent of one of six. */
  isLong?: true;
  /** The code is that of a mail for another request of the person's; absent of one with a mail of its own. */
  isShared?: true;
  /** Who asked for it (`requesterOf`); absent of what was begun before that was kept: anybody then. */
  requester?: string;
  /** Wrong codes that whoever asked for it has left; 0: retired. */
  attemptsLeft: number;
  /** The same of all others together. */
  attemptsOfOthers?: number;
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
