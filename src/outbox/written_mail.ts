/**
 * A mail as it is sent: plain text in simple English, one address, made of the payload of its effect.
 * Guarantees: what people have typed stands in a mail as one bounded line that no mail client makes a
 * link of, so nobody can have the platform send an address of their own, a header, or lines that look like the platform's;
 * the same effect always gives the same Message-ID and the same date.
 */
import { decodeIdSuffix, suffixOf } from "../base/id.ts";
import { EFFECT_PREFIX } from "../contract/declare/effect.ts";
import {
  hasKeys,
  isMailAddress,
  MAIL_TEMPLATES,
  type MailFault,
  type MailTemplate,
  type OwedMail,
} from "../contract/declare/mail.ts";

export type WrittenMail = {
  effectId: string;
  from: string;
  to: string;
  subject: string;
  /** Lines end with `\n`. */
  text: string;
  /** Without its angle brackets. */
  messageId: string;
  /** When the decision was made that the mail tells of. */
  dateMs: number;
};

/** A mail that cannot be written, now or later. */
export class MailUnusable extends Error {
  override readonly name = "MailUnusable";
  readonly fault: Extract<MailFault, "invalid_mail" | "seal_key_gone">;

  constructor(fault: MailUnusable["fault"], why: string) {
    super(why);
    this.fault = fault;
  }
}

/** The text that was sealed for the owner, or why it does not open. */
export type OpenSealed = (sealed: string, owner: string) => { text: string } | { broken: Broken };
type Broken = "unknown_key" | "not_its_own";

export type MailWriting = {
  /** The address that mails come from. */
  from: string;
  /** The address of the server, which each mail names. */
  baseUrl: string;
  open: OpenSealed;
};

/** Characters of a name in a mail; a longer name is cut. */
export const SHOWN_NAME_CHARACTERS_MAX = 80;
const LINK = /^https?:\/\/[\x21-\x7e]{1,2000}$/;
const CODE = /^[0-9]{6}(?:[0-9]{6})?$/;

type Said = { readonly [name: string]: string };
type Words = { subject: string; lines: readonly string[] };

const NOT_YOU = "If it was not you, reset your password, and tell the owners of your company.";
const ASKED_NOBODY = "Nobody of us ever asks you for this code.";

/** The code, and of a long one why it is long. */
function codeLines(code = ""): string[] {
  const line = `Your code: ${code}`;
  return code.length <= CODE_DIGITS ? [line] : [line, LONG_CODE];
}

function endpointWords({ endpoint, host, product }: Said): string {
  return `${endpoint} at "${host}" of your Product "${product}"`;
}

/** The address of the page that shows the endpoints of the Product. */
function endpointsPage({ console, productId, environment }: Said): string {
  return `${console}/webhooks?product=${productId}&environment=${environment}`;
}

/** Digits of a code as most mails have it. */
const CODE_DIGITS = 6;
const LONG_CODE =
  "It has twelve digits, because codes for your address were asked for or tried many times today.";

/** What each template says; `until` is a sentence, or nothing where the mail has no end. */
const WORDS: Readonly<Record<MailTemplate, (said: Said, until: string) => Words>> = {
  signup_code: ({ code }, until) => ({
    subject: "Your code to sign up",
    lines: [
      "Somebody, most probably you, wants to sign up with this address.",
      ...codeLines(code),
      `${until}${ASKED_NOBODY}`,
      "If it was not you, ignore this mail: without the code nothing happens.",
    ],
  }),
  signup_known_address: ({ name }) => ({
    subject: "You have an account already",
    lines: [
      `Hello ${name},`,
      "somebody, perhaps you, wanted to sign up with your address. You have an account already: log in, or reset your password.",
      "If it was not you, ignore this mail: nothing has changed.",
    ],
  }),
  login_code: ({ name, code }, until) => ({
    subject: "Your code to log in",
    lines: [
      `Hello ${name},`,
      ...codeLines(code),
      `${until}${ASKED_NOBODY}`,
      `Whoever asked for it knows your password. ${NOT_YOU}`,
    ],
  }),
  password_reset_code: ({ name, code }, until) => ({
    subject: "Your code for a new password",
    lines: [
      `Hello ${name},`,
      ...codeLines(code),
      `${until}${ASKED_NOBODY}`,
      "If it was not you, ignore this mail: your password has not changed.",
    ],
  }),
  password_changed: ({ name }) => ({
    subject: "Your password was changed",
    lines: [`Hello ${name},`, "your password was changed.", NOT_YOU],
  }),
  mfa_enrolled: ({ name }) => ({
    subject: "Two-factor authentication is on",
    lines: [
      `Hello ${name},`,
      "from now on your account asks for a code of your authenticator when you log in.",
      NOT_YOU,
    ],
  }),
  mfa_disabled: ({ name }) => ({
    subject: "Two-factor authentication is off",
    lines: [
      `Hello ${name},`,
      "your account does not ask for a code of your authenticator any more.",
      NOT_YOU,
    ],
  }),
  invitation: ({ company, role, link }, until) => ({
    subject: `You are invited to "${company}"`,
    lines: [
      `The company "${company}" invites you, with the role ${role}.`,
      `${link}`,
      `${until}The link is for you alone.`,
      "If you do not know the company, ignore this mail.",
    ],
  }),
  member_removed: ({ name, company }) => ({
    subject: `You are no longer a member of "${company}"`,
    lines: [`Hello ${name},`, `you are no longer a member of the company "${company}".`],
  }),
  product_activated: ({ name, product }) => ({
    subject: `Live is open to "${product}"`,
    lines: [
      `Hello ${name},`,
      `the platform opened live to your Product "${product}". You can make live keys now.`,
    ],
  }),
  product_activation_rejected: ({ name, product, reason }) => ({
    subject: `Live was not opened to "${product}"`,
    lines: [
      `Hello ${name},`,
      `the platform did not open live to your Product "${product}": ${reason}`,
      "You may ask for it again.",
    ],
  }),
  product_suspended: ({ name, product, reason }) => ({
    subject: `Live is closed to "${product}" for now`,
    lines: [
      `Hello ${name},`,
      `the platform closed live to your Product "${product}" for now: ${reason}`,
      "Its sandbox works as before.",
    ],
  }),
  credential_by_operator: ({ name, company, credential }) => ({
    subject: `The operator made a credential for "${company}"`,
    lines: [
      `Hello ${name},`,
      `the operator of the server made a credential for your company "${company}": ${credential}.`,
      "The audit feed of your company shows it. If nobody of your company asked the operator for it, revoke it, and ask the operator why it was made.",
    ],
  }),
  webhook_deliveries_exhausted: (said) => ({
    subject: `Webhooks do not reach "${said["host"]}"`,
    lines: [
      `Hello ${said["name"]},`,
      `the webhook endpoint ${endpointWords(said)} does not take what is sent to it: all eight attempts at a delivery have failed. Deliveries to it that have failed for good: ${said["exhausted"]}. Deliveries that wait for another attempt: ${said["pending"]}.`,
      `Mend the receiver, and then send again what has failed, on this page: ${endpointsPage(said)}`,
      "There is one such mail a day for an endpoint at the most, so more deliveries may fail before the next mail.",
    ],
  }),
  webhook_endpoint_disabled: (said) => ({
    subject: `The webhook endpoint at "${said["host"]}" was disabled`,
    lines: [
      `Hello ${said["name"]},`,
      `the webhook endpoint ${endpointWords(said)} was disabled: ${said["reason"]}. Nothing is sent to it any more. Deliveries to it that have failed for good: ${said["exhausted"]}.`,
      `Mend the receiver and enable the endpoint. Then replay what it has missed, on this page: ${endpointsPage(said)}`,
    ],
  }),
  agent_approval_requested: ({ name, agent, operation, product, approval, console }, until) => ({
    subject: `Your agent "${agent}" asks for your approval`,
    lines: [
      `Hello ${name},`,
      `the agent "${agent}", which you let in, wants to run ${operation} in live, for "${product}". Nothing happens unless a person approves it.`,
      `See what exactly it asks for, and decide, on this page: ${console}/approvals/${approval}`,
      `${until}The page asks for your password.`,
    ],
  }),
};

/** Throws `MailUnusable` where the payload is not what its template says, or does not open. */
export function writtenMail(mail: OwedMail, { from, baseUrl, open }: MailWriting): WrittenMail {
  const { effectId, to, template, values, expiresAtMs } = mail;
  const origin = decodeIdSuffix(suffixOf(EFFECT_PREFIX, effectId) ?? "");
  if (origin === undefined) throw invalid("its id is none of an effect");
  if (!isMailAddress(to)) throw invalid("it has no address");
  if (!Object.hasOwn(WORDS, template)) throw invalid("this version has no such template");
  if (!hasKeys(values, MAIL_TEMPLATES[template].values)) throw invalid("values are missing");
  const said: Record<string, string> = {
    ...secretsOf(mail, open),
    console: `${baseUrl}/console`,
  };
  for (const [name, value] of Object.entries(values)) said[name] = shownName(value);
  const { subject, lines } = WORDS[template](said, untilText(expiresAtMs));
  const end = `This mail comes from ${baseUrl}. Answers to it are not read.`;
  return {
    effectId,
    from,
    to,
    subject,
    text: `${[...lines, end].join("\n\n")}\n`,
    messageId: `${effectId}@${from.slice(from.lastIndexOf("@") + 1)}`,
    dateMs: origin.timeMs,
  };
}

/**
 * A name that a person typed, as one line without control and format characters, and without what
 * mail clients make a link of: a dot, a colon or slashes inside of it are followed by a space.
 */
export function shownName(text: string): string {
  const line = text
    .normalize("NFKC")
    .replace(/[.。]/g, ". ")
    .replace(/:/g, ": ")
    .replace(/\/{2,}/g, "/")
    .replace(/@/g, " at ")
    .replace(/[\p{C}\p{Z}\s]+/gu, " ")
    .trim();
  const shown = [...line].slice(0, SHOWN_NAME_CHARACTERS_MAX).join("").trim();
  return shown === "" ? "(without a name)" : shown;
}

function secretsOf({ to, template, sealed }: OwedMail, open: OpenSealed): Said {
  const names = MAIL_TEMPLATES[template].secrets;
  if (names.length === 0) return {};
  const opened = open(sealed ?? "", to);
  if ("broken" in opened) {
    if (opened.broken === "not_its_own") throw invalid("its secrets do not open");
    throw new MailUnusable("seal_key_gone", "the key that its secrets are sealed under is gone");
  }
  const secrets: Said = JSON.parse(opened.text);
  if (!hasKeys(secrets, names)) throw invalid("secrets are missing");
  for (const [name, text] of Object.entries(secrets)) {
    if (!(name === "link" ? LINK : CODE).test(text)) throw invalid(`its ${name} is none`);
  }
  return secrets;
}

function untilText(expiresAtMs: number | undefined): string {
  if (expiresAtMs === undefined) return "";
  const [day, time = ""] = new Date(expiresAtMs).toISOString().split("T");
  return `It works until ${day} ${time.slice(0, 5)} UTC. `;
}

function invalid(why: string): MailUnusable {
  return new MailUnusable("invalid_mail", why);
}
