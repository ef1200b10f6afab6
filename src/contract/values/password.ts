/**
 * What a password may be. A new one is judged by its length and by whether it is among the first that
 * anybody tries (NIST SP 800-63B, section 3.1.1.2); what characters it is made of is its owner's
 * choice. A password that is only compared is bounded, so that nobody has a megabyte hashed.
 */
import { FormatRegistry, Type } from "@sinclair/typebox";
import { SECRET } from "../declare/redaction.ts";
import { GUESSABLE, PUBLISHED_AS } from "../declare/schema_marks.ts";
import { ruled, type TextFault } from "./value_rules.ts";

/** Code points of a new password, at least. NIST asks for 8, and 15 where there is no other factor. */
export const PASSWORD_LENGTH_MIN = 12;
/** Code points of any password, at most. */
export const PASSWORD_LENGTH_MAX = 256;

/** A password that is compared with one that was chosen before. */
export const Password = Type.String({
  description: "The password, as it was chosen.",
  minLength: 1,
  maxLength: PASSWORD_LENGTH_MAX,
  ...SECRET,
  ...GUESSABLE,
});

const NEW_PASSWORD_FORMAT = "new-password";
const NEW_PASSWORD_DESCRIPTION =
  "A password of your choice: 12 to 256 characters of any kind, none of the commonest passwords, and not the e-mail address.";

FormatRegistry.Set(NEW_PASSWORD_FORMAT, (text) => faultOf(text) === undefined);

/**
 * A password that is chosen now. The schema does not see whose it is: `newPasswordFault` does.
 */
export const NewPassword = ruled(
  Type.String({
    description: NEW_PASSWORD_DESCRIPTION,
    format: NEW_PASSWORD_FORMAT,
    ...SECRET,
    [PUBLISHED_AS]: {
      type: "string",
      description: NEW_PASSWORD_DESCRIPTION,
      format: "password",
      minLength: PASSWORD_LENGTH_MIN,
      maxLength: PASSWORD_LENGTH_MAX,
      ...SECRET,
    },
  }),
  { mustBe: "a password of 12 to 256 characters that is not a common one", faultOf },
);

/**
 * What is wrong with a new password of the owner of `email`, a canonical address; undefined where it
 * may be taken. Never repeats the password.
 */
export function newPasswordFault(text: string, email: string): TextFault | undefined {
  const fault = faultOf(text);
  if (fault !== undefined) return fault;
  if (foldedPassword(text) === email) return { says: "is the e-mail address" };
  return undefined;
}

/**
 * The form of a password that is hashed: the same for every way in which a keyboard or a system
 * writes the same characters (NFKC, as SP 800-63B asks for).
 */
export function normalisedPassword(text: string): string {
  return text.normalize("NFKC");
}

function faultOf(text: string): TextFault | undefined {
  const { length } = text;
  // A code point has one or two UTF-16 units: a text of this length is not counted, nor looked at.
  if (length > 2 * PASSWORD_LENGTH_MAX) {
    return { says: `has more than ${PASSWORD_LENGTH_MAX} characters`, code: "length" };
  }
  const characters = Array.from(text);
  if (characters.length < PASSWORD_LENGTH_MIN || characters.length > PASSWORD_LENGTH_MAX) {
    const unit = characters.length === 1 ? "character" : "characters";
    return { says: `has ${characters.length} ${unit}`, code: "length" };
  }
  if (new Set(characters).size === 1) return { says: "is one character again and again" };
  if (COMMON.has(foldedPassword(text))) return { says: "is one of the commonest passwords" };
  return undefined;
}

function foldedPassword(text: string): string {
  return normalisedPassword(text).toLowerCase();
}

/** The commonest passwords of 12 characters and more, in small letters. */
const COMMON: ReadonlySet<string> = new Set([
  ...["0123456789012", "0987654321098", "1234567890-=", "123456789012"],
  ...["1234567890123", "12345678901234", "123456789012345", "1234567890qwe", "1234567890qwerty"],
  ...["123456789abc", "123456789qwe", "123412341234", "123123123123", "121212121212"],
  ...["1111222233334444", "112233445566", "123321123321", "147258369147", "987654321000"],
  ...["1q2w3e4r5t6y", "1q2w3e4r5t6y7u", "1q2w3e4r5t6y7u8i", "1qaz2wsx3edc", "1qaz2wsx3edc4rfv"],
  ...["1qazxsw23edc", "q1w2e3r4t5y6", "qazwsxedcrfv", "qwer1234qwer", "qwerty123456"],
  ...["qwerty1234567", "qwerty12345678", "qwertyqwerty", "qwertyuiop12", "qwertyuiop123"],
  ...["qwertyuiop[]", "qwertyuiopasdf", "qwertyuiopasdfghjkl", "asdfghjkl123", "asdfghjklzxcvbnm"],
  ...["zxcvbnm12345", "zxcvbnmasdfgh", "abc123abc123", "abcd1234abcd", "abcdefghijkl"],
  ...["abcdefghijklmnop", "abcdefghijklm", "a1b2c3d4e5f6", "administrator", "administrator1"],
  ...[
    "admin1234567",
    "admin123admin",
    "changeme1234",
    "changemechangeme",
    "correcthorsebatterystaple",
  ],
  ...[
    "correct horse battery staple",
    "default12345",
    "football1234",
    "iloveyou1234",
    "iloveyouforever",
  ],
  ...["iloveyousomuch", "letmein12345", "letmeinletmein", "liverpoolfc1", "manchesterunited"],
  ...["masterpassword", "monkey123456", "mypassword12", "mypassword123", "mypassword1234"],
  ...["newpassword1", "newpassword123", "p@ssw0rd1234", "p@ssword1234", "pass1234pass"],
  ...["passw0rd1234", "password0000", "password1111", "password1234", "password1234!"],
  ...["password12345", "password123456", "password1234567", "password12345678", "password123!"],
  ...["password123456789", "password2024", "password2025", "password2026", "passwordpassword"],
  ...["princess1234", "q1w2e3r4t5y6u7i8", "rootrootroot", "secret123456", "sunshine1234"],
  ...["superman1234", "testtesttest", "test12345678", "testpassword", "testpassword1"],
  ...["thisisapassword", "trustno1trustno1", "unbelievable", "welcome12345", "welcome123456"],
]);
