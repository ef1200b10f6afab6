/**
 * Floods: many idle connections, endless heads and bodies, requests that are given up, more work
 * than a mailbox takes. Others are served meanwhile, nothing is lost, and a flood leaves no more
 * memory in use than the flood before it.
 * A server of its own: it is flooded, and its metrics say what came of it.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { skipLacking } from "../support/machine.ts";
import { scrapeMetrics } from "../support/metrics.ts";
import { assertBalance, draft, newAccount } from "../support/parties.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { openRaw, requestText } from "../support/raw.ts";
import {
  type Credentials,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

/**
 * Idle connections that the test wants; it opens fewer where the system allows fewer descriptors.
 */
const IDLE_WANTED = 10_000;
const IDLE_LEAST = 500;
/** Descriptors that a process needs for itself. */
const OWN_DESCRIPTORS = 300;
/** Memory that a flood may leave in use, bytes: pages that the allocator keeps. */
const LEFT_BEHIND_MAX = 96 * 2 ** 20;
/**
 * A flood that leaks leaves more memory each time; a flood without a leak not so often in a row.
 */
const FLOODS_MAX = 6;

let server: Server;
let mine: Credentials;
let client: Client;
let ada: string;
let bob: string;

before(async () => {
  server = await startServer(["--edges", "1", "--shards", "1"]);
  mine = await newCredentials(server);
  client = await openClient(server, mine);
  ada = await newAccount(client, { fund: "1000000000" });
  bob = await newAccount(client);
});

after(async () => {
  assert.ok(!/"level":(50|60)/.test(server.output()), server.output());
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

async function gauge(name: string): Promise<number> {
  return (await scrapeMetrics(new URL(server.baseUrl).origin)).sum(name);
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadlineMs, what);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Runs a flood again and again until one flood leaves no more memory in use than it found. */
async function assertNothingLeft(flood: () => Promise<void>): Promise<void> {
  const levels: number[] = [];
  for (let time = 0; time < FLOODS_MAX; time++) {
    await flood();
    await until(async () => (await gauge("service_requests_under_way")) <= 1, "only the scrape");
    const level = await gauge("process_resident_memory_bytes");
    const before = levels.at(-1);
    if (before !== undefined && level < before + LEFT_BEHIND_MAX) return;
    levels.push(level);
  }
  assert.fail(`every flood left more behind: ${levels.join(", ")} bytes`);
}

async function assertServed(): Promise<void> {
  const before = (await client.get(`/accounts/${bob}/balance`)).id("posted");
  expect(await client.post("/transfers", draft(ada, bob, "1")), 201);
  await assertBalance(client, bob, String(BigInt(before) + 1n));
}

function descriptorsMax(): number {
  const row = /^Max open files +\d+ +(\d+|unlimited)/m.exec(
    readFileSync("/proc/self/limits", "utf8"),
  );
  return row?.[1] === "unlimited" ? Number.POSITIVE_INFINITY : Number(row?.[1]);
}

const IDLE = Math.min(IDLE_WANTED, descriptorsMax() - OWN_DESCRIPTORS);

test(`idle connections: ${IDLE_WANTED}, or all that the system allows -> others served, memory back`, async (t) => {
  if (IDLE < IDLE_LEAST) {
    skipLacking(t, "descriptors", `the system allows ${descriptorsMax()}`);
    return;
  }
  await assertNothingLeft(async () => {
    let sockets: Socket[] = [];
    // The server closes connections without a request after 10 s, so the first may be closed
    // already.
    for (let open = 0; open <= IDLE / 2; open = await gauge("service_open_connections")) {
      sockets = sockets.filter(({ readyState }) => readyState === "open");
      while (sockets.length < IDLE) {
        sockets.push(...(await connected(Math.min(500, IDLE - sockets.length))));
      }
    }
    await assertServed();
    for (const socket of sockets) socket.resetAndDestroy();
    await until(async () => (await gauge("service_open_connections")) < 100, "they are gone");
    await assertServed();
  });
});

function connected(count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, async () => {
    const socket = connect({ host: "127.0.0.1", port: server.port });
    socket.on("error", () => {});
    await once(socket, "connect");
    return socket;
  });
  return Promise.all(sockets);
}

test("heads without an end: 50 of 4 MiB -> closed, others served, memory back", async () => {
  const lines = "X-Flood: 0123456789\r\n".repeat(50_000);
  await assertNothingLeft(async () => {
    const floods = Array.from({ length: 50 }, async () => {
      const connection = await openRaw(server.port);
      await connection.send("GET /v1/catalog/errors HTTP/1.1\r\nHost: a\r\n");
      for (let at = 0; at < 4 && !connection.socket.destroyed; at++) {
        connection.socket.write(lines);
      }
      await connection.closed;
      connection.reset();
    });
    await assertServed();
    await Promise.all(floods);
  });
  await assertServed();
});

test("bodies beyond the limit: 40 of 4 MiB, and 200 given up half-way -> no effect, memory back", async () => {
  const before = (await client.get(`/accounts/${ada}/balance`)).id("posted");
  const headers = { Authorization: `Bearer ${mine.apiKey}`, "Content-Type": "application/json" };
  const sized = (bytes: number) =>
    requestText("POST", "/v1/transfers", {
      ...headers,
      "Idempotency-Key": randomUUID(),
      "Content-Length": String(bytes),
    });
  const part = " ".repeat(512 * 1_024);
  await assertNothingLeft(async () => {
    const large = Array.from({ length: 40 }, async () => {
      const connection = await openRaw(server.port);
      await connection.send(sized(4 * 2 ** 20));
      for (let at = 0; at < 8; at++) connection.socket.write(part);
      const reply = await connection.next();
      assert.equal(reply?.status, 413);
      connection.reset();
    });
    const given = Array.from({ length: 200 }, async () => {
      const connection = await openRaw(server.port);
      await connection.send(sized(1_000_000));
      await connection.send(part);
      connection.reset();
    });
    await Promise.all([...large, ...given]);
  });
  await assertBalance(client, ada, before);
  await assertServed();
});

/** Clients of the test of the full mailbox. */
const SENDERS = 100;

/** A batch of nearly 1 MiB: few such batches reach the limit of bytes of one edge at one shard. */
function largeBatch(from: string, to: string) {
  const description = "x".repeat(500);
  const metadata = { a: "y".repeat(280) };
  const items = Array.from({ length: 1_000 }, () => ({
    ...draft(from, to, "1"),
    description,
    metadata,
  }));
  return JSON.stringify({ items, atomic: true });
}

/** A server whose shards stop from `hold` until `release`, so that its mailbox fills. */
async function startHeldServer() {
  const gate = join(newDataDir(), "gate");
  const program = new URL("../support/hold_shard.mjs", import.meta.url).href;
  const options = `${process.env["NODE_OPTIONS"] ?? ""} --import=${program}`;
  const environment = { NODE_OPTIONS: options, HOLD_SHARD: gate };
  const flags = ["--edges", "1", "--shards", "1"];
  return {
    held: await startServer(flags, newDataDir(), { environment }),
    async hold() {
      writeFileSync(gate, "");
      await until(async () => existsSync(`${gate}.held`), "the shard stands still");
    },
    release: () => rmSync(gate, { force: true }),
  };
}

test("a full mailbox: more than 64 MiB at once -> 503 and when to retry; all come through, once", async () => {
  const { held, hold, release } = await startHeldServer();
  const credentials = await newCredentials(held);
  const many = await openClient(held, credentials, { connections: SENDERS });
  const [from, to] = [await newAccount(many, { fund: "1000000000" }), await newAccount(many)];
  const raw = largeBatch(from, to);
  assert.ok(raw.length < 2 ** 20 && SENDERS * raw.length > 1.3 * 64 * 2 ** 20, String(raw.length));
  let refused = 0;
  const sendUntilTaken = async () => {
    const key = randomUUID();
    for (;;) {
      const reply = await many.post("/transfers/batch", undefined, { raw, key });
      if (reply.code !== "ledger_unavailable") return expect(reply, 201);
      refused++;
      // The shard has taken nothing until now, so requests beyond the limit are refused.
      release();
      assert.equal(reply.status, 503);
      assert.equal(reply.headers["retry-after"], "1");
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  };
  await hold();
  await Promise.all(Array.from({ length: SENDERS }, sendUntilTaken));
  assert.ok(refused > 0, "the mailbox was full");
  await assertBalance(many, to, String(1_000 * SENDERS));
  const metrics = await scrapeMetrics(new URL(held.baseUrl).origin);
  assert.equal(metrics.sum("service_mailbox_depth"), 0);
  assert.ok(metrics.sum("service_refusals_total", { code: "ledger_unavailable" }) >= refused);
  expect(await many.post("/transfers", draft(from, to, "1")), 201);
  many.close();
  assert.equal((await stopServer(held)).code, 0);
});
