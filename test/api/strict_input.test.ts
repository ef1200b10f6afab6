/**
 * Inputs that two readers would read differently or that no text may hold: repeated names, NUL, half
 * of a surrogate pair, blank names; and texts whose length depends on what is counted. Over HTTP, in
 * GraphQL and on the operator's socket.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { type GraphqlClient, graphqlClient } from "../support/graphql.ts";
import { ADA, assertBalance, draft, newAccount } from "../support/parties.ts";
import { openRaw, requestText } from "../support/raw.ts";
import { type Credentials, newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let mine: Credentials;
let client: Client;
let graphql: GraphqlClient;
let ada: string;
let bob: string;

before(async () => {
  server = await sharedServer();
  mine = await newCredentials(server);
  client = await openClient(server, mine);
  graphql = graphqlClient(server, mine);
  ada = await newAccount(client, { fund: "1000" });
  bob = await newAccount(client);
});

after(async () => {
  client.close();
});

/** JSON may escape half of a pair or NUL, and neither may be in any answer. */
const UNUSABLE_IN_ANSWER = /\\u(?:0000|d[89a-f])/i;

function assertIssue(
  { code, details, text }: Pick<Reply, "code" | "details" | "text">,
  issue: string,
  path: (string | number)[],
): void {
  assert.equal(code, "invalid_request", text);
  const [first] = details["issues"] as { code: string; path: unknown }[];
  assert.deepEqual({ code: first?.code, path: first?.path }, { code: issue, path });
  assert.doesNotMatch(text, UNUSABLE_IN_ANSWER);
  assert.ok(text.isWellFormed());
}

/** The text of a transfer's body with more text at the end of its object. */
function transferWith(more: string): string {
  return JSON.stringify(draft(ada, bob, "1")).replace(/\}$/, `,${more}}`);
}

const BODIES: [what: string, more: string, code: string, path: (string | number)[]][] = [
  ["amount again", '"amount":"2"', "repeated", ["amount"]],
  ["amount again, escaped", '"\\u0061mount":"2"', "repeated", ["amount"]],
  ["amount again, alike", '"amount" : "1"', "repeated", ["amount"]],
  ["in metadata", '"metadata":{"a":"1:2","a":"x"}', "repeated", ["metadata", "a"]],
  ["in an unknown field", '"x":[{"y":{"z":1,"z":2}}]', "repeated", ["x", 0, "y", "z"]],
  ["NUL", '"description":"\\u0000"', "text", ["description"]],
  ["half of a pair", '"description":"a\\ud800b"', "text", ["description"]],
  ["the other half", '"metadata":{"a":"\\uDE00"}', "text", ["metadata", "a"]],
  ["a name with NUL", '"metadata":{"a\\u0000":"1"}', "text", ["metadata", "a\ufffd"]],
  ["a name with half", '"metadata":{"\\uD83D":"1"}', "text", ["metadata", "\ufffd"]],
];
test("JSON body: a repeated name, NUL, half of a pair, at any depth -> 400 with its path, nothing moves", async () => {
  for (const [what, more, code, path] of BODIES) {
    const reply = await client.post("/transfers", undefined, { raw: transferWith(more) });
    assert.equal(reply.status, 400, what);
    assertIssue(reply, code, path);
  }
  const item = transferWith('"amount":"2"');
  const batch = await client.post("/transfers/batch", undefined, { raw: `{"items":[${item}]}` });
  assertIssue(batch, "repeated", ["items", 0, "amount"]);
  await assertBalance(client, bob, "0");
});

test("JSON body: escapes of whole characters, colons in texts -> taken, and read as they were sent", async () => {
  const raw = transferWith(
    '"description":"a : \\"b\\": \\\\u0000 \\ud83d\\ude00","metadata":{"\\u0061":"x:y","b":"\\u00e9"}',
  );
  const { body } = expect(await client.post("/transfers", undefined, { raw }), 201);
  assert.equal(body["description"], 'a : "b": \\u0000 😀');
  assert.deepEqual(body["metadata"], { a: "x:y", b: "é" });
  await assertBalance(client, bob, "1");
});

test("JSON body: what is no JSON around a pair -> an answer without half of it", async () => {
  for (const raw of ["😀", '{"a":1,}😀', `{"a":${"x".repeat(60)}😀😀😀`, "\u0000"]) {
    const reply = expect(await client.post("/transfers", undefined, { raw }), 400);
    assert.doesNotMatch(reply.text, /\\ud[89a-f]/i);
    assert.ok(reply.text.isWellFormed());
  }
});

test("path, query: NUL, half of a pair, no UTF-8 -> 400 with the parameter", async () => {
  const found: [path: string, code: string, field: string][] = [
    ["/catalog/errors/a%00", "text", "code"],
    ["/catalog/errors/%ED%A0%80", "encoding", "code"],
    ["/catalog/errors/%ff", "encoding", "code"],
    ["/idempotency-keys/%00", "text", "idempotencyKey"],
    [`/accounts?productId=${mine.productId}&ownerId=%00`, "text", "ownerId"],
    [`/accounts?productId=${mine.productId}&ownerId=%ED%A0%80`, "encoding", "ownerId"],
    [`/search?q=%ff`, "encoding", "q"],
    [`/search?q=x&a%00=1`, "text", "a%00"],
  ];
  for (const [path, code, field] of found) {
    assertIssue(expect(await client.get(path), 400), code, [field]);
  }
  const percent = await client.get(`/search?q=100%25%20%`);
  expect(percent, 200);
});

test("headers: NUL in a key, in the name of the program -> no 5xx, and the key is no UUID", async () => {
  const headers = { Authorization: `Bearer ${mine.apiKey}`, "Content-Type": "application/json" };
  const body = JSON.stringify(draft(ada, bob, "1"));
  const statusWith = async (key: string) => {
    const raw = await openRaw(server.port);
    await raw.send(
      requestText("POST", "/v1/transfers", { ...headers, "Idempotency-Key": key }, body),
    );
    const reply = await raw.next();
    raw.end();
    return reply?.status ?? 400;
  };
  // At once, because the server may leave such a connection without an answer until it is idle.
  const keys = ["\u0000", "8c3ad2c6-7a3e-4a3e-8a3e-7a3e4a3e8a3\u0000"];
  assert.deepEqual(await Promise.all(keys.map(statusWith)), [400, 400]);
});

test("GraphQL: in the envelope, in variables, in a string literal -> 400 with its path", async () => {
  const query = "query ($q: String!) { search(productId: $q, q: $q) { nextCursor } }";
  const bodies: [body: string, code: string, path: string[]][] = [
    ['{"query":"{ __typename }","query":"{ a: __typename }"}', "repeated", ["query"]],
    [
      `{"query":${JSON.stringify(query)},"variables":{"q":"a","\\u0071":"b"}}`,
      "repeated",
      ["variables", "q"],
    ],
    [
      `{"query":"{ __typename }","variables":{"a":{"b":["\\udc00"]}}}`,
      "text",
      ["variables", "a", "b"],
    ],
    ['{"query":"{ __typename }","extensions":{"a":1,"a":2}}', "repeated", ["extensions", "a"]],
    ['{"query":"{ __typename } # \\u0000"}', "text", ["query"]],
    [
      JSON.stringify({ query: '{ catalogErrorRetrieve(code: "a\\u0000") { code } }' }),
      "text",
      ["query"],
    ],
    [
      JSON.stringify({ query: '{ catalogErrorRetrieve(code: "\\u{0}") { code } }' }),
      "text",
      ["query"],
    ],
    [
      JSON.stringify({ query: '{ catalogErrorRetrieve(code: "\\ud800") { code } }' }),
      "graphql",
      ["query"],
    ],
  ];
  for (const [raw, code, path] of bodies) {
    const reply = await graphql("", { raw });
    assert.equal(reply.status, 400, raw);
    const [first] = reply.details["issues"] as { code: string; path: unknown[] }[];
    assert.deepEqual([first?.code, first?.path.slice(0, path.length)], [code, path], raw);
  }
});

test("lengths: 200 emoji of 200, 201 -> taken, refused; names of metadata and parameters too", async () => {
  const customer = (displayName: string, metadata = {}) =>
    client.post("/customers", {
      productId: mine.productId,
      entity: { ...ADA, displayName },
      metadata,
    });
  const face = "😀";
  expect(await customer(face.repeat(200), { [face.repeat(40)]: face.repeat(500) }), 201);
  expect(await customer(face.repeat(201)), 400);
  expect(await customer("a", { [face.repeat(41)]: "" }), 400);
  expect(await customer("a", { a: face.repeat(501) }), 400);
  const search = (q: string) => client.get(`/search?q=${encodeURIComponent(q)}`);
  expect(await search(face.repeat(100)), 200);
  expect(await search(face.repeat(101)), 400);
});

test("names and reasons: blank in any white space -> 400; a description may be blank", async () => {
  const { productId } = mine;
  const owner = { type: "product", id: productId };
  for (const blank of [
    "",
    " ",
    "\u00a0",
    "\t\n\u2003\u3000",
    "\u0085",
    "\u200b\u2060\ufeff",
    "\u2800",
  ]) {
    const entity = { ...ADA, displayName: blank };
    const attempts: [string, Promise<Reply>][] = [
      ["displayName", client.post("/customers", { productId, entity })],
      [
        "name",
        client.post("/accounts", {
          productId,
          role: "customer_balance",
          currency: "EUR",
          owner,
          name: blank,
        }),
      ],
      ["name", client.patch(`/accounts/${bob}`, { name: blank })],
      ["reason", client.post(`/accounts/${bob}/freeze`, { mode: "all", reason: blank })],
      ["reason", client.post("/transfers/tr_x/reverse", { reason: blank })],
    ];
    for (const [field, attempt] of attempts) {
      const reply = expect(await attempt, 400);
      const [issue] = reply.details["issues"] as { path: string[] }[];
      assert.equal(issue?.path.at(-1), field, JSON.stringify(blank));
    }
    expect(await client.post("/transfers", { ...draft(ada, bob, "1"), description: blank }), 201);
  }
  const entity = { ...ADA, displayName: " \u{1F600} " };
  expect(await client.post("/customers", { productId, entity }), 201);
});

test("operator's socket: a repeated name, NUL, half of a pair -> an error that names it", async () => {
  const socket = connect(join(server.dataDir, "control.sock"));
  const lines = createInterface({ input: socket });
  const ask = async (line: string) => {
    socket.write(`${line}\n`);
    const [answer] = (await once(lines, "line")) as [string];
    return JSON.parse(answer) as { ok: boolean; message?: string };
  };
  const tenant = (given: string) => ask(`{"command":"tenant create","arguments":${given}}`);
  assert.match((await tenant('{"name":"a","name":"b"}')).message ?? "", /^arguments\.name .*twice/);
  assert.match((await tenant('{"name":"\\u0000"}')).message ?? "", /^arguments\.name .*NUL/);
  assert.match((await tenant('{"name":"\\ud800"}')).message ?? "", /^arguments\.name .*NUL/);
  assert.match((await tenant('{"name":"\u00a0"}')).message ?? "", /^--name .*blank/i);
  assert.equal((await tenant('{"name":"\u00a0a"}')).ok, true);
  const inherited = await ask('{"command":"constructor","arguments":{}}');
  assert.deepEqual(inherited, { ok: false, message: 'no command "constructor"' });
  socket.destroy();
});

test("developer log: a body that was refused for half of a pair -> shown without it", async () => {
  const raw = transferWith('"description":"\\ud83d","note":"\\\\ud83d"');
  const reply = await client.post("/transfers", undefined, { raw });
  assertIssue(reply, "text", ["description"]);
  const path = String(reply.headers["service-operation-id"]).replace(/^op/, "/developer-logs/dlog");
  const { text } = expect(await client.get(path), 200);
  assert.doesNotMatch(text, UNUSABLE_IN_ANSWER);
  assert.ok(text.includes('"description":"\ufffd"'), text);
});
