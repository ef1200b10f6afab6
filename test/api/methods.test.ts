/**
 * Methods beside those that a path serves: HEAD answers like GET without a body, OPTIONS names the
 * methods, and any other method is refused with a true `Allow`. After each answer the connection is
 * in step: a GET behind the answer is served.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Client, openClient } from "../support/client.ts";
import { newAccount } from "../support/parties.ts";
import { openRaw, type RawConnection, type RawReply, requestText } from "../support/raw.ts";
import { type Credentials, newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const DOCUMENTS = ["/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/llms.txt"];
const UNKNOWN = ["/v1", "/v1/", "/v1/nowhere", "/v1/accounts/", "/nowhere", "//openapi.json"];
/** Headers that differ from one request to the next. */
const OF_ONE_REQUEST = ["x-request-id", "service-operation-id", "date"];

let server: Server;
let mine: Credentials;
let client: Client;
let account: string;

before(async () => {
  server = await sharedServer();
  mine = await newCredentials(server);
  client = await openClient(server, mine);
  account = await newAccount(client, { fund: "1000" });
});

after(async () => {
  assert.ok(!/"level":(50|60)/.test(server.output()), server.output());
  client.close();
});

function textOf(method: string, path: string, more: Record<string, string> = {}): string {
  return requestText(method, path, { Authorization: `Bearer ${mine.apiKey}`, ...more });
}

async function ask(connection: RawConnection, text: string): Promise<RawReply> {
  await connection.send(text);
  const reply = await connection.next({ withoutBody: text.startsWith("HEAD ") });
  assert.ok(reply !== undefined, text);
  return reply;
}

/** The names and values of a head, without those that belong to one request. */
function headersOf({ head }: RawReply): Record<string, string> {
  const lines = head.split("\r\n").slice(1);
  const pairs = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => !OF_ONE_REQUEST.includes(name)));
}

/** The paths of the contract, each with its methods and with ids that may name nothing. */
function pathsOfContract(): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { method, path } of client.contract.operations) {
    const filled = `/v1${path.replaceAll(/\{\w+\}/g, "x_0")}`;
    paths.set(filled, [...(paths.get(filled) ?? []), method]);
  }
  return paths;
}

/** What `Allow` must name: the methods of every declared path that this path fits. */
function allowOf(path: string): string {
  const fits = (declared: string) =>
    new RegExp(`^/v1${declared.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path);
  const methods = client.contract.operations
    .filter((operation) => fits(operation.path))
    .map(({ method }) => method);
  return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])]
    .sort()
    .join(", ");
}

test("HEAD: every GET of the contract, and documents -> the head of GET, no body, in step", async () => {
  const gets = client.contract.operations.filter(({ method }) => method === "GET");
  const declared = gets.map(({ path }) => `/v1${path.replaceAll(/\{\w+\}/g, "x_0")}`);
  const served = [
    `/v1/accounts/${account}`,
    `/v1/accounts/${account}/balance`,
    `/v1/accounts?productId=${mine.productId}`,
    `/v1/transfers?productId=${mine.productId}`,
    `/v1/accounts/${account}/transfers`,
    `/v1/accounts/${account}/entries`,
    "/v1/catalog/errors",
  ];
  assert.ok(declared.length > 20);
  const sameLength = [...served, "/", "/openapi.json", "/docs", "/llms.txt"];
  const connection = await openRaw(server.port);
  for (const path of [...DOCUMENTS, ...UNKNOWN, ...served, ...declared]) {
    const got = await ask(connection, textOf("GET", path));
    const head = await ask(connection, textOf("HEAD", path));
    assert.equal(head.status, got.status, path);
    if (served.includes(path)) assert.equal(head.status, 200, path);
    const [expected, found] = [headersOf(got), headersOf(head)];
    assert.match(String(found["content-length"]), /^[1-9]\d*$/, path);
    // The other bodies count requests, or name the request or its method.
    if (!sameLength.includes(path)) found["content-length"] = String(expected["content-length"]);
    assert.deepEqual(found, expected, path);
    assert.equal(connection.rest(), "", path);
  }
  connection.end();
});

test("HEAD: a file -> the head of GET, in step", async () => {
  const month = new Date(Date.now()).toISOString().slice(0, 7);
  const file = `/v1/accounts/${account}/statements/${month}/export`;
  const connection = await openRaw(server.port);
  const got = await ask(connection, textOf("GET", file, { Accept: "text/csv" }));
  const head = await ask(connection, textOf("HEAD", file, { Accept: "text/csv" }));
  assert.equal(head.status, 200);
  assert.equal(headersOf(got)["content-type"], headersOf(head)["content-type"]);
  assert.deepEqual(Object.keys(headersOf(head)).sort(), Object.keys(headersOf(got)).sort());
  assert.equal(connection.rest(), "");
  const next = await ask(connection, textOf("GET", `/v1/accounts/${account}`));
  assert.equal(next.status, 200);
  connection.end();
});

test("OPTIONS: every path -> 204 and the methods of the path; unknown -> not_found", async () => {
  const connection = await openRaw(server.port);
  for (const path of pathsOfContract().keys()) {
    const reply = await ask(connection, textOf("OPTIONS", path));
    assert.equal(reply.status, 204, path);
    const headers = headersOf(reply);
    assert.equal(headers["allow"], allowOf(path), path);
    assert.equal(headers["content-length"], undefined);
  }
  for (const path of DOCUMENTS) {
    const reply = await ask(connection, textOf("OPTIONS", path));
    assert.deepEqual([reply.status, headersOf(reply)["allow"]], [204, "GET, HEAD, OPTIONS"], path);
  }
  const graphql = await ask(connection, textOf("OPTIONS", "/v1/graphql"));
  assert.deepEqual([graphql.status, headersOf(graphql)["allow"]], [204, "OPTIONS, POST"]);
  for (const path of UNKNOWN) {
    const reply = await ask(connection, textOf("OPTIONS", path));
    assert.equal(reply.status, 404, path);
    assert.match(reply.body, /"code":"not_found"/);
    assert.equal(headersOf(reply)["allow"], undefined, path);
  }
  connection.end();
});

test("another method: every path -> not_found with the methods of the path, in step", async () => {
  for (const [path, methods] of pathsOfContract()) {
    const connection = await openRaw(server.port);
    const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter(
      (method) => !allowOf(path).split(", ").includes(method),
    );
    for (const method of others) {
      const more = { "Content-Length": "0", "Idempotency-Key": randomUUID() };
      const reply = await ask(connection, textOf(method, path, more));
      assert.equal(reply.status, 404, `${method} ${path}`);
      assert.match(reply.body, /"code":"not_found"/);
      assert.equal(headersOf(reply)["allow"], allowOf(path), `${method} ${path}`);
    }
    for (const method of methods) {
      const reply = await ask(connection, textOf(method, path, { "Content-Length": "0" }));
      assert.doesNotMatch(reply.body, /^\{"error":\{"code":"not_found"/, `${method} ${path}`);
    }
    connection.end();
  }
});

test("another method: a document, GraphQL, TRACE, CONNECT -> refused, with Allow", async () => {
  const rows: [method: string, path: string, status: number, allow: string][] = [
    ["PUT", "/openapi.json", 404, "GET, HEAD, OPTIONS"],
    ["DELETE", "/docs", 404, "GET, HEAD, OPTIONS"],
    ["TRACE", "/healthz", 404, "GET, HEAD, OPTIONS"],
    ["CONNECT", "/healthz", 404, "GET, HEAD, OPTIONS"],
    ["GET", "/v1/graphql", 405, "OPTIONS, POST"],
    ["HEAD", "/v1/graphql", 405, "OPTIONS, POST"],
    ["PUT", "/v1/graphql", 405, "OPTIONS, POST"],
  ];
  for (const [method, path, status, allow] of rows) {
    const connection = await openRaw(server.port);
    const reply = await ask(connection, textOf(method, path));
    assert.deepEqual([reply.status, headersOf(reply)["allow"]], [status, allow], method + path);
    connection.end();
  }
});

test("connection close: lists that are written as bytes, many at once -> each the same answer", async () => {
  const paths = [
    `/v1/transfers?productId=${mine.productId}`,
    `/v1/accounts/${account}/transfers`,
    `/v1/accounts/${account}/entries`,
  ];
  const staying = await openRaw(server.port);
  const expected = [];
  for (const path of paths) expected.push((await ask(staying, textOf("GET", path))).body);
  staying.end();
  const answers = await Promise.all(
    [...paths, ...paths, ...paths].map(async (path) => {
      const connection = await openRaw(server.port);
      const reply = await ask(connection, textOf("GET", path, { Connection: "close" }));
      await connection.closed;
      connection.end();
      return reply.body;
    }),
  );
  assert.deepEqual(answers, [...expected, ...expected, ...expected]);
  assert.notEqual(expected[0], expected[2]);
});

test("keep-alive: a connection that stays, one that ends -> announced, not announced", async () => {
  const path = `/v1/accounts/${account}`;
  const rows: [string, boolean][] = [
    [textOf("GET", path), true],
    [textOf("GET", path, { Connection: "keep-alive" }), true],
    [textOf("GET", path, { Connection: "Upgrade, HTTP2-Settings" }), true],
    [textOf("OPTIONS", path), true],
    [textOf("HEAD", "/openapi.json"), true],
    [textOf("GET", path, { Connection: "close" }), false],
    [textOf("GET", path, { Connection: "Close" }), false],
    [textOf("GET", path, { Connection: "TE, close" }), false],
    [textOf("HEAD", path, { Connection: "close" }), false],
    [textOf("HEAD", "/openapi.json", { Connection: "keep-alive, close" }), false],
    [textOf("OPTIONS", path, { Connection: "close" }), false],
    [`${textOf("GET", path, { "Transfer-Encoding": "chunked" })}0\r\n\r\n`, false],
  ];
  for (const [text, stays] of rows) {
    const connection = await openRaw(server.port);
    const headers = headersOf(await ask(connection, text));
    assert.equal(headers["keep-alive"], stays ? "timeout=7" : undefined, text);
    if (stays) {
      assert.equal(headers["connection"], "keep-alive", text);
      assert.equal((await ask(connection, textOf("GET", path))).status, 200, text);
    } else await connection.closed;
    connection.end();
  }
});
