/**
 * Requests that are sent before the answer to the request before them. uWebSockets.js closes a
 * connection at the head of a next request while the one before it is unanswered. No write may run
 * without its answer: a write in one packet with the next head does not run, and while a write runs
 * nothing more is read of its connection. Which writes ran, each row asks by their keys.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { assertBalance, draft, newAccount } from "../support/parties.ts";
import { openRaw, requestText } from "../support/raw.ts";
import { type Credentials, newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let mine: Credentials;
let client: Client;
let ada: string;
let bob: string;

before(async () => {
  server = await sharedServer();
  mine = await newCredentials(server);
  client = await openClient(server, mine);
  ada = await newAccount(client, { fund: "1000000" });
  bob = await newAccount(client);
});

after(async () => {
  assert.ok(!/"level":(50|60)/.test(server.output()), server.output());
  client.close();
});

function post(key: string, more: Record<string, string> = {}): string {
  const headers = {
    Authorization: `Bearer ${mine.apiKey}`,
    "Content-Type": "application/json",
    "Idempotency-Key": key,
  };
  const body = JSON.stringify(draft(ada, bob, "1"));
  return requestText("POST", "/v1/transfers", { ...headers, ...more }, body);
}
function inChunks(key: string): string {
  const [head = "", body = ""] = post(key, { "Transfer-Encoding": "chunked" }).split("\r\n\r\n");
  return `${head}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}
function get(): string {
  return requestText("GET", `/v1/accounts/${ada}`, { Authorization: `Bearer ${mine.apiKey}` });
}

/** The answers that arrive for the packets and a FIN until the connection closes. */
async function answersTo(packets: readonly string[]): Promise<number[]> {
  const connection = await openRaw(server.port);
  for (const packet of packets) await connection.send(packet);
  connection.end();
  const statuses: number[] = [];
  for (;;) {
    const reply = await connection.next();
    if (reply === undefined) return statuses;
    statuses.push(reply.status);
  }
}

/** The number of keys whose transfers ran. */
async function ranOf(keys: readonly string[]): Promise<number> {
  let count = 0;
  for (const key of keys) {
    const { status } = await client.get(`/idempotency-keys/${key}`);
    assert.ok(status === 200 || status === 404);
    if (status === 200) count++;
  }
  return count;
}

/** The packets of each row, for three keys. */
const ROWS: [name: string, packets: (a: string, b: string, c: string) => string[]][] = [
  ["three in one packet", (a, b, c) => [post(a) + post(b) + post(c)]],
  ["three in three packets", (a, b, c) => [post(a), post(b), post(c)]],
  ["two in one packet, then one", (a, b, c) => [post(a) + post(b), post(c)]],
  ["one, then two in one packet", (a, b, c) => [post(a), post(b) + post(c)]],
  [
    "a body over two packets",
    (a, b, c) => [post(a).slice(0, -9), post(a).slice(-9) + post(b), post(c)],
  ],
  [
    "a next head over two packets",
    (a, b, c) => [post(a) + post(b).slice(0, 30), post(b).slice(30), post(c)],
  ],
  [
    "a next head in a packet of its own",
    (a, b) => [post(a), post(b).slice(0, 30), post(b).slice(30)],
  ],
  ["a read first", (a, b) => [get() + post(a) + post(b)]],
  ["a read behind", (a) => [post(a) + get()]],
  ["a read behind, in a packet of its own", (a, b) => [post(a), get(), post(b)]],
  ["close in the middle", (a, b, c) => [post(a), post(b, { Connection: "close" }), post(c)]],
  ["close at first", (a, b) => [post(a, { Connection: "close" }) + post(b)]],
  ["close at first, then one", (a, b) => [post(a, { Connection: "close" }), post(b)]],
  ["chunks, then one", (a, b) => [inChunks(a), post(b)]],
  ["chunks and one in one packet", (a, b) => [inChunks(a) + post(b)]],
  ["an empty line behind", (a) => [`${post(a)}\r\n`]],
  ["nonsense behind", (a) => [`${post(a)}nonsense\r\n\r\n`]],
  ["the same one twice", (a) => [post(a) + post(a)]],
  ["a refusal first", (a, b) => [post("no key") + post(a) + post(b)]],
];

for (const [name, packets] of ROWS) {
  test(`pipelining: ${name} -> each write that ran is answered, in order`, async () => {
    for (let round = 0; round < 10; round++) {
      const keys = [randomUUID(), randomUUID(), randomUUID()] as const;
      const answers = await answersTo(packets(...keys));
      const created = answers.filter((status) => status === 201).length;
      assert.equal(await ranOf(keys), created, `answers: ${answers.join(" ")}`);
    }
  });
}

test("pipelining: packets of their own, each behind the decision before -> all run, in order", async () => {
  const connection = await openRaw(server.port);
  const keys = Array.from({ length: 20 }, () => randomUUID());
  for (const key of keys) {
    await connection.send(post(key));
    assert.equal((await connection.next())?.status, 201);
  }
  connection.end();
  assert.equal(await ranOf(keys), keys.length);
});

test("pipelining: killed behind three in one packet -> none runs; again, one each -> all run", async () => {
  const keys = [randomUUID(), randomUUID(), randomUUID()] as const;
  const connection = await openRaw(server.port);
  await connection.send(keys.map((key) => post(key)).join(""));
  connection.reset();
  assert.equal(await ranOf(keys), 0);
  for (const key of keys) {
    expect(await client.post("/transfers", draft(ada, bob, "1"), { key }), 201);
  }
  assert.equal(await ranOf(keys), 3);
});

test("pipelining: 200 connections at once, two in one packet each -> nothing runs unanswered", async () => {
  const before = Number((await client.get(`/accounts/${bob}/balance`)).id("posted"));
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => answersTo([post(randomUUID()) + post(randomUUID())])),
  );
  const created = answers.flat().filter((status) => status === 201).length;
  await assertBalance(client, bob, String(before + created));
});
