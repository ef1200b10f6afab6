/**
 * The HAProxy configuration of the operator's manual in front of a real server: what the server answers comes
 * through as it is, and what HAProxy answers itself, in an outage above all, has the server's error envelope.
 * A server of its own: it stands behind a proxy, and is killed.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { lacks } from "../support/machine.ts";
import { ROOT } from "../support/markdown.ts";
import { ownAddress } from "../support/own_address.ts";
import { draft, newAccount } from "../support/parties.ts";
import { openRaw } from "../support/raw.ts";
import { HEADER_NAMES } from "../support/raw_tables.ts";
import {
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const HAPROXY = "/usr/sbin/haproxy";
const WHY = "the second proxy of the operator's manual needs it: apt-get install haproxy";
const skip = existsSync(HAPROXY) ? false : lacks("haproxy", WHY);
const FILE = join(ROOT, "scripts/operate/haproxy.cfg");
/** Connections of one address, in place of those of the file. */
const CONNECTIONS_MAX = 50;

let server: Server;
let client: Client;
let child: ChildProcess;
let address: { host: string; port: number };
let output = "";

before(async () => {
  if (skip !== false) return;
  server = await startServer(["--trusted-proxies", "127.0.0.1"]);
  address = await ownAddress();
  child = spawn(HAPROXY, ["-db", "-f", configuration()], { stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  await listening();
  const credentials = await newCredentials(server);
  const baseUrl = `http://${address.host}:${address.port}/v1`;
  client = await openClient({ baseUrl }, credentials);
});

after(async () => {
  if (skip !== false) return;
  client.close();
  child.kill("SIGKILL");
  await once(child, "close");
  await stopServer(server);
});

/** The manual's file with the addresses of this test, and without TLS. */
function configuration(): string {
  const changes: readonly (readonly [RegExp, string])[] = [
    [/bind :443 ssl .*/g, `bind ${address.host}:${address.port}`],
    [/127\.0\.0\.1:8080/g, `127.0.0.1:${server.port}`],
    [/gt 1200/g, `gt ${CONNECTIONS_MAX}`],
  ];
  let text = readFileSync(FILE, "utf8");
  for (const [from, to] of changes) {
    const [comments, rest] = [text.match(/^#.*$/gm) ?? [], text.replace(/^#.*$/gm, "")];
    assert.ok(rest.match(from) !== null, `${from.source} stands in the file`);
    text = `${comments.join("\n")}\n${rest.replace(from, to)}`;
  }
  const path = join(newDataDir(), "haproxy.cfg");
  writeFileSync(path, text);
  return path;
}

/** Resolves when HAProxy takes connections; rejects when it ends instead. */
async function listening(): Promise<void> {
  for (;;) {
    assert.equal(child.exitCode, null, output);
    const socket = connect(address.port, address.host);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

type Envelope = { error: { code: string; message: string; details: object }; requestId: string };

/** The status and the envelope of the answer to some bytes. */
async function answerTo(bytes: string): Promise<{ status: number; head: string; body: Envelope }> {
  const connection = await openRaw(address.port, { host: address.host });
  await connection.send(Buffer.from(bytes, "latin1"));
  const reply = await connection.next();
  connection.end();
  assert.ok(reply !== undefined, "an answer");
  assert.match(reply.head, /^content-type: application\/json\r?$/im);
  return { status: reply.status, head: reply.head, body: JSON.parse(String(reply.body)) };
}

test("haproxy: a server that serves -> its answers as they are", { skip }, async () => {
  const [from, to] = [await newAccount(client, { fund: "9" }), await newAccount(client)];
  const posted = expect(await client.post("/transfers", draft(from, to, "5")), 201);
  assert.match(String(posted.headers["service-receipt-id"]), /^rcpt_/);
  expect(await client.post("/transfers", draft(from, to, "5000")), "insufficient_balance");
});

for (const target of ["/metrics", "//metrics", "/metrics/", "/v1/../metrics", "/%6detrics"]) {
  test(`haproxy: ${target} -> 404 in the envelope`, { skip }, async () => {
    const { status, body } = await answerTo(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
    assert.deepEqual([status, body.error.code], [404, "not_found"]);
    assert.match(body.requestId, /^req_\w{10,}$/);
  });
}

test("haproxy: a header of any name that HTTP allows, a method that nobody serves -> answered", {
  skip,
}, async () => {
  for (const name of HEADER_NAMES) {
    const { status } = await answerTo(`GET /healthz HTTP/1.1\r\nHost: a\r\n${name}: 1\r\n\r\n`);
    assert.equal(status, 200, name);
  }
  for (const method of ["PROPFIND", "QUERY"]) {
    const { status, body } = await answerTo(`${method} /healthz HTTP/1.1\r\nHost: a\r\n\r\n`);
    assert.deepEqual([status, body.error.code], [404, "not_found"], method);
  }
});

test("haproxy: as many connections of an address as it may have, one more -> served, closed; others served", {
  skip,
}, async () => {
  const { host, port } = address;
  const asked = async (localAddress: string) => {
    // A connection that HAProxy rejects may be reset before this side knows that it was there.
    const connection = await openRaw(port, { host, localAddress }).catch(() => undefined);
    await connection?.send("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n").catch(() => {});
    return { connection, status: (await connection?.next())?.status };
  };
  const all = [];
  for (let at = 0; at <= CONNECTIONS_MAX; at++) all.push(await asked("127.0.8.1"));
  const statuses = all.map(({ status }) => status);
  assert.deepEqual(statuses, [...Array(CONNECTIONS_MAX).fill(200), undefined]);
  all.push(await asked("127.0.8.2"));
  assert.equal(all.at(-1)?.status, 200);
  for (const { connection } of all) connection?.reset();
});

test("haproxy: the server is killed, and back -> 503 in the envelope with an id, then served", {
  skip,
}, async () => {
  const { dataDir, port } = server;
  await killServer(server);
  for (const path of ["/v1/accounts", "/readyz"]) {
    const { status, head, body } = await answerTo(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    assert.equal(status, 503);
    assert.equal(body.error.code, "ledger_unavailable");
    assert.match(body.error.message, /same key/);
    assert.match(head, /^retry-after: 5\r?$/im);
    assert.ok(head.toLowerCase().includes(`x-request-id: ${body.requestId.toLowerCase()}`), head);
    assert.match(body.requestId, /^req_\w{10,}$/);
  }
  server = await startServer(["--port", String(port)], dataDir);
  assert.equal((await client.get(`/accounts?productId=${client.productId}`)).status, 200);
});
