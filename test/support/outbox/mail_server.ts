/** SMTP servers on loopback, for tests: real ones, that keep what they were sent and refuse on demand. */
import { EventEmitter, once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { encodeIdSuffix } from "../../../src/base/id.ts";
import type { OwedMail } from "../../../src/contract/declare/mail.ts";
import { type WrittenMail, writtenMail } from "../../../src/outbox/written_mail.ts";
import { CERTIFICATE, PRIVATE_KEY } from "./receiver.ts";

/** What the server was sent: the envelope, and the text as it came. */
export type ReceivedMail = { from: string; to: string[]; text: string };

export type MailServer = {
  url: string;
  received: ReceivedMail[];
  /** From now on connections are closed, those that are open too. */
  leave(): void;
  comeBack(): void;
  /** True: texts are kept as received, and their clients wait for an answer for ever. */
  isSilent: boolean;
  /** Connections so far. */
  connections: number;
  /** The answers to the next mails at the end of their text; 250 when there are none. */
  refusals: { replyCode: number; text: string }[];
  /** Resolves with the mail of the number, from 0, as soon as it is there. */
  nth(number: number): Promise<ReceivedMail>;
  close(): Promise<void>;
};

/** `scheme`: of the URL. Without `options` there are no TLS and no login. */
export async function openMailServer({
  scheme = "smtp",
  ...options
}: SMTPServerOptions & { scheme?: "smtp" | "smtps" } = {}): Promise<MailServer> {
  const came = new EventEmitter();
  const sockets = new Set<Socket>();
  let isAway = false;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    key: PRIVATE_KEY,
    cert: CERTIFICATE,
    closeTimeout: 1,
    onConnect(_session, done) {
      mailServer.connections++;
      done();
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const refusal = mailServer.refusals.shift();
        if (refusal !== undefined) {
          const { text, replyCode } = refusal;
          done(Object.assign(new Error(text), { responseCode: replyCode }));
          return;
        }
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        mailServer.received.push({ from, to, text: Buffer.concat(parts).toString("utf8") });
        if (!mailServer.isSilent) done();
        came.emit("mail");
      });
    },
    ...options,
  });
  // A client that breaks off, or does not trust the certificate.
  server.on("error", () => {});
  server.server.prependListener("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    if (isAway) socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const mailServer: MailServer = {
    url: `${scheme}://127.0.0.1:${port}`,
    received: [],
    leave() {
      isAway = true;
      for (const socket of sockets) socket.destroy();
    },
    comeBack() {
      isAway = false;
    },
    isSilent: false,
    connections: 0,
    refusals: [],
    async nth(number) {
      while (mailServer.received.length <= number) await once(came, "mail");
      return mailServer.received[number] as ReceivedMail;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}

/** The value of a header in the text of a mail, its lines unfolded. */
export function headerOf(text: string, name: string): string | undefined {
  const [head = ""] = text.split("\r\n\r\n");
  const line = head
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
    .find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}: `));
  return line?.slice(name.length + 2);
}

export const MAIL_MS = Date.UTC(2026, 10, 23, 14, 5);

export function owedMail(more: Partial<OwedMail> = {}, sub = 0): OwedMail {
  return {
    effectId: `eff_${encodeIdSuffix(MAIL_MS, 0, 8_192, sub)}`,
    to: "ada@example.com",
    template: "password_changed",
    values: { name: "Ada" },
    ...more,
  };
}

/** A mail as it is written where nothing of it is sealed. */
export function plainMail(more: Partial<OwedMail> = {}, sub = 0): WrittenMail {
  return writtenMail(owedMail(more, sub), {
    from: "no-reply@platform.example",
    baseUrl: "https://platform.example",
    open: () => ({ broken: "not_its_own" }),
  });
}
