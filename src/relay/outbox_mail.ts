/** The mails of the outbox's thread: where they go to, and what the log of the process says of them. */
import { join } from "node:path";
import type { Logger } from "pino";
import { SealBroken, type Sealer } from "../access/sealer.ts";
import { THREAD_EVENT_LOOP } from "../contract/messages/event_loop.ts";
import { MailFolder } from "../outbox/mail_folder.ts";
import { MailQueue, type MailTrouble } from "../outbox/mail_queue.ts";
import { CONNECTIONS_MAX, MailSender } from "../outbox/mail_sender.ts";
import { type OpenSealed, writtenMail } from "../outbox/written_mail.ts";

export type MailData = {
  /** The mail server, `--mail-url`, a secret; undefined: mails become files in `folder`. */
  url: string | undefined;
  from: string;
  folder: string;
  /** The address of the server, which mails name. */
  baseUrl: string;
};

export function openMailQueue(
  { url, from, folder, baseUrl }: MailData,
  sealer: Pick<Sealer, "open">,
  logger: Logger,
): MailQueue {
  const onFile = (name: string) =>
    logger.info({ file: join(folder, name) }, "a mail is in a file; --mail-url sends mails");
  const transport = url === undefined ? new MailFolder(folder, onFile) : new MailSender({ url });
  const open = openWith(sealer);
  return new MailQueue({
    transport,
    write: (mail) => writtenMail(mail, { from, baseUrl, open }),
    atOnce: url === undefined ? 1 : CONNECTIONS_MAX,
    loop: THREAD_EVENT_LOOP,
    nowMs: Date.now,
    onFault: (trouble) => tell(logger, trouble),
  });
}

/** Neither the address nor what the mail says is told. */
function tell(logger: Logger, { isOver, ...trouble }: MailTrouble): void {
  const how = isOver ? "given up" : "attempted again later";
  logger.warn(trouble, `a mail is ${how}: ${trouble.fault}`);
}

function openWith(sealer: Pick<Sealer, "open">): OpenSealed {
  return (sealed, owner) => {
    try {
      return { text: sealer.open(sealed, owner) };
    } catch (cause) {
      if (cause instanceof SealBroken) return { broken: cause.reason };
      throw cause;
    }
  };
}
