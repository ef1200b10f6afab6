/**
 * The form and the cost of GraphQL requests: media types, status codes and error shapes of GraphQL
 * over HTTP, limits at n and n+1, budgets, hostile documents.
 * A server of its own: its budgets are on.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { serverAudits } from "graphql-http";
import { type GraphqlAsk, type GraphqlClient, graphqlClient } from "../support/graphql.ts";
import { scrapeMetrics } from "../support/metrics.ts";
import {
  admin,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";
import { newTestClock } from "../support/test_clock.ts";

const GRAPHQL = "application/graphql-response+json";

let server: Server;
let ask: GraphqlClient;

before(async () => {
  server = await sharedServer();
  ask = graphqlClient(server, server.demo);
});

/**
 * Three checks that want 200 for a request that was not run; the specification does not (api.md
 * 2.6).
 */
const WANTED_WARNINGS = ["572B", "FDE2", "7B9B"];

test("graphql over http: the audits of graphql-http -> no error, the three wanted warnings", async () => {
  const fetchFn: typeof fetch = (url, init) =>
    fetch(url, {
      ...init,
      headers: { authorization: `Bearer ${server.demo.apiKey}`, ...(init?.headers as object) },
    });
  const audits = serverAudits({ url: `${server.baseUrl}/graphql`, fetchFn });
  const results = await Promise.all(audits.map((audit) => audit.fn()));
  const told = results
    .filter(({ status }) => status === "error" || status === "warn")
    .map(
      (result) =>
        `${result.status} ${result.id} ${result.name}: ${"reason" in result ? result.reason : ""}`,
    );
  const wanted = results.filter(
    ({ id, status }) => status === "warn" && WANTED_WARNINGS.includes(id),
  );
  assert.equal(told.length, wanted.length, told.join("\n"));
  assert.deepEqual(wanted.map(({ id }) => id).sort(), [...WANTED_WARNINGS].sort());
});

const CLOCK = "sandboxClockRetrieve";
/** A selection that costs one root field. */
const field = (alias: string, id = alias) =>
  `${alias}: accountBalanceRetrieve(accountId: "${id}") { posted }`;
const fields = (count: number) =>
  Array.from({ length: count }, (_, at) => field(`f${at}`)).join(" ");

/** A query with `count` different selections, in at most 20 root fields. */
function selections(count: number): string {
  const roots: string[] = [];
  for (let left = count; left > 0; ) {
    const inner = Math.min(100, Math.floor((left - 1) / 2));
    const pages = Array.from(
      { length: inner },
      (_, at) => `e${at}: entries(limit: ${at + 1}) { nextCursor }`,
    );
    left -= 1 + 2 * inner;
    const odd = left === 1 ? ["accountId"] : inner === 0 ? ["status"] : [];
    left -= odd.length;
    roots.push(
      `r${roots.length}: accountRetrieve(accountId: "r${roots.length}") { ${[...pages, ...odd].join(" ")} }`,
    );
  }
  return roots.join(" ");
}

type Row = [what: string, sent: GraphqlAsk & { query?: string }, limit?: string];

/** Requests that are refused with 400 `invalid_request`, in either error shape. */
const REFUSED: Row[] = [
  ["no JSON", { raw: "{" }],
  ["a batch", { raw: '[{"query":"{ __typename }"}]' }],
  ["an empty body", { raw: "" }],
  ["no query", { raw: "{}" }],
  ["a query that is no text", { raw: '{"query":1}' }],
  ["variables that are no object", { raw: '{"query":"{ __typename }","variables":[1]}' }],
  ["extensions that are no object", { raw: '{"query":"{ __typename }","extensions":1}' }],
  ["an operation name that is none", { raw: '{"query":"{ __typename }","operationName":"a b"}' }],
  ["a document that ends", { query: "{ accountRetrieve(" }],
  ["an empty document", { query: "" }],
  ["only a fragment", { query: "fragment F on Query { __typename }" }],
  ["an unknown field", { query: "{ nothing }" }],
  ["an unknown argument", { query: `{ ${CLOCK}(at: 1) { effectiveAt } }` }],
  ["no selection", { query: `{ ${CLOCK}(productId: "x") }` }],
  ["a missing argument", { query: `{ ${CLOCK} { effectiveAt } }` }],
  ["a value of another type", { query: `{ ${CLOCK}(productId: 1) { effectiveAt } }` }],
  [
    "an enum value that is none",
    { query: '{ accountList(productId: "x", status: melted) { nextCursor } }' },
  ],
  [
    "a page limit that is none",
    { query: '{ accountList(productId: "x", limit: 101) { nextCursor } }' },
  ],
  [
    "a time that is none",
    { query: '{ accountList(productId: "x", createdFrom: "y") { nextCursor } }' },
  ],
  ["a cursor that is none", { query: '{ catalogErrorList(cursor: "AAAA") { nextCursor } }' }],
  [
    "a missing variable",
    { query: "query ($p: String!) { sandboxClockRetrieve(productId: $p) { effectiveAt } }" },
  ],
  [
    "a variable of another type",
    {
      query: "query ($p: String!) { sandboxClockRetrieve(productId: $p) { effectiveAt } }",
      variables: { p: { deep: 1 } },
    },
  ],
  ["a mutation", { query: "mutation { accountClose }" }, "operation"],
  ["a subscription", { query: "subscription { events }" }, "operation"],
  ["two operations, none named", { query: "query A { __typename } query B { __typename }" }],
  ["an operation that is not there", { query: "query A { __typename }", operationName: "B" }],
  ["21 root fields", { query: `{ ${fields(21)} }` }, "rootFields"],
  [
    "21 root fields in a fragment",
    { query: `{ ...F } fragment F on Query { ${fields(21)} }` },
    "rootFields",
  ],
  [
    "a fragment that spreads itself",
    { query: "{ ...F } fragment F on Query { __typename ...F }" },
    "fragments",
  ],
  [
    "fragments that spread each other, deep inside",
    {
      query: `{ accountRetrieve(accountId: "x") { ...A } }
        fragment A on Account { owner { customer { accounts { items { ...B } } } } }
        fragment B on Account { owner { customer { accounts { items { ...A } } } } }`,
    },
    "fragments",
  ],
  [
    "one field under two names",
    { query: `{ ${field("a", "x")} ${field("b", "x")} }` },
    "duplicateField",
  ],
  [
    "one field under two names, by a spread and below the root",
    {
      query: `{ accountRetrieve(accountId: "x") { one: status ...F } }
        fragment F on Account { two: status }`,
    },
    "duplicateField",
  ],
  ["1,025 selections", { query: `{ ${selections(1_025)} }` }, "selections"],
  [
    "fragments that double 40 times",
    {
      query: `{ accountRetrieve(accountId: "x") { ...F0 } } ${Array.from(
        { length: 40 },
        (_, at) => `fragment F${at} on Account { e: entries(limit: 1) { nextCursor }
          owner { customer { accounts { items { ...F${at + 1} ...F${at + 1} } } } } }`,
      ).join(" ")} fragment F40 on Account { accountId }`,
    },
    "depth",
  ],
  ["brackets 5,000 deep", { query: `{ a(b: ${"[".repeat(5_000)}` }, "depth"],
  ["selections 5,000 deep", { query: "{ a ".repeat(5_000) }, "depth"],
  [
    "thousands of aliases",
    { query: `{ ${Array.from({ length: 9_000 }, (_, at) => `a${at}:__typename`).join(" ")} }` },
    "tokens",
  ],
  [
    "thousands of directives",
    { query: `{ __typename ${"@skip(if: false) ".repeat(5_000)} }` },
    "tokens",
  ],
  ["a directive twice", { query: "{ __typename @skip(if: false) @skip(if: false) }" }],
  [
    "introspection that explodes",
    {
      query: `{ __schema { types { fields { type { fields { type { fields { type {
        fields { name } } } } } } } } } }`,
    },
  ],
];

test("graphql: a request that is not one, or over a limit -> 400 invalid_request in both shapes", async () => {
  for (const [what, { query = "", ...sent }, limit] of REFUSED) {
    const asJson = await ask(query, sent);
    assert.equal(asJson.status, 400, `${what}: ${asJson.text}`);
    assert.equal(asJson.headers.get("content-type"), "application/json", what);
    const { error, requestId, ...rest } = JSON.parse(asJson.text);
    assert.equal(error.code, "invalid_request", what);
    assert.deepEqual(rest, {}, what);
    assert.equal(requestId, asJson.headers.get("x-request-id"));
    assert.ok(error.details.issues.length >= 1 && error.details.issues.length <= 21, what);
    const asGraphql = await ask(query, { ...sent, headers: { accept: GRAPHQL } });
    assert.equal(asGraphql.status, 400, what);
    assert.equal(asGraphql.headers.get("content-type"), GRAPHQL, what);
    const body = JSON.parse(asGraphql.text);
    assert.deepEqual(Object.keys(body), ["errors"], what);
    assert.equal(body.errors[0].extensions.code, "invalid_request", what);
    assert.equal(body.errors[0].extensions.requestId, asGraphql.headers.get("x-request-id"));
    assert.equal(error.details.limit, limit, `${what}: ${asJson.text.slice(0, 500)}`);
    assert.equal(body.errors[0].extensions.details.limit, limit, what);
    assert.ok(asJson.text.length < 20_000, `${what}: a short answer`);
  }
});

test("graphql: at its limits -> answered", async () => {
  const rows: [string, GraphqlAsk & { query: string }][] = [
    ["20 root fields", { query: `{ ${fields(20)} }` }],
    [
      "20 root fields, each again by a spread",
      { query: `{ ${fields(20)} ...F } fragment F on Query { ${fields(20)} }` },
    ],
    ["1,024 selections", { query: `{ ${selections(1_024)} }` }],
    [
      "1,024 selections by spreads, named twice",
      {
        query: `{ ...F ...F ...G } fragment F on Query { ${selections(1_024)} } fragment G on Query { ...F }`,
      },
    ],
    [
      "21 root fields in the operation that is not meant",
      { query: `query A { __typename } query B { ${fields(21)} }`, operationName: "A" },
    ],
    ["one field with two arguments under two names", { query: `{ ${field("a")} ${field("b")} }` }],
    ["a document with comments and a BOM", { query: `\ufeff# hello\n{ __typename }` }],
  ];
  for (const [what, { query, ...sent }] of rows) {
    const reply = await ask(query, sent);
    assert.equal(reply.status, 200, `${what}: ${reply.text.slice(0, 500)}`);
    assert.equal(typeof reply.sequence, "number", what);
  }
});

test("graphql: 10 MB of document -> 413; method and media type of others -> 405 and 415", async () => {
  const large = await ask(`{ ${"a ".repeat(5_000_000)} }`);
  assert.deepEqual([large.status, large.code], [413, "request_body_too_large"]);
  assert.equal(large.details["maxBytes"], 1_048_576);
  for (const method of ["GET", "PUT"]) {
    const reply = await ask("{ __typename }", { method });
    assert.deepEqual([reply.status, reply.code], [405, "invalid_request"], method);
    assert.equal(reply.headers.get("allow"), "OPTIONS, POST");
  }
  for (const type of ["text/plain", "application/graphql", "application/json; charset=latin1"]) {
    const reply = await ask("{ __typename }", { headers: { "content-type": type } });
    assert.deepEqual([reply.status, reply.code], [415, "invalid_request"], type);
  }
  const wide = await ask("{ __typename }", {
    headers: { "content-type": 'application/json; charset="UTF-8"' },
  });
  assert.equal(wide.status, 200);
});

test("graphql: accept names one media type or both -> answered in the one preferred", async () => {
  const rows: [accept: string, type: string][] = [
    [GRAPHQL, GRAPHQL],
    ["application/json", "application/json"],
    ["*/*", "application/json"],
    ["", "application/json"],
    [`${GRAPHQL}, application/json`, GRAPHQL],
    [`application/json, ${GRAPHQL}`, "application/json"],
    [`application/json;q=0.5, ${GRAPHQL};q=0.9`, GRAPHQL],
    [`${GRAPHQL};q=0.4, application/json;q=0.9`, "application/json"],
    ["text/html", "application/json"],
  ];
  for (const [accept, type] of rows) {
    const reply = await ask("{ __typename }", { headers: { accept } });
    assert.equal(reply.headers.get("content-type"), type, accept);
    assert.deepEqual(reply.data, { __typename: "Query" });
  }
});

test("graphql: no credential, or a wrong one -> 401 in the envelope, whatever is accepted", async () => {
  for (const authorization of ["", "Bearer nothing"]) {
    const reply = await ask("{ __typename }", { headers: { authorization, accept: GRAPHQL } });
    assert.deepEqual([reply.status, reply.code], [401, "invalid_credentials"]);
    assert.equal(reply.headers.get("content-type"), "application/json");
  }
});

test("graphql: headers -> those of any operation, and the request's own id", async () => {
  const reply = await ask("{ __typename }", { headers: { "x-request-id": "mine" } });
  assert.equal(reply.headers.get("x-request-id"), "mine");
  assert.match(reply.headers.get("service-operation-id") ?? "", /^op_/);
  assert.equal(reply.headers.get("service-receipt-id"), null);
});

test("graphql: budgets -> a unit a root field of the key, one request of the address's documents", async () => {
  const flags = ["--shards", "1", "--edges", "1", "--limit-credential", "50", "--limit-ip", "5"];
  const limited = await startServer(
    [...flags, "--limit-discovery", "12"],
    newDataDir(),
    newTestClock(),
  );
  const one = graphqlClient(limited, limited.demo);
  const left = async (query: string) => {
    const reply = await one(query);
    return [
      reply.status,
      reply.headers.get("x-ratelimit-limit"),
      reply.headers.get("x-ratelimit-remaining"),
    ];
  };
  const [, , before] = await left("{ __typename }");
  const start = Number(before);
  assert.deepEqual(await left(`{ ${fields(20)} }`), [200, "50", String(start - 20)]);
  assert.deepEqual(await left("{ nothing }"), [400, "50", String(start - 21)]);
  const over = await one(`{ ${fields(20)} ...F } fragment F on Query { ${field("x")} }`);
  assert.deepEqual([over.status, over.details["limit"]], [400, "rootFields"]);
  assert.deepEqual(await left(`{ ${fields(20)} }`), [200, "50", String(start - 42)]);
  const spent = await one(`{ ${fields(20)} }`, { headers: { accept: GRAPHQL } });
  assert.deepEqual(
    [spent.status, spent.code, spent.details["subject"]],
    [429, "rate_limited", "credential"],
  );
  assert.ok(Number(spent.headers.get("retry-after")) >= 1);
  // The refused requests cost the credential nothing, and the address still has its 5 requests.
  assert.deepEqual(await left(`${field("a").replace("a:", "{ a:")}}`), [
    200,
    "50",
    String(start - 43),
  ]);
  let reply = await one("{ __typename }");
  for (let more = 0; more < 12 && reply.details["subject"] !== "ip"; more++)
    reply = await one("{ __typename }");
  assert.deepEqual(
    [reply.status, reply.code, reply.details["subject"]],
    [429, "rate_limited", "ip"],
  );
  // The answer names the subject that the specification asks for; the metric names the real budget.
  const counted = await scrapeMetrics(new URL(limited.baseUrl).origin);
  const subject = (name: string) => counted.sum("service_rate_limited_total", { subject: name });
  assert.ok(subject("discovery") >= 1);
  assert.deepEqual([subject("ip"), subject("credential")], [0, 1]);
  assert.equal((await stopServer(limited)).code, 0);
});

test("graphql: a Product that is disabled -> 403 in the envelope", async () => {
  const own = await newCredentials(server);
  await admin(server, "product set", { product: own.productId, status: "disabled" });
  const reply = await graphqlClient(server, own)("{ __typename }", {
    headers: { accept: GRAPHQL },
  });
  assert.deepEqual([reply.status, reply.code], [403, "product_access_suspended"]);
  assert.equal(reply.headers.get("content-type"), "application/json");
});
