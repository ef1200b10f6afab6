/**
 * Budgets, at the limit and one above it. One budget counts over two edges and many connections.
 * The server's clock stands still, so that no window ends: rows that need a fresh budget take a
 * fresh key or address.
 * A server of its own: its budgets are on, and its clock is moved.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { letInAgent } from "../support/agents.ts";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { type Contract, loadContract } from "../support/contract.ts";
import { sendMessage } from "../support/mcp.ts";
import { ADA } from "../support/parties.ts";
import { openPeople } from "../support/people.ts";
import { openRaw, requestText } from "../support/raw.ts";
import {
  type Credentials,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { newTestClock } from "../support/test_clock.ts";

const CREDENTIAL_LIMIT = 20;
const IP_LIMIT = 50;
const DISCOVERY_LIMIT = 5;
const WINDOW_SECONDS = 60;

let limited: Server;
let contract: Contract;

before(async () => {
  const limits = ["--limit-credential", "20", "--limit-ip", "50", "--limit-discovery", "5"];
  limited = await startServer(
    ["--edges", "2", "--shards", "1", ...limits],
    newDataDir(),
    newTestClock(),
  );
  contract = await loadContract(new URL(limited.baseUrl).origin);
});

after(async () => {
  assert.equal((await stopServer(limited)).code, 0);
});

/**
 * A client whose connections come from `address`: each address of 127/8 has a budget of its own.
 */
async function clientFrom(address: string, credentials: Credentials): Promise<Client> {
  return await openClient(limited, credentials, {
    connections: 16,
    contract,
    localAddress: address,
  });
}

function listPath({ productId }: Credentials): string {
  return `/customers?productId=${productId}`;
}

function assertLimited(reply: Reply, subject: "ip" | "credential", limit: number): void {
  expect(reply, "rate_limited");
  assert.equal(reply.status, 429);
  const { resetAt, ...details } = reply.details;
  assert.equal(details["subject"], subject);
  assert.equal(details["limit"], limit);
  assert.equal(reply.headers["x-ratelimit-limit"], String(limit));
  assert.equal(reply.headers["x-ratelimit-remaining"], "0");
  const reset = Number(reply.headers["x-ratelimit-reset"]);
  assert.equal(Date.parse(String(resetAt)), reset * 1_000);
  const wait = Number(reply.headers["retry-after"]);
  assert.ok(wait >= 1 && wait <= WINDOW_SECONDS, `retry-after ${wait}`);
}

/** Sends `count` requests at once; resolves with the number that no budget refused. */
async function burst(count: number, send: () => Promise<Reply>) {
  const replies = await Promise.all(Array.from({ length: count }, send));
  const admitted = replies.filter(({ code }) => code !== "rate_limited");
  return { admitted, refused: replies.filter(({ code }) => code === "rate_limited") };
}

test("credential budget: 40 at once over 2 edges -> exactly 20, remaining counts down to 0", async () => {
  const mine = await newCredentials(limited);
  const client = await clientFrom("127.0.1.1", mine);
  const { admitted, refused } = await burst(40, () => client.get(listPath(mine)));
  client.close();
  assert.equal(admitted.length, CREDENTIAL_LIMIT);
  const remaining = admitted.map(({ headers }) => Number(headers["x-ratelimit-remaining"]));
  assert.deepEqual(
    remaining.sort((a, b) => a - b),
    Array.from({ length: CREDENTIAL_LIMIT }, (_, at) => at),
  );
  for (const { status, headers } of admitted) {
    assert.equal(status, 200);
    assert.equal(headers["x-ratelimit-limit"], String(CREDENTIAL_LIMIT));
    assert.equal(headers["retry-after"], undefined);
  }
  for (const reply of refused) assertLimited(reply, "credential", CREDENTIAL_LIMIT);
});

test("credential budget: an agent asks again and again for what its grant lacks -> each message pays", async () => {
  const people = await openPeople(limited);
  const scopes = ["products:read"];
  const { access } = await letInAgent(limited, await people.founder(), { scopes });
  people.close();
  const params = { name: "transfer_list", arguments: {} };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  for (let left = CREDENTIAL_LIMIT - 1; left >= 0; left--) {
    const { status, headers } = await sendMessage(limited, access, message);
    assert.deepEqual([status, headers.get("x-ratelimit-remaining")], [403, String(left)]);
  }
  assert.equal((await sendMessage(limited, access, message)).status, 429);
});

test("address budget: 80 at once with 4 keys and 16 wrong ones -> exactly 50 get past it", async () => {
  const mine = await Promise.all(Array.from({ length: 4 }, () => newCredentials(limited)));
  const wrong = { ...(mine[0] as Credentials), apiKey: "service_test_wrong" };
  const clients = await Promise.all(
    [...mine, wrong].map((credentials) => clientFrom("127.0.2.1", credentials)),
  );
  let next = 0;
  const { admitted, refused } = await burst(80, () => {
    const client = clients[next++ % clients.length] as Client;
    return client.get(`/customers?productId=${client.productId}`);
  });
  for (const client of clients) client.close();
  assert.equal(admitted.length, IP_LIMIT);
  for (const reply of refused) assertLimited(reply, "ip", IP_LIMIT);
  assert.ok(admitted.every(({ status }) => status === 200 || status === 401));
});

test("order: over the address budget with a wrong key, over the key's with a bad body -> 429", async () => {
  const mine = await newCredentials(limited);
  const client = await clientFrom("127.0.3.1", mine);
  await burst(CREDENTIAL_LIMIT, () => client.get(listPath(mine)));
  assertLimited(await client.post("/transfers", { amount: 1 }, { key: null }), "credential", 20);
  const headers = { authorization: "Bearer x" };
  expect(await client.get(listPath(mine), { headers }), "invalid_credentials");
  await burst(IP_LIMIT, () => client.get(listPath(mine), { headers }));
  assertLimited(await client.get(listPath(mine), { headers }), "ip", IP_LIMIT);
  expect(await client.get("/nowhere"), "not_found");
  const raw = " ".repeat(1_048_577);
  expect(await client.post("/transfers", undefined, { raw }), "request_body_too_large");
  client.close();
});

test("idempotency: a key refused for the budget, sent with another credential -> it runs", async () => {
  const mine = await newCredentials(limited);
  const { tenantId, productId } = mine;
  const spare = await newCredentials(limited, { tenantId, productId });
  const client = await clientFrom("127.0.4.1", mine);
  const second = await clientFrom("127.0.4.1", spare);
  await burst(CREDENTIAL_LIMIT, () => client.get(listPath(mine)));
  const key = randomUUID();
  const body = { productId, test: true, entity: ADA };
  assertLimited(await client.post("/customers", body, { key }), "credential", CREDENTIAL_LIMIT);
  expect(await second.get(`/idempotency-keys/${key}`), "resource_not_found");
  const made = expect(await second.post("/customers", body, { key }), 201);
  assert.equal(made.headers["idempotent-replayed"], undefined);
  client.close();
  second.close();
});

test("discovery budget: documents and the catalog together -> exactly 5, counted apart", async () => {
  const localAddress = "127.0.5.1";
  const paths = ["/openapi.json", "/v1/catalog/errors", "/docs/errors/not_found"];
  const statuses: number[] = [];
  for (let at = 0; at < 12; at++) {
    const connection = await openRaw(limited.port, { localAddress });
    await connection.send(requestText("GET", paths[at % paths.length] as string, {}));
    statuses.push((await connection.next())?.status ?? 0);
    connection.end();
  }
  for (const path of ["/healthz", "/readyz"]) {
    const connection = await openRaw(limited.port, { localAddress });
    await connection.send(requestText("GET", path, {}));
    assert.equal((await connection.next())?.status, 200, path);
    connection.end();
  }
  const mine = await newCredentials(limited);
  const client = await clientFrom(localAddress, mine);
  const operation = await client.get(listPath(mine));
  client.close();
  const admitted = statuses.filter((status) => status === 200);
  assert.equal(admitted.length, DISCOVERY_LIMIT, statuses.join());
  assert.deepEqual(new Set(statuses), new Set([200, 429]));
  expect(operation, 200);
});
