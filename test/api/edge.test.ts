/**
 * Requests that no HTTP client sends, and their effect on others: pipelining, half requests, sizes,
 * slow senders. None of them changes anything, and the server goes on serving. Methods are the rows
 * of `methods.test.ts`, requests that are wrong byte by byte those of `raw_requests.test.ts`.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { ADA, assertBalance, draft, newAccount } from "../support/parties.ts";
import { openRaw, type RawReply, requestText, sendBytewise } from "../support/raw.ts";
import { type Credentials, newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const BODY_BYTES_MAX = 1_048_576;

let server: Server;
let mine: Credentials;
let client: Client;
let ada: string;
let bob: string;

before(async () => {
  server = await sharedServer();
  mine = await newCredentials(server);
  client = await openClient(server, mine);
  ada = await newAccount(client, { fund: "1000" });
  bob = await newAccount(client);
});

after(async () => {
  const health = await fetch(new URL("/healthz", server.baseUrl));
  assert.equal(health.status, 200);
  assert.ok(!/"level":(50|60)/.test(server.output()), server.output());
  client.close();
});

function headersOf(key = randomUUID()): Record<string, string> {
  return {
    Authorization: `Bearer ${mine.apiKey}`,
    "Content-Type": "application/json",
    "Idempotency-Key": key,
  };
}

/** The text of a transfer of `amount`, with more or other headers. */
function transferText(amount: string, more: Record<string, string> = {}, key = randomUUID()) {
  const body = JSON.stringify(draft(ada, bob, amount));
  return requestText("POST", "/v1/transfers", { ...headersOf(key), ...more }, body);
}

function manyHeaders(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-Header-${at}`, "v"]));
}

/** The response to `bytes`, or undefined when the server only closes the connection. */
async function answerTo(
  bytes: string | Buffer,
  withoutBody = false,
): Promise<RawReply | undefined> {
  const connection = await openRaw(server.port);
  await connection.send(bytes);
  const reply = await connection.next({ withoutBody });
  connection.end();
  return reply;
}

test("body: in chunks, byte by byte, without a length -> decided, decided, refused", async () => {
  const body = JSON.stringify(draft(ada, bob, "10"));
  const chunks = [body.slice(0, 7), body.slice(7, 8), body.slice(8)];
  const chunked = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
  const encoding = { "Transfer-Encoding": "chunked" };
  const head = requestText("POST", "/v1/transfers", { ...headersOf(), ...encoding });
  assert.equal((await answerTo(`${head}${chunked}0\r\n\r\n`))?.status, 201);
  await assertBalance(client, ada, "990");

  const connection = await openRaw(server.port);
  await sendBytewise(connection, transferText("20"));
  assert.equal((await connection.next())?.status, 201);
  connection.end();
  await assertBalance(client, ada, "970");

  const bare = await answerTo(requestText("POST", "/v1/transfers", headersOf()));
  assert.equal(bare?.status, 400);
  assert.match(bare?.body ?? "", /"code":"invalid_request"/);
});

test("pipelining: five requests in one packet -> five answers in their order", async () => {
  const connection = await openRaw(server.port);
  const get = requestText("GET", `/v1/accounts/${ada}/balance`, headersOf());
  const missing = requestText("GET", "/v1/accounts/acct_0", headersOf());
  const key = randomUUID();
  const transfer = transferText("30", {}, key);
  await connection.send(get + transfer + missing + transfer + get);
  const statuses: number[] = [];
  for (let at = 0; at < 5; at++) {
    const reply = await connection.next();
    statuses.push(reply?.status ?? 0);
    if (reply === undefined) break;
  }
  connection.end();
  // A server may also close instead of pipelining; it must not answer out of order.
  const answered = statuses.filter((status) => status !== 0);
  assert.deepEqual(answered, [200, 201, 404, 201, 200].slice(0, answered.length));
  const again = await client.post("/transfers", draft(ada, bob, "30"), { key });
  expect(again, 201);
  await assertBalance(client, ada, "940");
});

test("abort: gone in the middle of the body -> no effect; after all of it -> one effect, replayed", async () => {
  const half = randomUUID();
  const text = transferText("40", {}, half);
  for (const end of ["end", "reset"] as const) {
    const connection = await openRaw(server.port);
    await connection.send(text.slice(0, -5));
    connection[end]();
    if (end === "end") await connection.closed;
  }
  expect(await client.get(`/idempotency-keys/${half}`), "resource_not_found");
  const first = expect(await client.post("/transfers", draft(ada, bob, "40"), { key: half }), 201);
  assert.equal(first.headers["idempotent-replayed"], undefined);
  await assertBalance(client, ada, "900");

  const keys = Array.from({ length: 20 }, () => randomUUID());
  for (const key of keys) {
    const connection = await openRaw(server.port);
    await connection.send(transferText("1", {}, key));
    connection.reset();
  }
  for (const key of keys) {
    const again = expect(await client.post("/transfers", draft(ada, bob, "1"), { key }), 201);
    assert.equal(again.at("amount"), "1");
  }
  await assertBalance(client, ada, "880");
});

test("size: a long URL, many headers, a large header -> refused or answered, never a crash", async () => {
  const path = `/v1/accounts/${ada}`;
  const rows: Record<string, string> = {
    long_id: requestText("GET", `/v1/accounts/${"a".repeat(3_000)}`, headersOf()),
    long_url: requestText("GET", `${path}?q=${"a".repeat(100_000)}`, headersOf()),
    deep_url: requestText("GET", `/v1${"/a".repeat(1_500)}`, headersOf()),
    headers_40: requestText("GET", path, { ...headersOf(), ...manyHeaders(40) }),
    large_header: requestText("GET", path, { ...headersOf(), "X-Large": "x".repeat(100_000) }),
    large_credential: requestText("GET", path, { Authorization: `Bearer ${"x".repeat(3_000)}` }),
    high_bytes: requestText("GET", path, { ...headersOf(), "X-High": "ÿÿ" }),
  };
  for (const [name, text] of Object.entries(rows)) {
    const reply = await answerTo(text);
    const allowed = [200, 400, 401, 404, 413, 414, 431];
    assert.ok(reply === undefined || allowed.includes(reply.status), `${name}: ${reply?.head}`);
  }
  assert.equal((await answerTo(rows["headers_40"] as string))?.status, 200);
});

test("slow senders: 200 that stop after half a head or body -> others are served meanwhile", async () => {
  const text = transferText("1");
  const slow = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const connection = await openRaw(server.port);
      await connection.send(text.slice(0, at % 2 === 0 ? 40 : -1));
      return connection;
    }),
  );
  await assertBalance(client, ada, "880");
  expect(await client.get(`/accounts/${bob}`), 200);
  for (const connection of slow) connection.reset();
  await assertBalance(client, ada, "880");
});

test("limit 0: 300 requests of one key and 30 documents -> all answered, no rate headers", async () => {
  const path = `/accounts/${ada}`;
  const replies = await Promise.all(Array.from({ length: 300 }, () => client.get(path)));
  const documents = Array.from({ length: 30 }, () => client.get("/catalog/errors?limit=1"));
  for (const reply of [...replies, ...(await Promise.all(documents))]) {
    assert.equal(expect(reply, 200).headers["x-ratelimit-limit"], undefined);
  }
});

test("body size: 1 MiB and one byte more, by length and in chunks -> taken, and 413", async () => {
  const sender = await openClient(server, await newCredentials(server), client);
  const { productId } = sender;
  const json = JSON.stringify({ productId, test: true, entity: ADA });
  const sized = (bytes: number) => json + " ".repeat(bytes - json.length);
  for (const headers of [{}, { "transfer-encoding": "chunked" }]) {
    const raw = sized(BODY_BYTES_MAX);
    expect(await sender.post("/customers", undefined, { raw, headers }), 201);
    const more = sized(BODY_BYTES_MAX + 1);
    const refused = await sender.post("/customers", undefined, { raw: more, headers });
    expect(refused, "request_body_too_large");
    assert.equal(refused.details["maxBytes"], BODY_BYTES_MAX);
  }
  const list = expect(await sender.get(`/customers?productId=${productId}`), 200);
  assert.equal(list.items().length, 2);
  sender.close();
});
