/** An SMTP server in this process, which takes the mails of the server under load and finds their codes. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { PATIENCE_MS } from "./patience.ts";

const CODE = /^Your code: (\d{6})\r?$/m;

export type MailSink = {
  /** For the server's option `--mail-url`. */
  url: string;
  /**
   * Resolves with the code of the next mail to the address; rejects when none comes in time. One caller
   * waits for an address at a time, and asks before the mail can have been sent.
   */
  nextCode(address: string): Promise<string>;
  close(): Promise<void>;
};

export async function openMailSink(): Promise<MailSink> {
  const waiting = new Map<string, (text: string) => void>();
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    closeTimeout: 1,
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        done();
        const text = Buffer.concat(parts).toString("latin1");
        for (const { address } of envelope.rcptTo) waiting.get(address)?.(text);
      });
    },
  });
  // A connection that the server under load breaks off, as it does when it stops.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    nextCode: (address) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          clearTimeout(late);
          waiting.delete(address);
          settle();
        };
        const late = setTimeout(
          () => end(() => reject(new Error(`no mail to ${address} in ${PATIENCE_MS} ms`))),
          PATIENCE_MS,
        );
        waiting.set(address, (text) => {
          const code = CODE.exec(text)?.[1];
          if (code !== undefined) end(() => resolve(code));
        });
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
