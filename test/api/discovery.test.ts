/**
 * The documents of the host root over real sockets.
 * A server of its own: the budget of documents is on.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type IncomingHttpHeaders, request } from "node:http";
import { before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { buildSchema } from "graphql";
import { ERROR_CODES } from "../../src/contract/refusals/error_catalog.ts";
import { operations, WEBHOOKS } from "../../src/features/registry.ts";
import { newDataDir, type Server, startServer, stopServer } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";
import { newTestClock } from "../support/test_clock.ts";

const JSON_TYPE = "application/json";
const TEXT_TYPE = "text/plain; charset=utf-8";
const HTML_TYPE = "text/html; charset=utf-8";
const MARKDOWN_TYPE = "text/markdown; charset=utf-8";
const DOCUMENTS: readonly [path: string, type: string][] = [
  ["/", JSON_TYPE],
  ["/openapi.json", JSON_TYPE],
  ["/schema.graphql", TEXT_TYPE],
  ["/release.json", JSON_TYPE],
  ["/llms.txt", TEXT_TYPE],
  ["/llms-full.txt", TEXT_TYPE],
  ["/.well-known/receipt-keys.json", "application/jwk-set+json"],
  ["/.well-known/receipt-key.pem", "application/x-pem-file"],
  ["/docs", HTML_TYPE],
  ["/docs/", HTML_TYPE],
  ["/docs/docs.css", "text/css; charset=utf-8"],
  ["/docs/search.js", "text/javascript; charset=utf-8"],
  ["/docs/search.json", JSON_TYPE],
  ["/docs/guides", HTML_TYPE],
  ["/docs/guides/refund", HTML_TYPE],
  ["/docs/guides/refund/", HTML_TYPE],
  ["/docs/guides/refund.md", "text/markdown; charset=utf-8"],
  ["/docs/library.js", "text/javascript; charset=utf-8"],
  ["/docs/reference.js", "text/javascript; charset=utf-8"],
  ["/docs.md", MARKDOWN_TYPE],
  ["/docs/mcp", HTML_TYPE],
  ["/docs/mcp.md", MARKDOWN_TYPE],
  ["/docs/event-streams.md", MARKDOWN_TYPE],
  ["/docs/walk-through.md", MARKDOWN_TYPE],
  ["/docs/transfer-holds", HTML_TYPE],
  ["/docs/transfer-holds/", HTML_TYPE],
  ["/docs/transfer-holds.md", MARKDOWN_TYPE],
  ["/docs/errors", HTML_TYPE],
  ["/docs/errors.md", MARKDOWN_TYPE],
  ["/docs/errors/", HTML_TYPE],
  ["/docs/errors/insufficient_balance", HTML_TYPE],
  ["/docs/errors/insufficient_balance/", HTML_TYPE],
];
let server: Server;
let origin: string;

before(async () => {
  server = await sharedServer();
  origin = new URL(server.baseUrl).origin;
});

const text = async (path: string) => (await fetch(origin + path)).text();

test("discovery: every document -> its type, a digest of its bytes, 304 for its tag", async () => {
  for (const [path, type] of DOCUMENTS) {
    const { status, headers, body } = await get(path, {});
    assert.deepEqual([status, headers["content-type"]], [200, type], path);
    const digest = createHash("sha256").update(body).digest("base64");
    assert.equal(headers["content-digest"], `sha-256=:${digest}:`, path);
    const etag = headers.etag as string;
    assert.match(etag, /^"[\w-]{16}"$/);
    for (const [held, status] of [
      [etag, 304],
      [`"other", W/${etag}`, 304],
      ["*", 304],
      ['"other"', 200],
    ] as const) {
      const again = await get(path, { "if-none-match": held });
      assert.equal(again.status, status, `${path} ${held}`);
      assert.equal(again.body.length > 0, status === 200, path);
    }
    const head = await get(path, {}, "HEAD");
    assert.deepEqual([head.status, head.headers.etag, head.body.length], [200, etag, 0]);
    const posted = await fetch(origin + path, { method: "POST", body: "{}" });
    assert.equal(posted.status, 404, path);
  }
});

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync } as const;

test("discovery: a client that takes br or gzip -> the document coded, with a tag of its own", async () => {
  for (const [path, type] of DOCUMENTS) {
    const plain = await get(path, {});
    const tags = new Set([plain.headers.etag]);
    assert.equal(plain.headers["content-encoding"], undefined, path);
    // A page has its Markdown on the same path, and the root descriptor a page.
    const isChosen = type === HTML_TYPE || path === "/";
    if (plain.body.length < 512) {
      const { headers, body } = await get(path, { "accept-encoding": "gzip, br" });
      const vary = isChosen ? "accept" : undefined;
      assert.deepEqual([headers["content-encoding"], headers.vary], [undefined, vary], path);
      assert.deepEqual(body, plain.body);
      continue;
    }
    const varies = isChosen ? "accept, accept-encoding" : "accept-encoding";
    assert.equal(plain.headers.vary, varies, path);
    for (const coding of ["gzip", "br"] as const) {
      const asked = { "accept-encoding": coding };
      const { headers, body } = await get(path, asked);
      assert.deepEqual([headers["content-encoding"], headers.vary], [coding, varies]);
      assert.deepEqual(DECODERS[coding](body), plain.body, path);
      assert.ok(body.length < plain.body.length, path);
      assert.equal(headers["content-length"], String(body.length));
      const digest = createHash("sha256").update(body).digest("base64");
      assert.equal(headers["content-digest"], `sha-256=:${digest}:`, path);
      tags.add(headers.etag);
      const held = await get(path, { ...asked, "if-none-match": headers.etag as string });
      assert.deepEqual([held.status, held.headers.vary], [304, varies], path);
      // The tag of one coding is not the tag of another (RFC 9110, 8.8.3.3).
      const other = await get(path, { "if-none-match": headers.etag as string });
      assert.equal(other.status, 200, path);
    }
    assert.equal(tags.size, 3, path);
  }
});

test("discovery: the contract -> no blanks, at most 6,000 bytes an operation", async () => {
  const { body } = await get("/openapi.json", {});
  const published = operations.filter(({ inContract }) => inContract !== false);
  // A webhook is an operation of OpenAPI too.
  const count = published.length + WEBHOOKS.length;
  assert.ok(body.length <= 6_000 * count, `${body.length} bytes`);
  assert.equal(body.toString("utf8"), `${JSON.stringify(JSON.parse(body.toString("utf8")))}\n`);
});

test("discovery: the root descriptor -> every address in it is there", async () => {
  const root = JSON.parse(await text("/"));
  const { guide, metadata } = root.agents;
  const addresses = [
    ...Object.values(root.documents),
    ...Object.values(root.health),
    ...Object.values(metadata),
    guide,
  ] as string[];
  for (const address of addresses) {
    const url = address.replace("{code}", "currency_mismatch");
    assert.equal((await fetch(url)).status, 200, url);
  }
});

test("discovery: the release -> the digests of what is served, and the commit", async () => {
  const release = JSON.parse(await text("/release.json"));
  const digestOf = (body: string) => `sha256:${createHash("sha256").update(body).digest("hex")}`;
  assert.equal(release.version, "0.1.0");
  assert.equal(release.contractDigest, digestOf(await text("/openapi.json")));
  assert.equal(release.graphqlDigest, digestOf(await text("/schema.graphql")));
  if (release.commit !== undefined) assert.match(release.commit, /^[0-9a-f]{40}$/);
  assert.equal(release.commit === undefined, release.releasedAt === undefined);
});

test("discovery: the GraphQL schema -> builds, with a query and without a mutation", async () => {
  const schema = buildSchema(await text("/schema.graphql"));
  assert.ok(schema.getQueryType()?.getFields()["accountRetrieve"]);
  assert.equal(schema.getMutationType(), undefined);
});

test("discovery: the guides -> a title, a quotation, links; every operation and code", async () => {
  const short = await text("/llms.txt");
  assert.match(short, /^# .+\n\n> .+\n/);
  assert.ok(short.includes("`service_(test|live)_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}`"));
  for (const [, url] of short.matchAll(/\]\((http[^)]+)\)/g)) {
    assert.equal((await fetch(url as string)).status, 200, url);
  }
  const full = await text("/llms-full.txt");
  for (const { id, http, inContract } of operations) {
    if (inContract === false) continue;
    assert.ok(full.includes(`### ${id}\n\n\`${http.method} /v1${http.path}\``), id);
  }
  for (const code of ERROR_CODES) assert.ok(full.includes(`- \`${code}\` (`), code);
});

test("discovery: the list of error pages -> every code, each with a page; no other is there", async () => {
  const list = await text("/docs/errors");
  const links = [...list.matchAll(/href="(\/docs\/errors\/\w+)"/g)].map(
    ([, link]) => link as string,
  );
  assert.deepEqual(
    links.toSorted(),
    ERROR_CODES.map((code) => `/docs/errors/${code}`),
  );
  for (const link of links) assert.equal((await get(link, {})).status, 200, link);
  assert.equal((await get("/docs/errors/no_such_code", {})).status, 404);
});

test("discovery: a body of 262,144 bytes, one more -> taken and ignored, 413", async () => {
  const answers = await Promise.all(
    [262_144, 262_145].map((bytes) => getWithBody("/llms.txt", bytes)),
  );
  assert.deepEqual(answers, ["200", "413"]);
});

test("discovery: the budget of 3 -> three documents with its headers, then 429", async () => {
  const limited = await startServer(["--limit-discovery", "3"], newDataDir(), newTestClock());
  const host = new URL(limited.baseUrl).origin;
  const statuses: number[] = [];
  const remaining: (string | null)[] = [];
  for (const path of ["/", "/llms.txt", "/docs", "/release.json"]) {
    const response = await fetch(host + path);
    statuses.push(response.status);
    remaining.push(response.headers.get("x-ratelimit-remaining"));
  }
  assert.equal((await fetch(`${host}/readyz`)).status, 200);
  await stopServer(limited);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
  assert.deepEqual(remaining, ["2", "1", "0", "0"]);
});

type Answered = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer };

/** An answer as it was sent: `fetch` asks for codings of its own, and decodes what it gets. */
function get(path: string, headers: Record<string, string>, method = "GET"): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { statusCode: status, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks) });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** Status of a GET with a body, which `fetch` does not send. */
function getWithBody(path: string, bytes: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { "content-length": bytes };
    const sent = request(origin + path, { method: "GET", headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(String(response.statusCode)));
    });
    sent.on("error", reject);
    sent.end(Buffer.alloc(bytes, " "));
  });
}
