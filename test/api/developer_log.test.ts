/**
 * The developer log over real sockets: what it keeps, who can read it, and what it leaves out.
 * A server of its own: its log of requests is looked at as a whole, over restarts with other flags.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { ADA, draft, newAccount, walk } from "../support/parties.ts";
import {
  killServer,
  newCredentials,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

let server: Server;
let credentials: Awaited<ReturnType<typeof newCredentials>>;
let client: Client;

before(async () => {
  server = await startServer(["--edges", "2", "--shards", "1"]);
  credentials = await newCredentials(server, { live: "true" });
  client = await openClient(server, credentials);
});

after(async () => {
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

/** The only entry of a request, with its bodies. */
async function entryOf(requestId: string, from = client) {
  const [row, ...more] = expect(
    await from.get(`/developer-logs?requestId=${requestId}`),
    200,
  ).items();
  assert.deepEqual(more, []);
  assert.ok(row, `a log of ${requestId}`);
  const {
    request: _,
    response: __,
    ...summary
  } = expect(await from.get(`/developer-logs/${row["developerLogId"]}`), 200).body;
  assert.deepEqual(summary, row);
  return expect(await from.get(`/developer-logs/${row["developerLogId"]}`), 200);
}

test("developer log: a write, a refusal, a read, on both edges -> an entry each, at once", async () => {
  const a = await newAccount(client, { fund: "100" });
  const b = await newAccount(client);
  for (let round = 0; round < 6; round++) {
    const made = expect(await client.post("/transfers", draft(a, b, "1")), 201);
    const write = await entryOf(String(made.headers["x-request-id"]));
    assert.deepEqual(write.at("request.body"), draft(a, b, "1"));
    assert.deepEqual(write.at("response.body"), made.body);
    assert.equal(write.at("operationId"), made.at("operationId"));
    assert.equal(write.at("request.headers.authorization"), "[redacted]");
    const refused = expect(await client.post("/transfers", draft(a, b, "1000")), 409);
    const refusal = await entryOf(String(refused.headers["x-request-id"]));
    assert.deepEqual(
      [refusal.at("status"), refusal.at("errorCode"), refusal.at("response.body")],
      [409, "insufficient_balance", refused.body],
    );
    const read = expect(await client.get(`/accounts/${a}/balance`), 200);
    const reading = await entryOf(String(read.headers["x-request-id"]));
    assert.deepEqual(
      [reading.at("method"), reading.at("path"), reading.at("operation")],
      ["GET", `/v1/accounts/${a}/balance`, "account.balance.retrieve"],
    );
    assert.equal(reading.at("response.body"), undefined);
    assert.equal(reading.at("response.bodyBytes"), read.text.length);
  }
});

test("developer log: a name in body, answer and query, a field nobody knows -> none of them kept", async () => {
  const { productId } = client;
  const secret = "Zenobia";
  const entity = { ...ADA, displayName: secret };
  const replies = [
    expect(await client.post("/customers", { productId, test: true, entity }), 201),
    expect(await client.post("/customers", { productId, pin: secret, entity }), 400),
    expect(await client.post("/customers", undefined, { raw: `{"a":"${secret}` }), 400),
    expect(await client.get(`/customers?productId=${productId}&search=${secret}`), 200),
    expect(await client.get(`/search?q=${secret}`), 200),
  ];
  for (const reply of replies) {
    const { text } = await entryOf(String(reply.headers["x-request-id"]));
    assert.ok(!text.includes(secret), text);
  }
  const [first] = replies;
  const entry = await entryOf(String(first?.headers["x-request-id"]));
  assert.equal(entry.at("response.body.entity.displayName"), "[redacted]");
  assert.equal(entry.at("response.body.entity.country"), "GB");
});

test("developer log: bodies of every form and end -> their bytes, of requests and answers", async () => {
  const { productId } = client;
  const query = '{ __typename } # "ü"';
  const draftText = JSON.stringify({
    productId,
    test: true,
    entity: { ...ADA, displayName: "Zoë" },
  });
  const chunked = { "transfer-encoding": "chunked" };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const graphql = { "content-type": "application/json" };
  const rows: readonly [what: string, path: string, raw: string | Buffer, headers?: object][] = [
    ["a write", "/customers", draftText],
    ["in chunks", "/customers", draftText, chunked],
    ["refused by its schema", "/customers", '{"é":1}'],
    ["no JSON", "/customers", "{"],
    ["no UTF-8", "/customers", Buffer.from([0x7b, 0xff, 0x7d])],
    ["a form", "/customers", "a=%C3%BC", form],
    ["refused before it is read", "/customers", draftText, { "idempotency-key": "none" }],
    [
      "refused before, in chunks",
      "/customers",
      draftText,
      { "idempotency-key": "none", ...chunked },
    ],
    ["GraphQL", "/graphql", JSON.stringify({ query }), graphql],
    ["GraphQL in chunks", "/graphql", JSON.stringify({ query }), { ...graphql, ...chunked }],
    ["GraphQL, refused", "/graphql", JSON.stringify({ query: "{ nothing }" }), graphql],
    ["GraphQL of another media type", "/graphql", query, { "content-type": "text/plain" }],
    ["GraphQL without a body", "/graphql", "", graphql],
  ];
  for (const [what, path, raw, headers] of rows) {
    const requestId = randomUUID();
    const response = await sendRaw(path, raw, { ...headers, "x-request-id": requestId });
    const entry = await entryOf(requestId);
    assert.equal(entry.at("request.bodyBytes"), Buffer.byteLength(raw), what);
    assert.equal(entry.at("response.bodyBytes"), Buffer.byteLength(response), what);
  }
  const account = await newAccount(client, { fund: "100" });
  const months = await client.get(`/accounts/${account}/statements?limit=1`);
  const path = `/accounts/${account}/statements/${months.id("items.0.month")}/export`;
  const file = expect(await client.get(path), 200);
  const entry = await entryOf(String(file.headers["x-request-id"]));
  assert.equal(entry.at("request.bodyBytes"), 0);
  assert.equal(entry.at("response.bodyBytes"), Buffer.byteLength(file.text));
});

/** The body of the answer to a POST, whatever the path and the headers. */
function sendRaw(path: string, raw: string | Buffer, more: object): Promise<string> {
  const url = new URL(server.baseUrl + path);
  const headers = {
    authorization: `Bearer ${credentials.apiKey}`,
    "content-type": "application/json",
    "idempotency-key": randomUUID(),
    ...("transfer-encoding" in more ? {} : { "content-length": Buffer.byteLength(raw) }),
    ...more,
  };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method: "POST", headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    });
    sent.on("error", reject);
    sent.end(raw);
  });
}

test("operation.retrieve: the operation of a read and of a refused request -> found, without receipt", async () => {
  const read = expect(await client.get(`/accounts?productId=${client.productId}`), 200);
  const id = String(read.headers["service-operation-id"]);
  const operation = expect(await client.get(`/operations/${id}`), 200);
  assert.deepEqual(
    [operation.at("operation"), operation.at("status"), operation.at("receiptId")],
    ["account.list", "succeeded", undefined],
  );
  const refused = expect(await client.post("/transfers", { amount: 1 }), 400);
  const other = await client.get(`/operations/${refused.headers["service-operation-id"]}`);
  assert.deepEqual(
    [other.at("operation"), other.at("status"), other.at("errorCode")],
    ["transfer.create", "refused", "invalid_request"],
  );
});

test("developer log: filters, pages, a walk -> the rows that match, each once, newest first", async () => {
  const key = randomUUID();
  for (let at = 0; at < 25; at++) await client.get(`/accounts/acct_${at}`);
  const path = "/developer-logs?operation=account.retrieve";
  const rows = await walk(client, path, 4);
  assert.equal(rows.length, 25);
  const paths = rows.map((row) => row["path"]);
  assert.deepEqual(
    paths,
    Array.from({ length: 25 }, (_, at) => `/v1/accounts/acct_${24 - at}`),
  );
  const only = async (query: string) => (await walk(client, `/developer-logs?${query}`)).length;
  assert.equal(await only("path=/v1/accounts/acct_7&method=GET&status=404"), 1);
  assert.equal(await only("operation=account.retrieve&errorCode=account_not_found"), 25);
  assert.equal(await only("operation=account.retrieve&status=200"), 0);
  assert.equal(await only(`apiKeyId=${credentials.apiKeyId}&operation=account.retrieve`), 25);
  assert.equal(await only("apiKeyId=key_0"), 0);
  const middle = String(rows[9]?.["createdAt"]);
  const from = `${path}&createdFrom=${encodeURIComponent(middle)}`;
  assert.ok((await walk(client, from)).length >= 10);
  expect(await client.get("/developer-logs?status=ok"), "invalid_request");
  expect(await client.get("/developer-logs?cursor=AAAA"), "invalid_request");
  expect(await client.get("/developer-logs/dlog_0"), "developer_log_not_found");
  assert.ok(key);
});

test("developer log: another Product, the live side -> neither sees the other's", async () => {
  const { tenantId, productId } = credentials;
  const live = { tenantId, productId, environment: "live" as const };
  const strangers = [await newCredentials(server), await newCredentials(server, live)];
  const read = expect(await client.get("/api-keys/current"), 200);
  const requestId = String(read.headers["x-request-id"]);
  const mine = await entryOf(requestId);
  for (const stranger of strangers) {
    const other = await openClient(server, stranger, client);
    assert.deepEqual(
      expect(await other.get(`/developer-logs?requestId=${requestId}`), 200).items(),
      [],
    );
    const id = mine.id("developerLogId");
    expect(await other.get(`/developer-logs/${id}`), "developer_log_not_found");
    const operation = `/operations/${read.headers["service-operation-id"]}`;
    expect(await other.get(operation), "resource_not_found");
    other.close();
  }
});

test("developer log: a restart, a crash -> what could be read before is there", async () => {
  const read = expect(await client.get("/api-keys/current"), 200);
  const requestId = String(read.headers["x-request-id"]);
  for (const end of [stopServer, killServer]) {
    const before = await entryOf(requestId);
    client.close();
    await end(server);
    server = await startServer(["--edges", "2"], server.dataDir);
    client = await openClient(server, credentials);
    assert.deepEqual((await entryOf(requestId)).body, before.body);
  }
});

test("developer log: switched off -> 503 of the reader, and reads leave no operation", async () => {
  client.close();
  await stopServer(server);
  server = await startServer(["--edges", "1", "--developer-log-mb", "0"], server.dataDir);
  client = await openClient(server, credentials);
  const off = expect(await client.get("/developer-logs"), "resource_reader_unavailable");
  assert.equal(off.status, 503);
  const read = expect(await client.get("/api-keys/current"), 200);
  const operation = `/operations/${read.headers["service-operation-id"]}`;
  expect(await client.get(operation), "resource_not_found");
});
