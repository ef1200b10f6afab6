/**
 * The proxy of the operator's manual in front of a real server: what the server's parser only closes
 * a connection at gets the answer that RFC 9112 asks for, in the envelope; pipelined writes are
 * served in order; addresses, events, bodies and idle connections are as they are without a proxy,
 * or better.
 * A server of its own: it stands behind a proxy, and its budgets are on.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { IDLE_SECONDS_LEAST } from "../../src/http/answer/response_head.ts";
import { BODY_BYTES_MAX } from "../../src/http/call/exchange.ts";
import { REPLY_DEADLINE_MS } from "../../src/placement/courier.ts";
import { buildProbeServer } from "../fixture/program.ts";
import { type Client, openClient } from "../support/client.ts";
import { lacks } from "../support/machine.ts";
import { ROOT } from "../support/markdown.ts";
import { type ManualProxy, manualConfiguration, NGINX, startProxy } from "../support/nginx.ts";
import { draft, newAccount } from "../support/parties.ts";
import { openRaw, type RawReply, requestText } from "../support/raw.ts";
import { HEADER_NAMES } from "../support/raw_tables.ts";
import {
  type Credentials,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { newTestClock } from "../support/test_clock.ts";

const DISCOVERY_LIMIT = 4;
const WHY = "the proxy of the operator's manual needs it: apt-get install nginx-light";
const skip = NGINX === undefined ? lacks("nginx", WHY) : false;

let server: Server;
let proxy: ManualProxy;
let mine: Credentials;
let client: Client;
let ada: string;
let bob: string;

before(async () => {
  if (skip !== false) return;
  const flags = ["--limit-discovery", String(DISCOVERY_LIMIT), "--trusted-proxies", "127.0.0.1"];
  const program = buildProbeServer();
  server = await startServer(flags, newDataDir(), { ...newTestClock(), program });
  proxy = await startProxy(server.port);
  mine = await newCredentials(server);
  client = await openClient(server, mine);
  ada = await newAccount(client, { fund: "1000" });
  bob = await newAccount(client);
});

after(async () => {
  if (skip !== false) return;
  await proxy.stop();
  assert.ok(!/"level":(50|60)/.test(server.output()), server.output());
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

/** A request for `/healthz` with the header lines, or with another first line. */
function head(lines: string, first = "GET /healthz HTTP/1.1"): string {
  return `${first}\r\n${lines}\r\n`;
}
const HOST = "Host: platform.example\r\n";
const CHUNKED = `${HOST}Transfer-Encoding: chunked\r\n`;
const ALLOW = /^allow: GET, HEAD, OPTIONS$/im;

/** Name, bytes, status, and what the answer has besides. */
type Row = [name: string, bytes: string, status: number, has?: RegExp];

const SERVED: Row[] = [
  ["HTTP/1.1", head(HOST), 200],
  ["HTTP/1.2", head(HOST, "GET /healthz HTTP/1.2"), 200],
  ["HTTP/1.0 with a Host", head(HOST, "GET /healthz HTTP/1.0"), 200, /^connection: close$/im],
  ["HTTP/1.0 without a Host", head("", "GET /healthz HTTP/1.0"), 200, /^connection: close$/im],
  ["an absolute target", head(HOST, "GET http://platform.example/healthz HTTP/1.1"), 200],
  ["an absolute target without a path", head(HOST, "GET http://platform.example HTTP/1.1"), 200],
  ["line feeds alone", head(HOST).replaceAll("\r\n", "\n"), 200],
  ["an empty line first", `\r\n${head(HOST)}`, 200],
  ["60 headers more", head(HOST + "X-More: v\r\n".repeat(60)), 200],
  ...HEADER_NAMES.map((name): Row => [`the name ${name}`, head(`${HOST}${name}: v\r\n`), 200]),
  ["a chunk extension", `${head(CHUNKED)}2;a=b\r\n{}\r\n0\r\n\r\n`, 200],
  ["OPTIONS", head(HOST, "OPTIONS /healthz HTTP/1.1"), 204, ALLOW],
];

const REFUSED: Row[] = [
  ["no Host", head(""), 400],
  ["two Hosts", head(`${HOST}${HOST}`), 400],
  ["an empty Host", head("Host:\r\n"), 400],
  ["a Host that is none", head("Host: a b\r\n"), 400],
  ["OPTIONS *", head(HOST, "OPTIONS * HTTP/1.1"), 400],
  ["CONNECT", head(HOST, "CONNECT platform.example:443 HTTP/1.1"), 400],
  ["a method in lower case", head(HOST, "get /healthz HTTP/1.1"), 400],
  ["HTTX/1.1", head(HOST, "GET /healthz HTTX/1.1"), 400],
  ["HTTP/2.0", head(HOST, "GET /healthz HTTP/2.0"), 505],
  ["HTTP/3.0", head(HOST, "GET /healthz HTTP/3.0"), 505],
  ["a space before the colon", head(`${HOST}X : v\r\n`), 400],
  ["a folded line", head(`${HOST}X-Folded: a\r\n b\r\n`), 400],
  ["NUL in a value", head(`${HOST}X-Nul: a\0b\r\n`), 400],
  ["a carriage return in a value", head(`${HOST}X-Cr: a\rb\r\n`), 400],
  ["a length and an encoding", `${head(`${CHUNKED}Content-Length: 3\r\n`)}0\r\n\r\n`, 400],
  ["two lengths", `${head(`${HOST}Content-Length: 2\r\nContent-Length: 3\r\n`)}{} `, 400],
  ["a negative length", head(`${HOST}Content-Length: -1\r\n`), 400],
  ["a chunk size that is none", `${head(CHUNKED)}zz\r\nabc\r\n0\r\n\r\n`, 400],
  ["a chunk size beyond F", `${head(CHUNKED)}G\r\n${"a".repeat(16)}\r\n0\r\n\r\n`, 400],
  ["no line end behind a chunk", `${head(CHUNKED)}2\r\nabXX0\r\n\r\n`, 400],
  ["gzip, chunked", head(`${HOST}Transfer-Encoding: gzip, chunked\r\n`), 501],
  ["an escape that is none", head(HOST, "GET /%zz HTTP/1.1"), 400],
  ["above the root", head(HOST, "GET /../.. HTTP/1.1"), 400],
  ["a target of 20,000 bytes", head(HOST, `GET /${"a".repeat(20_000)} HTTP/1.1`), 414],
  ["a header of 20,000 bytes", head(`${HOST}X-Large: ${"a".repeat(20_000)}\r\n`), 431],
  ["PROPFIND", head(HOST, "PROPFIND /healthz HTTP/1.1"), 404, ALLOW],
  ["QUERY", head(HOST, "QUERY /healthz HTTP/1.1"), 404, ALLOW],
  ["TRACE", head(HOST, "TRACE /healthz HTTP/1.1"), 404, ALLOW],
  ["PUT", head(HOST, "PUT /healthz HTTP/1.1"), 404, ALLOW],
  ["the metrics", head(HOST, "GET /metrics HTTP/1.1"), 404],
  ["the metrics by a detour", head(HOST, "GET /v1/../metrics HTTP/1.1"), 404],
  ["the metrics in escapes", head(HOST, "GET /%6detrics HTTP/1.1"), 404],
];

async function answersTo(bytes: string, count = 1, localAddress?: string): Promise<RawReply[]> {
  const from = localAddress === undefined ? {} : { localAddress };
  const connection = await openRaw(proxy.port, { host: proxy.host, ...from });
  await connection.send(Buffer.from(bytes, "latin1"));
  const replies: RawReply[] = [];
  while (replies.length < count) {
    const reply = await connection.next();
    if (reply === undefined) break;
    if (reply.status !== 100) replies.push(reply);
  }
  connection.end();
  return replies;
}

test("proxy: requests that the parser of the server does not take -> served", {
  skip,
}, async () => {
  for (const [name, bytes, status, has] of SERVED) {
    const [reply] = await answersTo(bytes);
    assert.equal(reply?.status, status, `${name}: ${reply?.head}`);
    if (has !== undefined) assert.match(reply?.head ?? "", has, name);
  }
});

test("proxy: requests that are wrong -> the status that HTTP asks for, in the envelope", {
  skip,
}, async () => {
  for (const [name, bytes, status, has] of REFUSED) {
    const [reply] = await answersTo(bytes);
    assert.equal(reply?.status, status, `${name}: ${reply?.head}`);
    if (has !== undefined) assert.match(reply?.head ?? "", has, name);
    assert.match(reply?.head ?? "", /^content-type: application\/json$/im, name);
    const { error, requestId } = JSON.parse(reply?.body ?? "") as Record<string, never>;
    assert.equal(error?.["code"], status === 404 ? "not_found" : "invalid_request", name);
    const id = /^x-request-id: (.+)$/im.exec(reply?.head ?? "")?.[1];
    assert.equal(requestId, id, name);
  }
});

test("proxy: HEAD, and a connection that stays -> no body, 60 s announced", { skip }, async () => {
  const [first, second] = await answersTo(head(HOST) + head(HOST), 2);
  assert.match(first?.head ?? "", /^keep-alive: timeout=60$/im);
  assert.equal(first?.head.match(/^keep-alive:/gim)?.length, 1);
  assert.equal(second?.status, 200);
  const connection = await openRaw(proxy.port, { host: proxy.host });
  await connection.send(head(HOST, "HEAD /healthz HTTP/1.1"));
  const headed = await connection.next({ withoutBody: true });
  assert.match(headed?.head ?? "", /^content-length: [1-9]\d*$/im);
  await connection.send(head(HOST));
  assert.equal((await connection.next())?.status, 200);
  connection.end();
});

function post(more: Record<string, string> = {}): string {
  const headers = {
    Authorization: `Bearer ${mine.apiKey}`,
    "Content-Type": "application/json",
    "Idempotency-Key": randomUUID(),
  };
  const body = JSON.stringify(draft(ada, bob, "1"));
  return requestText("POST", "/v1/transfers", { ...headers, ...more }, body);
}

test("proxy: three transfers in one packet -> three answers, in order", { skip }, async () => {
  const ids = ["first", "second", "third"];
  const packet = ids.map((id) => post({ "X-Request-Id": id })).join("");
  const replies = await answersTo(packet, 3);
  assert.deepEqual(
    replies.map(({ status, head }) => `${status} ${/^x-request-id: (.+)$/im.exec(head)?.[1]}`),
    ids.map((id) => `201 ${id}`),
  );
});

test("proxy: close in the middle, Expect, chunks -> answered; nothing behind close runs", {
  skip,
}, async () => {
  const packet = post() + post({ Connection: "close" }) + post();
  assert.deepEqual(
    (await answersTo(packet, 3)).map(({ status }) => status),
    [201, 201],
  );
  const [expected] = await answersTo(post({ Expect: "100-continue" }));
  assert.equal(expected?.status, 201);
  const [top = "", body = ""] = post({ "Transfer-Encoding": "chunked" }).split("\r\n\r\n");
  const chunks = `${top}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  assert.deepEqual(
    (await answersTo(chunks + chunks, 2)).map(({ status }) => status),
    [201, 201],
  );
});

test("proxy: bodies beyond a limit, of the server or of the proxy -> 413 and the limit", {
  skip,
}, async () => {
  const rows: [method: string, path: string, bytes: number, maxBytes: number][] = [
    ["GET", "/healthz", 262_145, 262_144],
    ["GET", "/healthz", 9_000_000, 262_144],
    ["POST", "/v1/transfers", BODY_BYTES_MAX + 1, BODY_BYTES_MAX],
    ["POST", "/v1/transfers", 9_000_000, BODY_BYTES_MAX],
  ];
  for (const [method, path, bytes, maxBytes] of rows) {
    const sized = requestText(method, path, {}, "x".repeat(bytes));
    const chunk = `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n0\r\n\r\n`;
    const chunked = requestText(method, path, { "Transfer-Encoding": "chunked" }) + chunk;
    for (const text of [sized, chunked]) {
      const [reply] = await answersTo(text);
      assert.equal(reply?.status, 413, `${method} ${path} ${bytes}`);
      const { error } = JSON.parse(reply?.body ?? "") as {
        error: { code: string; details: { maxBytes: number } };
      };
      assert.deepEqual([error.code, error.details.maxBytes], ["request_body_too_large", maxBytes]);
    }
  }
});

test("proxy: two clients, who claim other addresses -> a budget each", { skip }, async () => {
  for (const localAddress of ["127.0.8.1", "127.0.8.2"]) {
    let answered = 0;
    for (let at = 0; at < DISCOVERY_LIMIT + 2; at++) {
      const claim = `${HOST}X-Forwarded-For: 203.0.113.${at}\r\n`;
      const text = head(claim, "GET /v1/catalog/errors?limit=1 HTTP/1.1");
      const [reply] = await answersTo(text, 1, localAddress);
      if (reply?.status !== 429) answered++;
    }
    assert.equal(answered, DISCOVERY_LIMIT, localAddress);
  }
});

test("proxy: a stream of events -> they arrive while the stream is open", { skip }, async () => {
  const leaving = new AbortController();
  const response = await fetch(`http://${proxy.host}:${proxy.port}/v1/probes/events`, {
    signal: leaving.signal,
    headers: { authorization: `Bearer ${mine.apiKey}`, accept: "text/event-stream" },
  });
  assert.equal(response.status, 200);
  const reader = response.body?.getReader();
  const { done, value } = (await reader?.read()) ?? { done: true };
  assert.equal(done, false);
  assert.match(Buffer.from(value ?? []).toString("utf8"), /^retry: /);
  leaving.abort();
});

test("proxy: the server is away -> 503 in the envelope, and it says that the outcome is unknown", {
  skip,
}, async () => {
  const other = await startServer();
  const lonely = await startProxy(other.port);
  assert.equal((await stopServer(other)).code, 0);
  const reply = await fetch(`http://${lonely.host}:${lonely.port}/healthz`);
  assert.equal(reply.status, 503);
  const { error } = (await reply.json()) as { error: { code: string; message: string } };
  assert.equal(error.code, "ledger_unavailable");
  assert.match(error.message, /the outcome of a write is unknown/);
  await lonely.stop();
});

test("manual: the times and sizes of its proxy -> fit those of the server", () => {
  const text = manualConfiguration();
  const numberOf = (line: RegExp) => Number(line.exec(text)?.[1]);
  assert.ok(
    numberOf(/server 127\S+\n +keepalive \d+;\n +keepalive_timeout (\d+)s;/) < IDLE_SECONDS_LEAST,
  );
  assert.ok(numberOf(/proxy_read_timeout (\d+)s/) * 1_000 > REPLY_DEADLINE_MS);
  assert.ok(numberOf(/client_max_body_size (\d+)m/) * 2 ** 20 > BODY_BYTES_MAX);
  assert.ok(numberOf(/keepalive_timeout (\d+)s 60s;/) > 60);
});

test("manual: the headers that its proxy passes -> those that the server reads", () => {
  const source = ["read/request_headers.ts", "call/host_document.ts"]
    .map((name) => readFileSync(join(ROOT, "src/http", name), "utf8"))
    .join("\n");
  const read = [
    ...source.matchAll(/name === "([\w-]+)"|name !== "([\w-]+)"|getHeader\("([\w-]+)"\)/g),
  ]
    .map((found) => found.slice(1).find((name) => name !== undefined) as string)
    .filter((name) => !OF_FRAMING.includes(name));
  const passed = [...manualConfiguration().matchAll(/proxy_set_header (\S+) \$http_(\w+);/g)];
  for (const [, name, variable] of passed) {
    assert.equal(name?.toLowerCase(), variable?.replaceAll("_", "-"));
  }
  const names = passed.map(([, name]) => String(name).toLowerCase());
  assert.deepEqual(names, [...new Set(read)].sort());
});

/** Headers that the proxy writes itself. */
const OF_FRAMING = ["connection", "content-length", "host", "transfer-encoding", "x-forwarded-for"];
