/**
 * Mails as files, where no mail server is named: each a text as RFC 5322 has it, which mail programs
 * open, for trying the platform without a mail server.
 * Guarantees: a file is there whole or not at all; the same mail has the same name; the newest
 * `FILES_MAX` are kept. Each line of a mail is one line of the file, in UTF-8, so that a link can be copied as it
 * stands; to a mail server the long lines of a mail go encoded.
 */
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { invariant } from "../base/invariant.ts";
import { MailFailed, type MailTransport, messageOf } from "./mail_transport.ts";
import type { WrittenMail } from "./written_mail.ts";

/** Files that are kept. */
export const FILES_MAX = 1_000;
const NAME = /^\d{8}T\d{9}Z_eff_[0-9A-Z]{26}\.eml$/;

/** Puts each mail into a folder as a file. */
export class MailFolder implements MailTransport {
  readonly #path: string;
  readonly #onFile: (name: string, mail: WrittenMail) => void;
  readonly #filesMax: number;
  readonly #writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

  /** `onFile` is called with the name of each file that is there. */
  constructor(
    path: string,
    onFile: (name: string, mail: WrittenMail) => void,
    filesMax = FILES_MAX,
  ) {
    this.#path = path;
    this.#onFile = onFile;
    this.#filesMax = filesMax;
  }

  /**
   * Writes the file of the mail, which replaces a file of the same mail. Rejects with `MailFailed` where the disk
   * refuses.
   */
  async deliver(mail: WrittenMail): Promise<void> {
    const name = fileNameOf(mail);
    try {
      const { message } = await this.#writer.sendMail(messageOf(mail));
      await mkdir(this.#path, { recursive: true, mode: 0o700 });
      await this.#write(name, withText(message as Buffer, mail.text));
      await this.#removeOldest();
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      throw new MailFailed("file_failed", { message: code ?? message });
    }
    this.#onFile(name, mail);
  }

  close(): void {
    this.#writer.close();
  }

  async #write(name: string, text: string): Promise<void> {
    const temporary = join(this.#path, `${name}.tmp`);
    const file = await open(temporary, "w", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(this.#path, name));
  }

  async #removeOldest(): Promise<void> {
    const names = (await readdir(this.#path)).filter((name) => NAME.test(name)).sort();
    const surplus = names.slice(0, Math.max(0, names.length - this.#filesMax));
    await Promise.all(surplus.map((name) => rm(join(this.#path, name), { force: true })));
  }
}

/** A mail as it goes to a mail server, with its text as it is in place of the encoded one (RFC 2045, section 6.2: 8bit). */
function withText(message: Buffer, text: string): string {
  const [head = ""] = message.toString("latin1").split("\r\n\r\n", 1);
  const named = head.replace(/^Content-Transfer-Encoding:.*$/im, "Content-Transfer-Encoding: 8bit");
  invariant(named !== head, "a mail has the header of its encoding");
  return `${named}\r\n\r\n${text.replaceAll("\n", "\r\n")}`;
}

/** The time of the mail, then its effect: names are in the order of time. */
function fileNameOf({ dateMs, effectId }: WrittenMail): string {
  const time = new Date(dateMs).toISOString().replace(/[-:.]/g, "");
  return `${time}_${effectId}.eml`;
}
