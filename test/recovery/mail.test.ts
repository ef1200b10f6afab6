/**
 * Mails over processes that are killed: sent for what is committed and for nothing else, under one
 * Message-ID, until the outcome is in the log. Over real SMTP servers, and over files.
 * A server of its own: it is killed, and sends its mails to a server of the test.
 */
import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, type TestContext, test } from "node:test";
import type { Fact } from "../../src/contract/records/record.ts";
import { buildProbeServer } from "../fixture/program.ts";
import { scrapeMetrics } from "../support/metrics.ts";
import { headerOf, type MailServer, openMailServer } from "../support/outbox/mail_server.ts";
import { CERTIFICATE } from "../support/outbox/receiver.ts";
import { recordsOf } from "../support/records.ts";
import {
  admin,
  killServer,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const PRELOAD = new URL("../support/outbox_fault.mjs", import.meta.url).href;
/** How often what is waited for is looked at, milliseconds. */
const LOOK_MS = 20;
let program: string;

before(() => {
  program = buildProbeServer();
});

async function mailServerOf(
  t: TestContext,
  options: Parameters<typeof openMailServer>[0] = {},
): Promise<MailServer> {
  const server = await openMailServer(options);
  t.after(() => server.close());
  return server;
}

/** `mailServer`: undefined for mails as files. */
function start(
  dataDir: string,
  mailServer: Pick<MailServer, "url"> | undefined,
  environment: Record<string, string> = {},
): Promise<Server> {
  const mail = mailServer === undefined ? {} : { MAIL_URL: mailServer.url };
  const flags = ["--shards", "1", "--edges", "1", "--log-level", "info"];
  return startServer(flags, dataDir, { program, environment: { ...mail, ...environment } });
}

type Asked = { status: number; effectId: string; link: string };

/** Asks for a mail with a new link. */
async function ask({ baseUrl }: Server, company = "Acme"): Promise<Asked> {
  const link = `https://platform.example/invitation?token=${randomBytes(16).toString("hex")}`;
  const response = await fetch(`${baseUrl}/probes/mails`, {
    method: "POST",
    headers: { "idempotency-key": randomUUID(), "content-type": "application/json" },
    body: JSON.stringify({ to: "ada@example.com", company, link }),
  });
  await response.arrayBuffer();
  const operationId = response.headers.get("service-operation-id") ?? "";
  return { status: response.status, effectId: operationId.replace(/^op_/, "eff_"), link };
}

/** The text of a mail, decoded where it is quoted-printable (RFC 2045, section 6.7). */
function decoded(text: string): string {
  if (headerOf(text, "Content-Transfer-Encoding") !== "quoted-printable") return text;
  return text
    .replaceAll("=\r\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const idOf = (text: string) =>
  /^<(eff_\w+)@localhost>$/.exec(headerOf(text, "Message-ID") ?? "")?.[1];

/** What the platform shard's log says became of mails. */
async function outcomesIn(dataDir: string): Promise<Fact[]> {
  const records = await recordsOf(dataDir, "platform");
  return records.flatMap(({ facts }) => facts.filter(({ kind }) => kind === "mail.settled.1"));
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

const settled = (dataDir: string, count: number) =>
  until(async () => (await outcomesIn(dataDir)).length === count);

test("mail: kill -9 between the commit and the sending -> sent after the start, once; nothing for what was refused", async (t) => {
  const mailServer = await mailServerOf(t);
  mailServer.leave();
  const dataDir = newDataDir();
  const first = await start(dataDir, mailServer);
  assert.equal((await ask(first, "refuse")).status, 409);
  const owed = await ask(first);
  assert.equal(owed.status, 201);
  await killServer(first);
  assert.equal(mailServer.received.length, 0);
  mailServer.comeBack();
  const second = await start(dataDir, mailServer);
  const { to, text } = await mailServer.nth(0);
  assert.deepEqual([to, idOf(text)], [["ada@example.com"], owed.effectId]);
  assert.ok(decoded(text).includes(owed.link));
  await settled(dataDir, 1);
  await killServer(second);
  const third = await start(dataDir, mailServer);
  const other = await ask(third);
  assert.equal(idOf((await mailServer.nth(1)).text), other.effectId);
  await settled(dataDir, 2);
  assert.equal((await stopServer(third)).code, 0);
  assert.equal(mailServer.received.length, 2);
});

test("mail: kill -9 between the sending and its outcome -> sent once more, with the same Message-ID", async (t) => {
  const mailServer = await mailServerOf(t);
  mailServer.isSilent = true;
  const dataDir = newDataDir();
  const first = await start(dataDir, mailServer);
  const { effectId, link } = await ask(first);
  const sent = await mailServer.nth(0);
  await killServer(first);
  mailServer.isSilent = false;
  const second = await start(dataDir, mailServer);
  const again = await mailServer.nth(1);
  assert.deepEqual([idOf(sent.text), idOf(again.text)], [effectId, effectId]);
  assert.equal(headerOf(again.text, "Date"), headerOf(sent.text, "Date"));
  assert.ok([sent, again].every(({ text }) => decoded(text).includes(link)));
  await settled(dataDir, 1);
  assert.equal((await stopServer(second)).code, 0);
  assert.deepEqual(await outcomesIn(dataDir), [
    { kind: "mail.settled.1", status: "sent", attempts: 1 },
  ]);
});

test("mail: refused for now, refused for ever -> sent at the next attempt, given up; metrics and log lines say so, and no address", async (t) => {
  const mailServer = await mailServerOf(t);
  mailServer.refusals.push({ replyCode: 451, text: "not now, ada@example.com" });
  const dataDir = newDataDir();
  const server = await start(dataDir, mailServer);
  const { effectId, link } = await ask(server);
  assert.equal(idOf((await mailServer.nth(0)).text), effectId);
  await settled(dataDir, 1);
  mailServer.refusals.push({ replyCode: 550, text: "no ada@example.com here" });
  await ask(server);
  await settled(dataDir, 2);
  assert.deepEqual(await outcomesIn(dataDir), [
    { kind: "mail.settled.1", status: "sent", attempts: 2 },
    { kind: "mail.settled.1", status: "given_up", attempts: 1, code: "refused" },
  ]);
  const { samples } = await scrapeMetrics(new URL(server.baseUrl).origin);
  const names = [
    "mails_sent_total",
    "mails_given_up_total",
    "mail_failures_total",
    "mails_waiting",
  ];
  assert.deepEqual(
    names.map((name) => samples.get(`service_${name}`)),
    [1, 1, 2, 0],
  );
  await stopServer(server);
  assert.match(server.output(), /a mail is attempted again later: refused_for_now/);
  assert.match(server.output(), /a mail is given up: refused/);
  assert.doesNotMatch(server.output(), /ada@example\.com/);
  assert.ok(!server.output().includes(link));
});

test("mail: STARTTLS with a certificate that is not trusted -> not sent; trusted after a restart -> sent", async (t) => {
  const mailServer = await mailServerOf(t, { disabledCommands: ["AUTH"] });
  const dataDir = newDataDir();
  const first = await start(dataDir, mailServer);
  const { effectId } = await ask(first);
  await until(() => first.output().includes("a mail is attempted again later: tls_failed"));
  await killServer(first);
  assert.equal(mailServer.received.length, 0);
  const authority = join(newDataDir(), "authority.pem");
  writeFileSync(authority, CERTIFICATE);
  const second = await start(dataDir, mailServer, { NODE_EXTRA_CA_CERTS: authority });
  assert.equal(idOf((await mailServer.nth(0)).text), effectId);
  await settled(dataDir, 1);
  assert.equal((await stopServer(second)).code, 0);
});

test("mail: the thread of the outbox throws while a mail waits -> sent by the next thread", async (t) => {
  const mailServer = await mailServerOf(t);
  mailServer.leave();
  const dataDir = newDataDir();
  const fault = join(newDataDir(), "fault");
  const server = await start(dataDir, mailServer, {
    NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${PRELOAD}`,
    OUTBOX_FAULT: fault,
  });
  const { effectId } = await ask(server);
  await until(() => server.output().includes("a mail is attempted again later: connection_failed"));
  writeFileSync(fault, "");
  await until(() => server.output().includes("the outbox ended, and is started again"));
  mailServer.comeBack();
  assert.equal(idOf((await mailServer.nth(0)).text), effectId);
  await settled(dataDir, 1);
  assert.equal((await stopServer(server)).code, 0);
  assert.equal(mailServer.received.length, 1);
});

test("mail: the seal key is rotated while a mail waits -> sent by this process; by a later one given up", async (t) => {
  const mailServer = await mailServerOf(t);
  mailServer.leave();
  const dataDir = newDataDir();
  const first = await start(dataDir, mailServer);
  const { link } = await ask(first);
  await until(() => first.output().includes("a mail is attempted again later: connection_failed"));
  await admin(first, "seal-key rotate");
  mailServer.comeBack();
  assert.ok(decoded((await mailServer.nth(0)).text).includes(link));
  await settled(dataDir, 1);
  mailServer.leave();
  await ask(first);
  await admin(first, "seal-key rotate");
  await killServer(first);
  mailServer.comeBack();
  const second = await start(dataDir, mailServer);
  await settled(dataDir, 2);
  assert.deepEqual((await outcomesIn(dataDir)).at(-1), {
    ...{ kind: "mail.settled.1", status: "given_up", attempts: 0 },
    code: "seal_key_gone",
  });
  assert.equal((await stopServer(second)).code, 0);
  assert.equal(mailServer.received.length, 1);
});

test("mail: no mail server -> a file that a log line names; its secret stands there and nowhere else", async () => {
  const dataDir = newDataDir();
  const server = await start(dataDir, undefined);
  const { effectId, link } = await ask(server);
  await settled(dataDir, 1);
  assert.equal((await stopServer(server)).code, 0);
  const folder = join(dataDir, "mail");
  const [name = "", ...others] = readdirSync(folder);
  assert.deepEqual(others, []);
  assert.ok(name.includes(effectId));
  assert.ok(decoded(readFileSync(join(folder, name), "utf8")).includes(link));
  assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
  assert.ok(server.output().includes(join(folder, name)));
  const token = link.slice(link.indexOf("token=") + 6);
  assert.ok(!server.output().includes(token));
  for (const path of readdirSync(dataDir, { recursive: true, encoding: "utf8" })) {
    const file = join(dataDir, path);
    if (path.startsWith("mail") || !existsSync(file) || !statSync(file).isFile()) continue;
    assert.ok(!readFileSync(file).includes(token), path);
  }
});
