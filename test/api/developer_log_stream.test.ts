/**
 * developer_log.stream over sockets, read by EventSource: the requests of both edges, each once, over a
 * restart; who sees them; what a request that took its time leaves.
 * A server of its own: its log of requests is looked at as a whole, over a restart and without one.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { EventSource } from "eventsource";
import { type Client, expect, openClient } from "../support/client.ts";
import { draft, newAccount } from "../support/parties.ts";
import {
  admin,
  type Credentials,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const dataDir = newDataDir();
let server: Server;
let credentials: Credentials;
let client: Client;

async function start(): Promise<void> {
  server = await startServer(["--edges", "2", "--shards", "1"], dataDir);
}

before(async () => {
  await start();
  credentials = await newCredentials(server, { live: "true" });
  client = await openClient(server, credentials);
});

after(async () => {
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

type Log = { developerLogId: string; operationId: string; requestId: string; operation: string };
type Tail = {
  logs: Log[];
  /** Ids of the events, as they came. */
  positions: string[];
  ends: string[];
  /** Resolves when the entry of each of the requests has come. */
  seen(requestIds: readonly string[]): Promise<void>;
  close(): void;
};

/** Follows the log, from now on or after a position, until it is closed. */
async function follow(
  query = "",
  { apiKey, environment }: Credentials = credentials,
  position?: string,
): Promise<Tail> {
  const logs: Log[] = [];
  const positions: string[] = [];
  const ends: string[] = [];
  let wake = () => {};
  const source = new EventSource("http://localhost/", {
    // The port is another one after each start.
    fetch: (_url, init) =>
      fetch(`${server.baseUrl}/developer-logs/stream${query}`, {
        ...init,
        headers: {
          ...init.headers,
          ...(position !== undefined && { "last-event-id": position }),
          authorization: `Bearer ${apiKey}`,
          "x-service-environment": environment,
        },
      }),
  });
  source.addEventListener("developer_log", ({ data, lastEventId }) => {
    logs.push(JSON.parse(data));
    positions.push(lastEventId);
    if (position !== undefined) position = lastEventId;
    wake();
  });
  source.addEventListener("stream.ended", ({ data }) => {
    ends.push(JSON.parse(data).code);
    wake();
  });
  await new Promise<void>((resolve, reject) => {
    source.onopen = () => resolve();
    source.onerror = reject;
  });
  source.onerror = null;
  return {
    logs,
    positions,
    ends,
    async seen(requestIds) {
      const isSeen = (id: string) => logs.some(({ requestId }) => requestId === id);
      while (!requestIds.every(isSeen)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: () => source.close(),
  };
}

/** Reads and writes by several connections, which the system spreads over the edges. */
async function request(count: number): Promise<string[]> {
  const requestIds: string[] = [];
  const one = async (at: number) => {
    const path = at % 2 === 0 ? "/accounts" : "/customers";
    const response = await fetch(`${server.baseUrl}${path}?limit=1`, {
      headers: { authorization: `Bearer ${credentials.apiKey}`, connection: "close" },
    });
    requestIds.push(response.headers.get("x-request-id") ?? "");
    await response.arrayBuffer();
  };
  for (let at = 0; at < count; at += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, more) => one(at + more)));
  }
  return requestIds;
}

const edgesIn = (logs: readonly Log[]) =>
  new Set(logs.map(({ developerLogId }) => developerLogId.slice("dlog_".length + 9).slice(0, 2)));

test("developer log stream: both edges, over a restart, from any event again -> each entry once", async () => {
  const tail = await follow("?path=/v1/");
  const requests = await request(60);
  await tail.seen(requests);
  assert.equal(edgesIn(tail.logs).size, 2, "both edges were asked");
  client.close();
  await stopServer(server);
  assert.deepEqual(tail.ends, ["resource_reader_unavailable"]);
  await start();
  client = await openClient(server, credentials);
  requests.push(...(await request(60)));
  await tail.seen(requests);
  tail.close();
  const streamed = tail.logs.map(({ developerLogId }) => developerLogId);
  assert.equal(new Set(streamed).size, streamed.length, "no entry twice");
  const own = tail.logs.filter(({ requestId }) => requests.includes(requestId));
  assert.equal(own.length, requests.length);
  for (const at of [0, 33, 59, 60, 100]) {
    const again = await follow("?path=/v1/", credentials, tail.positions[at]);
    await again.seen(requests.filter((id) => !ownUpTo(tail.logs, at).has(id)));
    again.close();
    const rest = again.logs.map(({ developerLogId }) => developerLogId);
    assert.deepEqual(new Set(rest).size, rest.length);
    assert.ok(rest.every((id) => !streamed.slice(0, at + 1).includes(id)));
    assert.ok(streamed.slice(at + 1).every((id) => rest.includes(id)));
  }
});

const ownUpTo = (logs: readonly Log[], at: number) =>
  new Set(logs.slice(0, at + 1).map(({ requestId }) => requestId));

test("developer log stream: a write -> the document that retrieve gives, and the list lists it", async () => {
  const a = await newAccount(client, { fund: "5" });
  const b = await newAccount(client);
  const tail = await follow("?operation=transfer.create");
  const made = expect(await client.post("/transfers", draft(a, b, "1")), 201);
  const requestId = String(made.headers["x-request-id"]);
  await tail.seen([requestId]);
  tail.close();
  const log = tail.logs.find((one) => one.requestId === requestId);
  const retrieved = expect(await client.get(`/developer-logs/${log?.developerLogId}`), 200);
  assert.deepEqual(log, retrieved.body);
  assert.deepEqual(retrieved.at("response.body"), made.body);
  assert.ok(tail.logs.every(({ operation }) => operation === "transfer.create"));
  const listed = expect(await client.get(`/developer-logs?requestId=${requestId}`), 200).items();
  assert.deepEqual(
    listed.map(({ developerLogId }) => developerLogId),
    [log?.developerLogId],
  );
});

test("developer log stream: another tenant, the live side -> nothing of mine", async () => {
  const { tenantId, productId } = credentials;
  const stranger = await newCredentials(server);
  const live = await newCredentials(server, { tenantId, productId, environment: "live" });
  const tails = await Promise.all([follow("", stranger), follow("", live), follow()]);
  const [ofStranger, ofLive, mine] = tails as [Tail, Tail, Tail];
  await mine.seen(await request(20));
  for (const { apiKeyId } of [stranger, live]) await admin(server, "key revoke", { key: apiKeyId });
  for (const tail of [ofStranger, ofLive]) {
    while (tail.ends.length === 0) await pause(5);
    assert.deepEqual(tail.ends, ["key_revoked"]);
    assert.deepEqual(tail.logs, []);
    tail.close();
  }
  mine.close();
});

test("developer log stream: a stream that ends -> an entry when it ends, under the operation it named", async () => {
  const tail = await follow("?operation=developer_log.stream");
  const other = await fetch(`${server.baseUrl}/developer-logs/stream`, {
    headers: { authorization: `Bearer ${credentials.apiKey}` },
  });
  const reader = other.body?.getReader();
  await reader?.read();
  await request(10);
  await reader?.cancel();
  const requestId = other.headers.get("x-request-id") ?? "";
  await tail.seen([requestId]);
  tail.close();
  const [log] = tail.logs.filter((one) => one.requestId === requestId);
  assert.equal(log?.operationId, other.headers.get("service-operation-id"));
  assert.notEqual(log?.operationId.slice("op_".length), log?.developerLogId.slice("dlog_".length));
});

test("developer log stream: no scope, a malformed position, no log -> refused as the list is", async () => {
  const limited = await newCredentials(server, { scopes: "accounts:read" });
  const ask = (apiKey: string, headers: Record<string, string> = {}) =>
    fetch(`${server.baseUrl}/developer-logs/stream`, {
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
    });
  assert.equal((await ask(limited.apiKey)).status, 403);
  const malformed = await ask(credentials.apiKey, { "last-event-id": "17" });
  assert.equal(malformed.status, 400);
  const { error } = (await malformed.json()) as { error: { code: string; details: object } };
  assert.equal(error.code, "invalid_request");
  assert.match(JSON.stringify(error.details), /"path":\["last-event-id"\]/);
  const without = await startServer(["--developer-log-mb", "0", "--edges", "1"], newDataDir());
  const { apiKey } = await newCredentials(without);
  const headers = { authorization: `Bearer ${apiKey}` };
  const refused = await fetch(`${without.baseUrl}/developer-logs/stream`, { headers });
  assert.equal(refused.status, 503);
  await stopServer(without);
});
