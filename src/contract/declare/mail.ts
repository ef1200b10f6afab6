/**
 * Mails: what a decision says of one, and what became of it. A mail is an effect, so it is sent for
 * what is committed and for nothing else. Its secrets (a code, a link with a token) are sealed for
 * the address when the request is prepared, and opened where the mail is written: no record, no state
 * and no message between shards has them in clear.
 */
import { invariant } from "../../base/invariant.ts";

/** Of which endpoint a mail to an owner tells: `host` is the name in its address. */
const ENDPOINT_VALUES = [
  "name",
  "product",
  "productId",
  "environment",
  "endpoint",
  "host",
] as const;

/** What a mail of each template says besides its fixed words: in clear, and sealed. */
export const MAIL_TEMPLATES = {
  /** To somebody who wants to sign up. Says nothing that he chose: the address may be another's. */
  signup_code: { values: [], secrets: ["code"] },
  /** To the owner of an account, when somebody wanted to sign up with his address. */
  signup_known_address: { values: ["name"], secrets: [] },
  login_code: { values: ["name"], secrets: ["code"] },
  password_reset_code: { values: ["name"], secrets: ["code"] },
  password_changed: { values: ["name"], secrets: [] },
  mfa_enrolled: { values: ["name"], secrets: [] },
  mfa_disabled: { values: ["name"], secrets: [] },
  invitation: { values: ["company", "role"], secrets: ["link"] },
  member_removed: { values: ["name", "company"], secrets: [] },
  /** To the owners of a company, when the platform decided about live for one of its Products. */
  product_activated: { values: ["name", "product"], secrets: [] },
  product_activation_rejected: { values: ["name", "product", "reason"], secrets: [] },
  product_suspended: { values: ["name", "product", "reason"], secrets: [] },
  /** To the owners of a company, when the operator of the server made a credential of live in it. */
  credential_by_operator: { values: ["name", "company", "credential"], secrets: [] },
  /** To the owners of a company, at most once a day for an endpoint. */
  webhook_deliveries_exhausted: {
    values: [...ENDPOINT_VALUES, "exhausted", "pending"],
    secrets: [],
  },
  /** To the owners of a company. `exhausted`: how many deliveries to the endpoint have failed for good. */
  webhook_endpoint_disabled: {
    values: [...ENDPOINT_VALUES, "reason", "exhausted"],
    secrets: [],
  },
  /** To the person on whose behalf an agent asks for something in live. */
  agent_approval_requested: {
    values: ["name", "agent", "operation", "product", "approval"],
    secrets: [],
  },
} as const;

export type MailTemplate = keyof typeof MAIL_TEMPLATES;
type Templates = typeof MAIL_TEMPLATES;

/** The texts in clear of a template. A name may be whatever a person typed: the writer cleans it. */
export type MailValues<T extends MailTemplate> = Readonly<
  Record<Templates[T]["values"][number], string>
>;
/** The secret texts of a template. A code is six or twelve digits; a link is an http or https URL. */
export type MailSecrets<T extends MailTemplate> = Readonly<
  Record<Templates[T]["secrets"][number], string>
>;

/** The payload of the effect. It is in the log for ever. */
export type MailPayload = {
  /** The canonical address. */
  to: string;
  template: MailTemplate;
  values: Readonly<Record<string, string>>;
  /** What `mailSecretsText` gave, sealed for the owner `to`; of templates with secrets. */
  sealed?: string;
  /** From then on the mail is of no use and is not sent, milliseconds UTC. */
  expiresAtMs?: number;
};

/** A mail on its way: the payload of an effect, and the effect's id. */
export type OwedMail = MailPayload & { effectId: string };

/** Why an attempt failed, or why there is none. */
export const MAIL_FAULTS = [
  /** The mail server could not be reached, or the connection broke. */
  "connection_failed",
  /** No TLS, or a certificate that is not trusted. */
  "tls_failed",
  "timeout",
  /** The mail server refused our user and password. */
  "login_refused",
  /** The mail server refused the mail for now, or for ever. */
  "refused_for_now",
  "refused",
  /** The file could not be written. */
  "file_failed",
  /** `expiresAtMs` was over before the first attempt. */
  "expired",
  /** Its secrets are sealed under a key that is gone. */
  "seal_key_gone",
  /** The payload is no mail of this version, or its secrets do not open. */
  "invalid_mail",
] as const;
export type MailFault = (typeof MAIL_FAULTS)[number];

/** How a mail ended; the input of `mail.settle`. `attempts`: of this run of the process. */
export type MailOutcome =
  | { status: "sent"; attempts: number }
  | { status: "given_up"; attempts: number; code: MailFault };

/** RFC 5321, section 4.5.3.1.3: a path has at most 256 octets, with its brackets. */
export const MAIL_ADDRESS_CHARACTERS_MAX = 254;
const LOCAL_CHARACTERS_MAX = 64;
/** RFC 5321, section 4.1.2: `Dot-string "@" Domain`, of ASCII; no quoted local part, no literal. */
const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Whether a mail can be sent to, or from, the text, and the text can mean one address only. */
export function isMailAddress(text: string): boolean {
  if (text.length > MAIL_ADDRESS_CHARACTERS_MAX || !ADDRESS.test(text)) return false;
  return text.lastIndexOf("@") <= LOCAL_CHARACTERS_MAX;
}

/** The text that is sealed for the owner `to`: `tools.sealed(mailSecretsText(…), to)`. */
export function mailSecretsText<T extends MailTemplate>(
  template: T,
  secrets: MailSecrets<T>,
): string {
  invariant(
    hasKeys(secrets, MAIL_TEMPLATES[template].secrets),
    "a mail has the secrets of its template",
  );
  return JSON.stringify(secrets);
}

/** Whether the object has these keys and no others. */
export function hasKeys(object: object, keys: readonly string[]): boolean {
  const own = Object.keys(object);
  return own.length === keys.length && keys.every((key) => own.includes(key));
}
