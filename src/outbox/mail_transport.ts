/** What a transport of mails is, over SMTP or into a folder; and the form in which nodemailer takes a mail. */
import type { SendMailOptions } from "nodemailer";
import type { MailFault } from "../contract/declare/mail.ts";
import type { WrittenMail } from "./written_mail.ts";

/** Why one attempt failed. The message says nothing of what is in the mail, nor whom it is for. */
export class MailFailed extends Error {
  override readonly name = "MailFailed";
  readonly fault: MailFault;
  /** True where another attempt would fail as this one did. */
  readonly isFinal: boolean;
  /** The reply code of the mail server (RFC 5321, section 4.2); undefined where it gave none. */
  readonly replyCode: number | undefined;

  constructor(
    fault: MailFault,
    why: { message: string; isFinal?: boolean; replyCode?: number | undefined },
  ) {
    super(why.message);
    this.fault = fault;
    this.isFinal = why.isFinal ?? false;
    this.replyCode = why.replyCode;
  }
}

export interface MailTransport {
  /** Resolves when the mail is delivered; rejects with `MailFailed`. `signal` ends the attempt. */
  deliver(mail: WrittenMail, signal: AbortSignal): Promise<void>;
  /** Ends what is under way. */
  close(): void;
}

/**
 * The mail as nodemailer takes it. An address is an object, which is not parsed; nodemailer reads no
 * file and no URL for it.
 */
export function messageOf(mail: WrittenMail): SendMailOptions {
  const { from, to, subject, text, messageId, dateMs } = mail;
  return {
    from: { name: "", address: from },
    to: { name: "", address: to },
    envelope: { from, to: [to] },
    subject,
    text,
    messageId: `<${messageId}>`,
    date: new Date(dateMs),
    // RFC 3834, section 5: nobody's absence notice answers the mail.
    headers: { "Auto-Submitted": "auto-generated" },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
