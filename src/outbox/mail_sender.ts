/**
 * Delivers mails to one SMTP server, by nodemailer (decision 0064).
 * Guarantees: certificates are verified, whatever the environment says; nothing is sent without TLS
 * except to this machine; an attempt ends within `ATTEMPT_MS`; at most `CONNECTIONS_MAX` connections.
 * Does not retry.
 */
import { createTransport, type Transporter } from "nodemailer";
import { ipKind } from "../base/ip_address.ts";
import type { MailFault } from "../contract/declare/mail.ts";
import { MailFailed, type MailTransport, messageOf } from "./mail_transport.ts";
import type { WrittenMail } from "./written_mail.ts";

/** Connections to the mail server, each with one mail at a time. */
export const CONNECTIONS_MAX = 4;
/** To connect, and until the server greets, milliseconds. */
const CONNECT_MS = 10_000;
/** Between two answers of the server, milliseconds. */
const SILENCE_MS = 30_000;
/** A whole attempt, milliseconds: a server that trickles its answers ends here. */
export const ATTEMPT_MS = 60_000;
/** A connection without mails is closed after that, milliseconds. */
const IDLE_MS = 15_000;
const PORTS: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465 };

export type MailSenderOptions = {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. A secret. */
  url: string;
  /** Certificates that are trusted instead of Node's, PEM. */
  ca?: string;
  /** Whether nothing is sent without TLS; by default where the server is not on this machine. */
  requiresTls?: boolean;
  attemptMs?: number;
};

/** What nodemailer says of an attempt that failed. */
type Failure = {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  permanent?: boolean;
  message: string;
};

/** A transport over one SMTP server, with a pool of connections. */
export class MailSender implements MailTransport {
  readonly #transporter: Transporter;
  readonly #attemptMs: number;

  constructor(options: MailSenderOptions) {
    const { ca } = options;
    const url = new URL(options.url);
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    this.#attemptMs = options.attemptMs ?? ATTEMPT_MS;
    this.#transporter = createTransport({
      pool: true,
      maxConnections: CONNECTIONS_MAX,
      maxRequeues: 0,
      idleTimeout: IDLE_MS,
      host,
      port: url.port === "" ? (PORTS[url.protocol] as number) : Number(url.port),
      secure: url.protocol === "smtps:",
      requireTLS: options.requiresTls ?? !isOnThisMachine(host),
      ...(url.username !== "" && {
        auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      socketCloseTimeout: 0,
      tls: { rejectUnauthorized: true, minVersion: "TLSv1.2", ...(ca !== undefined && { ca }) },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /**
   * Resolves when the server has taken the mail; rejects with `MailFailed`, whose `isFinal` says that it never will.
   */
  async deliver(mail: WrittenMail, signal: AbortSignal): Promise<void> {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(this.#attemptMs)]);
    try {
      await this.#transporter.sendMail({ ...messageOf(mail), signal: ends });
    } catch (cause) {
      throw failureOf(cause as Failure);
    }
  }

  close(): void {
    this.#transporter.close({ force: true });
  }
}

/** Whether the host, as an option names it, can only be this machine. */
export function isOnThisMachine(host: string): boolean {
  return host === "localhost" || ipKind(host) === "loopback";
}

/**
 * A refusal of the mail (MAIL, RCPT, DATA) with 5xx is final. What the server says of itself or of our
 * login is not: the operator can mend it, and the mails that wait go out.
 */
function failureOf({ code, originalCode, responseCode, permanent, message }: Failure): MailFailed {
  if (code === "EAUTH" || code === "ENOAUTH" || isAboutLogin(responseCode)) {
    return failed("login_refused", responseCode);
  }
  // RFC 5321, section 3.8: with 421 the server closes the connection, whatever it was asked.
  if (responseCode === 421) return failed("refused_for_now", responseCode);
  if (code === "EENVELOPE" || code === "EMESSAGE") {
    if (responseCode === undefined) return failed("invalid_mail", undefined, true);
    return permanent === true
      ? failed("refused", responseCode, true)
      : failed("refused_for_now", responseCode);
  }
  if (code === "ETIMEDOUT" || code === "EABORT") return new MailFailed("timeout", { message });
  if (code === "ETLS" || isOfTls(originalCode)) return new MailFailed("tls_failed", { message });
  return new MailFailed("connection_failed", { message, replyCode: responseCode });
}

/** The failure without the text of the server's answer, which may name an address or the user of the login. */
function failed(fault: MailFault, replyCode: number | undefined, isFinal = false): MailFailed {
  const message = `the mail server answers ${replyCode ?? "nothing"}`;
  return new MailFailed(fault, { message, replyCode, isFinal });
}

/** RFC 4954, section 6. */
function isAboutLogin(replyCode: number | undefined): boolean {
  return replyCode !== undefined && [530, 534, 535, 538].includes(replyCode);
}

/** Codes of OpenSSL and of Node's TLS. */
function isOfTls(code: string | undefined): boolean {
  return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code ?? "");
}
