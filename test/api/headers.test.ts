/**
 * The headers that answers of every kind have: the request's id, the budget that the request was
 * counted against, and what caches and browsers may do with the answer. Also the form of an answer by
 * `Accept`. The server's clock stands still, so that no window ends.
 * A server of its own: its budgets are on, and its clock stands still.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { openClient } from "../support/client.ts";
import { loadContract } from "../support/contract.ts";
import { newAccount } from "../support/parties.ts";
import { openRaw, type RawReply, requestText } from "../support/raw.ts";
import {
  admin,
  type Credentials,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { newTestClock } from "../support/test_clock.ts";

/** Each budget has a limit of its own, so that the limit names the budget. */
const CREDENTIAL = "900";
const ADDRESS = "1000";
const DISCOVERY = "800";

let server: Server;
let mine: Credentials;
let revoked: Credentials;
let account: string;
let month: string;

before(async () => {
  const limits = ["--limit-credential", CREDENTIAL, "--limit-ip", ADDRESS];
  const flags = ["--edges", "1", "--shards", "1", ...limits, "--limit-discovery", DISCOVERY];
  server = await startServer(flags, newDataDir(), newTestClock());
  mine = await newCredentials(server);
  revoked = await newCredentials(server);
  await admin(server, "key revoke", { key: revoked.apiKeyId });
  const contract = await loadContract(new URL(server.baseUrl).origin);
  const client = await openClient(server, mine, { contract });
  account = await newAccount(client, { fund: "100" });
  const statements = await client.get(`/accounts/${account}/statements?limit=1`);
  month = statements.id("items.0.month");
  client.close();
});

after(async () => {
  assert.equal((await stopServer(server)).code, 0);
});

type Headers = Record<string, string>;
type Sent = { method?: string; path: string; headers?: Headers; body?: string; key?: string };

const keyed = (more: Headers = {}): Headers => ({
  Authorization: `Bearer ${mine.apiKey}`,
  ...more,
});
const json = (more: Headers = {}): Headers =>
  keyed({ "Content-Type": "application/json", ...more });
const write = (): Headers => json({ "Idempotency-Key": randomUUID() });

async function send({ method = "GET", path, headers = {}, body }: Sent): Promise<RawReply> {
  const connection = await openRaw(server.port);
  await connection.send(requestText(method, path, headers, body));
  const reply = await connection.next({ withoutBody: method === "HEAD" });
  connection.end();
  assert.ok(reply !== undefined, `an answer to ${method} ${path}`);
  return reply;
}

function headersIn({ head }: RawReply): Headers {
  const lines = head.split("\r\n").slice(1);
  const pairs = lines.map((line) => line.split(/: ?(.*)/s) as [string, string]);
  const names = pairs.map(([name]) => name.toLowerCase());
  assert.equal(new Set(names).size, names.length, `each header once: ${head}`);
  return Object.fromEntries(pairs.map(([, value], at) => [names[at] as string, value]));
}

const DATA = "no-store";
const DOCUMENT = "no-cache";
const graphql = (query: string) => JSON.stringify({ query });

type Row = [
  what: string,
  sent: () => Sent,
  status: number,
  budget: string | undefined,
  cache: string,
];

/** What was sent, and the answer: its status, the budget that it shows, what caches may do. */
function rows(): Row[] {
  const accounts = `/v1/accounts?productId=${mine.productId}`;
  const exported = `/v1/accounts/${account}/statements/${month}/export`;
  const ask =
    (query: string, headers = json()) =>
    () => ({
      ...{ method: "POST", path: "/v1/graphql", headers, body: graphql(query) },
    });
  const get =
    (path: string, headers = keyed()) =>
    () => ({ path, headers });
  const post = (path: string, headers: Headers, body: string) => () => ({
    ...{ method: "POST", path, headers, body },
  });
  const funding = `{"destinationAccountId":"${account}","amount":"1","currency":"EUR"}`;
  const manyRoots = `{ ${Array.from({ length: 21 }, (_, at) => `a${at}: __typename`).join(" ")} }`;
  return [
    ["a read", get(accounts), 200, CREDENTIAL, DATA],
    ["a write", post("/v1/sandbox/account-funding", write(), funding), 201, CREDENTIAL, DATA],
    ["a file", get(exported), 200, CREDENTIAL, DATA],
    ["a file as JSON", get(exported, keyed({ Accept: "application/json" })), 200, CREDENTIAL, DATA],
    ["a long read", get(`/v1/accounts/${account}/statements/${month}`), 200, CREDENTIAL, DATA],
    ["what anybody may read", get("/v1/catalog/errors", {}), 200, DISCOVERY, DATA],
    ["no credential", get(accounts, {}), 401, ADDRESS, DATA],
    ["a wrong credential", get(accounts, { Authorization: "Bearer x" }), 401, ADDRESS, DATA],
    [
      "a revoked key",
      get(accounts, { Authorization: `Bearer ${revoked.apiKey}` }),
      401,
      ADDRESS,
      DATA,
    ],
    [
      "a key of the other side",
      get(accounts, keyed({ "X-Service-Environment": "live" })),
      401,
      ADDRESS,
      DATA,
    ],
    ["a wrong query", get(`${accounts}&limit=x`), 400, CREDENTIAL, DATA],
    [
      "an unknown environment",
      get(accounts, keyed({ "X-Service-Environment": "x" })),
      400,
      CREDENTIAL,
      DATA,
    ],
    ["a write without a key", post("/v1/transfers", json(), "{}"), 400, CREDENTIAL, DATA],
    ["a write that is refused", post("/v1/transfers", write(), "{}"), 400, CREDENTIAL, DATA],
    ["a body that is no JSON", post("/v1/transfers", write(), "{"), 400, CREDENTIAL, DATA],
    ["nothing there", get("/v1/accounts/acct_0"), 404, CREDENTIAL, DATA],
    ["another Product", get("/v1/accounts?productId=prod_0"), 404, CREDENTIAL, DATA],
    ["no route", get("/v1/nowhere"), 404, undefined, DATA],
    ["a page that is not there", get("/docs/nowhere"), 404, undefined, DATA],
    [
      "a body above the limit",
      post("/v1/transfers", { ...write(), "Content-Length": "1048577" }, " ".repeat(1_048_577)),
      413,
      undefined,
      DATA,
    ],
    ["GraphQL", ask("{ __typename }"), 200, CREDENTIAL, DATA],
    ["GraphQL, refused", ask("{ nothing }"), 400, CREDENTIAL, DATA],
    ["GraphQL, over its limit", ask(manyRoots), 400, CREDENTIAL, DATA],
    [
      "GraphQL of another media type",
      ask("{ x }", keyed({ "Content-Type": "text/plain" })),
      415,
      CREDENTIAL,
      DATA,
    ],
    [
      "GraphQL without a credential",
      ask("{ __typename }", { "Content-Type": "application/json" }),
      401,
      DISCOVERY,
      DATA,
    ],
    [
      "GraphQL in an unknown environment",
      ask("{ __typename }", json({ "X-Service-Environment": "x" })),
      400,
      DISCOVERY,
      DATA,
    ],
    ["the contract", get("/openapi.json", {}), 200, DISCOVERY, DOCUMENT],
    [
      "a document that is held",
      get("/llms.txt", { "If-None-Match": "*" }),
      304,
      DISCOVERY,
      DOCUMENT,
    ],
    ["a document's head", () => ({ method: "HEAD", path: "/llms.txt" }), 200, DISCOVERY, DOCUMENT],
    ["the reference", get("/docs", {}), 200, DISCOVERY, DOCUMENT],
    ["an error page", get("/docs/errors/not_found", {}), 200, DISCOVERY, DOCUMENT],
    ["health", get("/healthz", {}), 200, undefined, DATA],
    ["readiness", get("/readyz", {}), 200, undefined, DATA],
    ["the metrics", get("/metrics", {}), 200, undefined, DATA],
  ];
}

test("headers: an answer of every kind -> the budget it was counted in, no-store or a tag, nosniff", async () => {
  for (const [what, sent, status, budget, cache] of rows()) {
    const reply = await send(sent());
    const headers = headersIn(reply);
    assert.equal(reply.status, status, `${what}: ${reply.head} ${reply.body.slice(0, 300)}`);
    assert.equal(headers["x-ratelimit-limit"], budget, `${what}: ${reply.head}`);
    const counted = [headers["x-ratelimit-remaining"], headers["x-ratelimit-reset"]];
    for (const value of counted)
      assert.equal(/^\d+$/.test(value ?? ""), budget !== undefined, what);
    assert.equal(headers["cache-control"], cache, what);
    assert.equal(headers["etag"] !== undefined, cache === DOCUMENT, what);
    assert.equal(headers["x-content-type-options"], "nosniff", what);
    assert.ok(headers["x-request-id"], what);
    assert.equal(headers["strict-transport-security"], undefined, what);
  }
});

test("headers: what a browser may show as a page -> nothing inline, in no frame, no referrer", async () => {
  for (const path of [
    "/docs",
    "/docs/guides/refund",
    "/docs/errors/not_found",
    "/docs/nowhere",
    "/",
    "/nowhere",
    "/healthz",
  ]) {
    const reply = await send({ path });
    const headers = headersIn(reply);
    const policy = headers["content-security-policy"] ?? "";
    assert.match(policy, /^default-src '(none|self)'/, path);
    assert.match(policy, /frame-ancestors 'none'/, path);
    // The library of the reference page puts its style sheet into the page (decision 0051).
    const strict =
      path === "/docs" ? policy.replace("style-src 'self' 'unsafe-inline';", "") : policy;
    assert.doesNotMatch(strict, /unsafe|\*|https?:/, path);
    assert.equal(headers["referrer-policy"], "no-referrer", path);
    assert.doesNotMatch(reply.body, /<style|<script(?![^>]* src=)| style=| on\w+=/, path);
  }
});

const CSV = "text/csv; charset=utf-8";
const JSON_TYPE = "application/json";
const PROBLEM = "application/problem+json";
const GRAPHQL = "application/graphql-response+json";

test("accept: of files, refusals, GraphQL, documents -> the preferred form, and vary where two exist", async () => {
  const path = `/v1/accounts/${account}/statements/${month}/export`;
  const missing = "/v1/accounts/acct_0";
  const typeOf = async (sent: Sent, accept: string) => {
    const headers = { ...(sent.headers ?? keyed()), Accept: accept };
    const got = headersIn(await send({ ...sent, headers }));
    return [got["content-type"], got["vary"]];
  };
  const ask = (query: string): Sent => ({
    ...{ method: "POST", path: "/v1/graphql", headers: json(), body: graphql(query) },
  });
  const table: readonly [what: Sent, accept: string, type: string, vary?: string][] = [
    [{ path }, "*/*", CSV, "accept"],
    [{ path }, "text/csv", CSV, "accept"],
    [{ path }, "application/json, text/plain, */*", JSON_TYPE, "accept"],
    [{ path }, "APPLICATION/JSON", JSON_TYPE, "accept"],
    [{ path }, "application/json;q=0.1, text/csv;q=0.2", CSV, "accept"],
    [{ path: missing }, "*/*", JSON_TYPE, "accept"],
    [{ path: missing }, "Application/Problem+JSON", PROBLEM, "accept"],
    [{ path: missing }, `${PROBLEM};q=0`, JSON_TYPE, "accept"],
    [{ path: missing }, `${PROBLEM};q=0.4, ${JSON_TYPE}`, JSON_TYPE, "accept"],
    [{ path: missing }, `${JSON_TYPE}\r\nAccept: ${PROBLEM};q=0.9`, JSON_TYPE, "accept"],
    [{ path: missing }, `text/csv\r\nAccept: ${PROBLEM}`, PROBLEM, "accept"],
    [{ path: "/docs/nowhere" }, PROBLEM, PROBLEM, "accept"],
    [{ path: "/v1/accounts", headers: {} }, PROBLEM, PROBLEM, "accept"],
    [{ ...ask("{ __typename }") }, GRAPHQL.toUpperCase(), GRAPHQL, "accept"],
    [{ ...ask("{ __typename }") }, `${GRAPHQL};q=0.1, application/*;q=0.2`, JSON_TYPE, "accept"],
    [{ ...ask("{ nothing }") }, `${GRAPHQL}, ${PROBLEM};q=0.5`, GRAPHQL, "accept"],
    [{ ...ask("{ nothing }") }, `${GRAPHQL};q=0.5, ${PROBLEM}`, PROBLEM, "accept"],
    [{ path: "/v1/catalog/errors" }, "text/csv", JSON_TYPE],
    [{ path: "/openapi.json" }, "text/html", JSON_TYPE, "accept-encoding"],
    [{ path: "/docs" }, JSON_TYPE, "text/html; charset=utf-8", "accept, accept-encoding"],
    [{ path: "/docs" }, "text/markdown", "text/markdown; charset=utf-8", "accept, accept-encoding"],
    [{ path: "/docs.md" }, "text/html", "text/markdown; charset=utf-8", "accept-encoding"],
    [{ path: "/" }, "text/html", "text/html; charset=utf-8", "accept, accept-encoding"],
  ];
  for (const [sent, accept, type, vary] of table) {
    assert.deepEqual(await typeOf(sent, accept), [type, vary], `${sent.path} ${accept}`);
  }
});
