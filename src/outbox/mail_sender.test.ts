/** Mails to real SMTP servers: delivery, TLS, refusals, hostile text. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { headerOf, openMailServer, plainMail } from "../../test/support/outbox/mail_server.ts";
import { CERTIFICATE } from "../../test/support/outbox/receiver.ts";
import { isOnThisMachine, MailSender, type MailSenderOptions } from "./mail_sender.ts";
import { MailFailed } from "./mail_transport.ts";

const WITH_TLS = { disabledCommands: ["AUTH"] };
const never = new AbortController().signal;

async function serverOf(t: TestContext, options: Parameters<typeof openMailServer>[0] = {}) {
  const server = await openMailServer(options);
  t.after(() => server.close());
  return server;
}

function senderOf(t: TestContext, options: MailSenderOptions): MailSender {
  const sender = new MailSender(options);
  t.after(() => sender.close());
  return sender;
}

type Failure = Pick<MailFailed, "fault" | "isFinal" | "replyCode">;

async function failureOf(delivery: Promise<void>): Promise<Failure & { message: string }> {
  try {
    await delivery;
  } catch (error) {
    assert.ok(error instanceof MailFailed, String(error));
    const { fault, isFinal, replyCode, message } = error;
    return { fault, isFinal, replyCode, message };
  }
  return assert.fail("the mail was delivered");
}

test("mail sender: a mail -> delivered to its address alone, with an id and a date of its effect", async (t) => {
  const server = await serverOf(t);
  const mail = plainMail();
  await senderOf(t, { url: server.url }).deliver(mail, never);
  const [{ from, to, text } = await server.nth(0)] = server.received;
  assert.deepEqual([from, to], ["no-reply@platform.example", ["ada@example.com"]]);
  assert.equal(headerOf(text, "Message-ID"), `<${mail.effectId}@platform.example>`);
  assert.equal(headerOf(text, "Subject"), "Your password was changed");
  assert.equal(headerOf(text, "Date"), "Mon, 23 Nov 2026 14:05:00 +0000");
  assert.match(text, /Hello Ada,\r\n/);
  assert.doesNotMatch(text, /^X-Mailer|nodemailer/im);
});

test("mail sender: many mails -> over few connections", async (t) => {
  const server = await serverOf(t);
  const sender = senderOf(t, { url: server.url });
  const mails = Array.from({ length: 20 }, (_, sub) => plainMail({}, sub));
  await Promise.all(mails.map((mail) => sender.deliver(mail, never)));
  assert.equal(server.received.length, 20);
  assert.ok(server.connections <= 4, `${server.connections}`);
});

for (const company of ["Eve\r\nBcc: eve@example.com\r\n\r\nhello", '"><Bcc:eve@example.com>']) {
  test(`mail sender: a company called ${JSON.stringify(company)} -> no header and no receiver more`, async (t) => {
    const server = await serverOf(t);
    const template = "member_removed" as const;
    const values = { name: company, company };
    await senderOf(t, { url: server.url }).deliver(plainMail({ template, values }), never);
    const { to, text } = await server.nth(0);
    assert.deepEqual(to, ["ada@example.com"]);
    const names = (text.split("\r\n\r\n")[0] ?? "").match(/^[\w-]+(?=:)/gm)?.sort();
    assert.deepEqual(names, [
      ...["Auto-Submitted", "Content-Transfer-Encoding", "Content-Type", "Date"],
      ...["From", "MIME-Version", "Message-ID", "Subject", "To"],
    ]);
  });
}

const SCHEMES: [string, Parameters<typeof openMailServer>[0]][] = [
  ["STARTTLS", WITH_TLS],
  ["TLS", { scheme: "smtps", secure: true, disabledCommands: ["AUTH"] }],
];
for (const [what, options] of SCHEMES) {
  test(`mail sender: ${what}, a certificate that nobody has signed -> tls_failed, nothing sent; its own authority -> sent`, async (t) => {
    const server = await serverOf(t, options);
    const { fault, isFinal } = await failureOf(
      senderOf(t, { url: server.url }).deliver(plainMail(), never),
    );
    assert.deepEqual([fault, isFinal, server.received.length], ["tls_failed", false, 0]);
    await senderOf(t, { url: server.url, ca: CERTIFICATE }).deliver(plainMail(), never);
    assert.equal(server.received.length, 1);
  });

  test(`mail sender: ${what}, NODE_TLS_REJECT_UNAUTHORIZED=0 -> certificates are verified all the same`, async (t) => {
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    t.after(() => {
      if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    });
    const server = await serverOf(t, options);
    const sender = senderOf(t, { url: server.url });
    assert.equal((await failureOf(sender.deliver(plainMail(), never))).fault, "tls_failed");
    assert.equal(server.received.length, 0);
  });
}

test("mail sender: a server without STARTTLS that is not on this machine -> tls_failed, nothing sent", async (t) => {
  const server = await serverOf(t);
  const sender = senderOf(t, { url: server.url, requiresTls: true });
  const { fault, isFinal } = await failureOf(sender.deliver(plainMail(), never));
  assert.deepEqual([fault, isFinal, server.received.length], ["tls_failed", false, 0]);
});

for (const [host, is] of [
  ...([
    ["localhost", true],
    ["127.0.0.1", true],
    ["127.8.8.8", true],
    ["::1", true],
  ] as const),
  ...([
    ["mail.example.com", false],
    ["localhost.example", false],
    ["10.0.0.1", false],
  ] as const),
  ...([
    ["0.0.0.0", false],
    ["fe80::1", false],
    ["::ffff:127.0.0.1", false],
  ] as const),
] as const) {
  test(`mail sender: ${host} -> ${is ? "this machine, TLS where it offers it" : "TLS always"}`, () => {
    assert.equal(isOnThisMachine(host), is);
  });
}

test("mail sender: a user and a password -> logged in with; a wrong one -> login_refused, not final, told nowhere", async (t) => {
  const server = await serverOf(t, {
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === "us@example.com" && password === "p:@/ss") done(null, { user: username });
      else done(new Error(`no ${username} with ${password}`));
    },
  });
  const withLogin = (login: string) => server.url.replace("://", `://${login}@`);
  const right = withLogin(`us%40example.com:${encodeURIComponent("p:@/ss")}`);
  await senderOf(t, { url: right }).deliver(plainMail(), never);
  assert.equal(server.received.length, 1);
  const wrong = withLogin("us:hunter2");
  const failure = await failureOf(senderOf(t, { url: wrong }).deliver(plainMail(), never));
  assert.deepEqual([failure.fault, failure.isFinal], ["login_refused", false]);
  assert.doesNotMatch(failure.message, /hunter2/);
  const without = await failureOf(senderOf(t, { url: server.url }).deliver(plainMail(), never));
  assert.deepEqual([without.fault, without.isFinal], ["login_refused", false]);
});

const REFUSALS: [number, Omit<Failure, "replyCode">][] = [
  [421, { fault: "refused_for_now", isFinal: false }],
  [451, { fault: "refused_for_now", isFinal: false }],
  [452, { fault: "refused_for_now", isFinal: false }],
  [503, { fault: "refused_for_now", isFinal: false }],
  [550, { fault: "refused", isFinal: true }],
  [554, { fault: "refused", isFinal: true }],
];
for (const [replyCode, expected] of REFUSALS) {
  for (const where of ["its text", "its receiver"]) {
    test(`mail sender: ${where} refused with ${replyCode} -> ${expected.fault}, and the answer's text is told nowhere`, async (t) => {
      const text = "no ada@example.com here";
      const server = await serverOf(t, {
        onRcptTo(_address, _session, done) {
          if (where === "its text") done();
          else done(Object.assign(new Error(text), { responseCode: replyCode }));
        },
      });
      server.refusals.push({ replyCode, text });
      const sender = senderOf(t, { url: server.url });
      const { message, ...failure } = await failureOf(sender.deliver(plainMail(), never));
      assert.deepEqual(failure, { ...expected, replyCode });
      assert.doesNotMatch(message, /ada/);
    });
  }
}

test("mail sender: a server that is away -> connection_failed; back -> sent by the same sender", async (t) => {
  const server = await serverOf(t);
  server.leave();
  const sender = senderOf(t, { url: server.url });
  const { fault, isFinal } = await failureOf(sender.deliver(plainMail(), never));
  assert.deepEqual([fault, isFinal], ["connection_failed", false]);
  server.comeBack();
  await sender.deliver(plainMail(), never);
  assert.equal(server.received.length, 1);
  server.leave();
  assert.equal((await failureOf(sender.deliver(plainMail(), never))).fault, "connection_failed");
});

test("mail sender: a server that breaks off after the text -> connection_failed, not final", async (t) => {
  const url = await rawServerOf(t, (socket, line) => {
    if (line.startsWith("EHLO")) return socket.write("250 here\r\n");
    if (line === ".") return socket.destroy();
    return socket.write(
      line.startsWith("DATA") ? "354 go on\r\n" : /^(MAIL|RCPT)/.test(line) ? "250 ok\r\n" : "",
    );
  });
  const { fault, isFinal } = await failureOf(senderOf(t, { url }).deliver(plainMail(), never));
  assert.deepEqual([fault, isFinal], ["connection_failed", false]);
});

test("mail sender: a server that trickles lines for ever -> timeout after the time of an attempt", async (t) => {
  const url = await rawServerOf(t, (socket, line) => {
    if (!line.startsWith("EHLO")) return;
    const timer = setInterval(() => socket.write("250-more\r\n"), 5);
    socket.on("close", () => clearInterval(timer));
  });
  const sender = senderOf(t, { url, attemptMs: 100 });
  assert.equal((await failureOf(sender.deliver(plainMail(), never))).fault, "timeout");
});

test("mail sender: aborted -> the attempt ends, with the connection", async (t) => {
  const abort = new AbortController();
  const closed = new Promise<void>((resolve) => {
    void rawServerOf(t, (socket) => {
      socket.on("close", () => resolve());
      abort.abort();
    }).then((url) => {
      void failureOf(senderOf(t, { url }).deliver(plainMail(), abort.signal));
    });
  });
  await closed;
});

/** A server of sockets that greets, and calls `onLine` with each line. */
async function rawServerOf(t: TestContext, onLine: (socket: Socket, line: string) => unknown) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      const lines = text.split("\r\n");
      text = lines.pop() ?? "";
      for (const line of lines) onLine(socket, line);
    });
    socket.write("220 here\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
