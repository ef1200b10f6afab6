/**
 * How many connections there may be: of one address, and with the descriptors that the system allows the process.
 * A server of its own: its connections have a limit, and its descriptors get fewer while it runs.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { readMetrics, type Scrape } from "../support/metrics.ts";
import { openRaw, type RawConnection, type RawReply, requestText } from "../support/raw.ts";
import { newCredentials, type Server, startServer, stopServer } from "../support/server.ts";
import { until } from "../support/webhooks.ts";

const MAX = 20;
const STRANGER = "127.0.8.1";
const PROXY = "127.0.9.1";
const DESCRIPTORS = 1_024;
/** Fewer than the server needs twice. */
const FEW_DESCRIPTORS = 64;

let server: Server;
/** A connection of somebody else, which is there when no new one is taken. */
let other: RawConnection;

before(async () => {
  const flags = ["--edges", "2", "--shards", "1", "--limit-connections", String(MAX)];
  server = await startServer([...flags, "--trusted-proxies", PROXY, "--host", "0.0.0.0"]);
  other = await openRaw(server.port);
});

after(async () => {
  other.end();
  assert.ok(!/"level":(50|60)/.test(server.output()), server.output());
  assert.equal((await stopServer(server)).code, 0);
});

test("start: for other machines, without https -> one line warns", async () => {
  const line = /"level":40.*the server listens on 0\.0\.0\.0 without https/g;
  await until(() => line.test(server.output()), "the log says so");
  assert.equal(server.output().match(line)?.length, 1);
});

async function asked(connection: RawConnection, path = "/healthz"): Promise<RawReply | undefined> {
  await connection.send(requestText("GET", path, {}));
  return await connection.next();
}

/** What the server counts. */
async function metrics(): Promise<Scrape> {
  let reply = await asked(other, "/metrics");
  if (reply === undefined) {
    // The server closes a connection that was not used for some seconds.
    other = await openRaw(server.port);
    reply = await asked(other, "/metrics");
  }
  assert.equal(reply?.status, 200);
  return readMetrics(reply.body);
}

async function opened(count: number, localAddress: string): Promise<RawConnection[]> {
  const connections: RawConnection[] = [];
  for (let at = 0; at < count; at++) connections.push(await openRaw(server.port, { localAddress }));
  return connections;
}

function close(connections: readonly RawConnection[]): void {
  for (const connection of connections) connection.reset();
}

/**
 * More connections of the address than it may have, again and again: the server closes those that nobody uses, and on a slow
 * machine they get fewer while a test looks.
 */
function crowdOf(localAddress: string): { fill(): Promise<void>; close(): void } {
  const open = new Set<RawConnection>();
  return {
    async fill() {
      for (let missing = 2 * MAX - open.size; missing > 0; missing--) {
        const connection = await openRaw(server.port, { localAddress });
        open.add(connection);
        connection.closed.then(() => open.delete(connection));
      }
    },
    close: () => close([...open]),
  };
}

/** Asks by a new connection of the address. */
async function askedAnew(localAddress: string): Promise<RawReply | undefined> {
  const connection = await openRaw(server.port, { localAddress });
  const reply = await asked(connection);
  connection.reset();
  return reply;
}

/** The answer to a request of the stranger's once one is refused; undefined where its connection was closed. */
async function refusedReply(...crowds: { fill(): Promise<void> }[]): Promise<RawReply | undefined> {
  let reply: RawReply | undefined;
  await until(async () => {
    for (const crowd of crowds) await crowd.fill();
    reply = await askedAnew(STRANGER);
    return reply?.status !== 200;
  }, "a new one is refused");
  return reply;
}

test("connections of one address: as many as it may have -> served, and so are others", async () => {
  const connections = await opened(MAX - 1, STRANGER);
  assert.equal((await askedAnew(STRANGER))?.status, 200);
  assert.equal((await askedAnew("127.0.8.2"))?.status, 200);
  close(connections);
});

test("connections of one address: more than it may have -> closed when they come, counted; others served; fewer, served", async () => {
  const before = (await metrics()).sum("service_connections_refused_total");
  const crowd = crowdOf(STRANGER);
  const reply = await refusedReply(crowd);
  assert.equal(reply, undefined);
  assert.ok((await metrics()).sum("service_connections_refused_total") > before);
  assert.equal((await askedAnew("127.0.8.2"))?.status, 200);
  crowd.close();
  await until(async () => (await askedAnew(STRANGER))?.status === 200, "it is served again");
});

test("connections of a configured proxy: more than an address may have -> served", async () => {
  const crowds = [crowdOf(PROXY), crowdOf(STRANGER)];
  await refusedReply(...crowds);
  assert.equal((await askedAnew(PROXY))?.status, 200);
  for (const crowd of crowds) crowd.close();
});

/** Sets the most descriptors that the running server may have. */
function allow(descriptors: number): void {
  execFileSync("prlimit", ["--pid", String(server.child.pid), `--nofile=${descriptors}:`]);
}

/** Whether anybody listens on the port of the server, as the kernel's table says. */
function isListening(): boolean {
  const port = server.port.toString(16).toUpperCase().padStart(4, "0");
  const row = new RegExp(`^ *\\d+: [0-9A-F]+:${port} \\S+ 0A `, "m");
  return row.test(readFileSync("/proc/net/tcp", "latin1"));
}

test("descriptors: fewer than connections want -> nobody is accepted, those that are open are served; with free ones, all are", async () => {
  const { apiKey } = await newCredentials(server);
  const flood: RawConnection[] = [];
  for (let at = 0; at < 10; at++) flood.push(...(await opened(MAX, `127.0.10.${at + 1}`)));
  allow(FEW_DESCRIPTORS);
  await until(async () => (await metrics()).sum("service_takes_connections") === 0, "it sees that");
  await until(() => !isListening(), "the server listens no more");
  assert.equal((await metrics()).sum("process_max_fds"), FEW_DESCRIPTORS);
  await assert.rejects(openRaw(server.port), /ECONNREFUSED/);
  const authorization = { Authorization: `Bearer ${apiKey}` };
  await other.send(requestText("GET", "/v1/api-keys/current", authorization));
  assert.equal((await other.next())?.status, 200);
  close(flood);
  allow(DESCRIPTORS);
  await until(isListening, "the server listens again");
  assert.equal((await askedAnew("127.0.8.3"))?.status, 200);
  const line = /"level":40.*no more connections are taken until descriptors are free/;
  await until(() => line.test(server.output()), "the log says so");
});
