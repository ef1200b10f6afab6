/**
 * E-mail addresses of people. An address is a key of the state and a line of a mail, so it has one
 * form, and nothing in it can end a line, begin another header or name a second receiver.
 * ASCII only: two addresses that look alike and differ, such as with a Cyrillic letter, cannot both
 * be here. The host's name may be in its ASCII form (`xn--…`).
 * Does not say that mail arrives there: a code that was mailed does.
 */
import { FormatRegistry, Type } from "@sinclair/typebox";
import { PII } from "../declare/redaction.ts";
import { PUBLISHED_AS } from "../declare/schema_marks.ts";
import { ruled, type TextFault } from "./value_rules.ts";

/** RFC 3696, erratum 1690: a path of SMTP has 256 characters, two of which are its brackets. */
export const EMAIL_LENGTH_MAX = 254;

/** RFC 5321, section 4.5.3.1.1. */
const LOCAL_LENGTH_MAX = 64;
/**
 * Words with single dots between (RFC 5322, section 3.2.3, `dot-atom`), without ! % | ` which old mail
 * servers and shells read as more than characters, and no hyphen first, which begins an option. A
 * local part in quotes is not taken.
 */
const LOCAL = /^(?!-)[a-z0-9#$&'*+/=?^_{}~-]+(?:\.[a-z0-9#$&'*+/=?^_{}~-]+)*$/;
/** RFC 1035, section 2.3.1: labels of letters, digits and inner hyphens, two at least. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** The last label of a name is never a number (RFC 3696, section 2), and an address of IP ends so. */
const ENDS_IN_NUMBER = /\.[0-9]+$/;
/**
 * Both as one pattern of the contract, in the part of regular expressions that every language has. It cannot say how
 * long the local part may be.
 */
const PUBLISHED_PATTERN =
  "^[A-Za-z0-9#$&'*+/=?^_{}~][A-Za-z0-9#$&'*+/=?^_{}~-]*(\\.[A-Za-z0-9#$&'*+/=?^_{}~-]+)*" +
  "@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+" +
  "([0-9]*[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?|[0-9]+-[A-Za-z0-9-]{0,61}[A-Za-z0-9])$";
const EMAIL_FORMAT = "email";
const DESCRIPTION =
  "An e-mail address in ASCII. Capitals do not matter; answers have it in small letters.";

FormatRegistry.Set(EMAIL_FORMAT, (text) => canonicalEmail(text) !== undefined);

export const EmailAddress = ruled(
  Type.String({
    description: DESCRIPTION,
    format: EMAIL_FORMAT,
    ...PII,
    [PUBLISHED_AS]: {
      type: "string",
      description: DESCRIPTION,
      format: EMAIL_FORMAT,
      pattern: PUBLISHED_PATTERN,
      maxLength: EMAIL_LENGTH_MAX,
      ...PII,
    },
  }),
  { mustBe: "an e-mail address such as ada@example.com", faultOf },
);

/**
 * The address in small letters, the one form that is stored and compared; undefined for a text that
 * is no address. Does not trim: a space before or after an address is refused.
 */
export function canonicalEmail(text: string): string | undefined {
  return faultOf(text) === undefined ? text.toLowerCase() : undefined;
}

function faultOf(text: string): TextFault | undefined {
  const { length } = text;
  if (length === 0) return { says: "is empty", code: "length" };
  if (length > EMAIL_LENGTH_MAX) return { says: `has ${length} characters`, code: "length" };
  if (/\P{ASCII}/u.test(text)) return { says: "has a character that is not ASCII" };
  if (/^\s|\s$/.test(text)) return { says: "begins or ends with white space" };
  if (/[\s\p{Cc}]/u.test(text)) return { says: "has a space or a control character" };
  if (/[",<>]/.test(text)) return { says: "has a quote, a comma or a bracket" };
  const [local = "", host, ...more] = text.toLowerCase().split("@");
  if (host === undefined) return { says: "has no @" };
  if (more.length > 0) return { says: "has more than one @" };
  if (local === "" || local.length > LOCAL_LENGTH_MAX || !LOCAL.test(local)) {
    return { says: "has before the @ what no address has" };
  }
  if (!host.includes(".")) return { says: "has no dot after the @" };
  if (!HOST.test(host) || ENDS_IN_NUMBER.test(host)) {
    return { says: "has after the @ what is not the name of a host" };
  }
  return undefined;
}

/** Whether the address can have a mailbox: names below `.example` and `.invalid` are nobody's (RFC 2606, section 2), such as the demo's. */
export function canHaveMailbox(address: string): boolean {
  return !/\.(example|invalid)$/i.test(address);
}
