/**
 * GraphQL against the real server: the same answers as REST, relations, one snapshot, scopes and
 * budgets. What a request must look like and what it may cost is in graphql_requests.test.ts.
 * A server of its own: its clock stands still, so that reads one after another show the same.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { GraphQLSchema } from "graphql";
import type { AnyRead } from "../../src/calls/callable.ts";
import { operations } from "../../src/features/registry.ts";
import { parametersOf } from "../../src/graphql/read_field.ts";
import { readOf, schemaOf } from "../../src/graphql/schema.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { loadContract } from "../support/contract.ts";
import {
  argumentsText,
  everyField,
  type GraphqlClient,
  graphqlClient,
  rootFields,
  withoutNulls,
} from "../support/graphql.ts";
import { draft, newAccount, newCustomer } from "../support/parties.ts";
import {
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { newTestClock } from "../support/test_clock.ts";

// biome-ignore lint/suspicious/noExplicitAny: documents of any shape
type Any = any;

/** The clock of the server, which stands still unless a test moves it. */
const clock = newTestClock();
let server: Server;
let client: Client;
let ask: GraphqlClient;
let schema: GraphQLSchema;
/** Values of the parameters of all reads, by name. */
let known: Record<string, string>;
/** A time after which the test creates nothing. */
let populatedAt: string;

before(async () => {
  server = await startServer(["--shards", "1", "--edges", "1"], newDataDir(), clock);
  client = await openClient(server, server.demo);
  ask = graphqlClient(server, server.demo);
  schema = schemaOf(operations);
  known = await populate();
  clock.set(clock.nowMs() + 1);
  populatedAt = new Date(clock.nowMs()).toISOString();
});

after(async () => {
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

async function populate(): Promise<Record<string, string>> {
  const customerId = await newCustomer(client);
  const accountId = await newAccount(client, { customerId, fund: "10000" });
  const other = await newAccount(client, { customerId });
  const idempotencyKey = randomUUID();
  const metadata = { "a key": "ü" };
  const body = { ...draft(accountId, other, "10"), metadata, description: 'a "b"\n' };
  const transfer = expect(await client.post("/transfers", body, { key: idempotencyKey }), 201);
  expect(await client.post("/transfers", draft(other, accountId, "99999999")), 409);
  const reversed = expect(await client.post("/transfers", draft(accountId, other, "7")), 201);
  expect(
    await client.post(`/transfers/${reversed.id("transferId")}/reverse`, { reason: "x" }),
    201,
  );
  const hold = { ...draft(accountId, other, "5"), expiresAt: "2099-01-01T00:00:00Z" };
  const held = expect(await client.post("/transfer-holds", hold), 201);
  const cleared = expect(await client.post("/transfer-holds", hold), 201);
  const clearing = `/transfer-holds/${cleared.id("transferHoldId")}/clear`;
  expect(await client.post(clearing, { amount: "2" }), 200);
  expect(await client.post(`/accounts/${other}/freeze`, { mode: "all", reason: "x" }), 200);
  const key = expect(await client.get("/api-keys/current"), 200);
  return {
    productId: client.productId,
    tenantId: key.id("tenantId"),
    customerId,
    accountId,
    idempotencyKey,
    transferId: transfer.id("transferId"),
    operationId: transfer.id("operationId"),
    receiptId: transfer.id("receiptId"),
    transferHoldId: held.id("transferHoldId"),
    code: "insufficient_balance",
    month: new Date().toISOString().slice(0, 7),
    revision: "1",
  };
}

test("graphql: every read of the contract, all fields -> what REST answers", async () => {
  const fields = rootFields(schema);
  const contract = await loadContract(new URL(server.baseUrl).origin);
  const reads = contract.operations.filter(({ method }) => method === "GET");
  assert.deepEqual(
    fields.map((field) => readOf(field)?.operation.id).sort(),
    reads.map(({ operationId }) => operationId).sort(),
  );
  let answered = 0;
  for (const field of fields) {
    const operation = readOf(field)?.operation as AnyRead;
    const values = valuesOf(operation);
    const call = field.name + argumentsText(values);
    const [rest, graphql] = [
      await readOverRest(pathOf(operation, values)),
      await ask(`{ ${call} ${everyField(field)} }`),
    ];
    assert.equal(graphql.status, 200, `${call}: ${graphql.text}`);
    if (rest.status === 200) {
      answered++;
      assert.deepEqual(graphql.errors, [], call);
      const [data, body] = [graphql.data[field.name], rest.body].map(withoutNulls).map(withoutNow);
      assert.deepEqual(data, body, call);
    } else {
      assert.equal(graphql.errors[0]?.extensions["code"], rest.code, call);
      assert.equal(graphql.errors[0]?.extensions["httpStatus"], rest.status, call);
    }
  }
  assert.ok(answered > 20, `${answered} of ${fields.length} reads had something to answer`);
});

async function readOverRest(path: string) {
  const headers = { authorization: `Bearer ${server.demo.apiKey}`, accept: "application/json" };
  const response = await fetch(server.baseUrl + path, { headers });
  const body = JSON.parse(await response.text());
  return { status: response.status, body, code: body.error?.code };
}

/** Path and required query parameters of a read. */
function valuesOf(operation: AnyRead): Map<string, string> {
  // A search takes its text as `q` or as `search`, so neither alone is required.
  const asked = parametersOf(operation).filter(
    ([name, , isRequired]) => isRequired || name === "q",
  );
  return new Map(asked.map(([name]) => [name, known[name] ?? "unknown"]));
}

function pathOf({ http, path }: AnyRead, values: ReadonlyMap<string, string>): string {
  const inPath = Object.keys(path?.properties ?? {});
  const query = [...values].filter(([name]) => !inPath.includes(name));
  const filled = http.path.replaceAll(/\{(\w+)\}/g, (_, name) => values.get(name) as string);
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}

/** The document without the time of the answer, which differs between two requests. */
function withoutNow(document: unknown): unknown {
  const text = JSON.stringify(document, (_, value) =>
    typeof value === "string" && /^\d{4}-\d\d-\d\dT.*Z$/.test(value) && value >= populatedAt
      ? "now"
      : value,
  );
  return JSON.parse(text);
}

test("graphql: relations of an account, a transfer and a customer -> the documents they name", async () => {
  const query = `query ($id: String!, $tr: String!, $cust: String!) {
    accountRetrieve(accountId: $id) {
      accountId
      owner { type id customer { customerId entity { displayName } } }
      balance { posted }
      entries(limit: 1) { items { entryId transfer { transferId } } nextCursor }
    }
    transferRetrieve(transferId: $tr) {
      sourceAccount { accountId } destinationAccount { accountId status }
      operation { operationId } receipt { receiptId transferIds transfers { transferId } }
      transferHold { status }
    }
    customerRetrieve(customerId: $cust) {
      accounts { items { accountId owner { customer { customerId } } } }
      transfers(limit: 2) { items { transferId sourceAccount { accountId } } nextCursor }
    }
  }`;
  const { accountId, transferId, customerId } = known;
  const variables = { id: accountId, tr: transferId, cust: customerId };
  for (const sight of ["graphql-js", "compiled", "compiled"]) {
    const reply = await ask(query, { variables });
    assert.deepEqual(reply.errors, [], sight);
    const {
      accountRetrieve: account,
      transferRetrieve: transfer,
      customerRetrieve: customer,
    } = reply.data as Record<string, Any>;
    assert.equal(account.owner.customer.customerId, customerId);
    assert.equal(account.owner.customer.entity.displayName, "Ada Lovelace");
    assert.equal(account.balance.posted, (await balance()).posted);
    assert.equal(account.entries.items.length, 1);
    assert.equal(transfer.sourceAccount.accountId, accountId);
    assert.equal(transfer.destinationAccount.status, "frozen");
    assert.deepEqual(transfer.receipt.transfers, [{ transferId }]);
    assert.equal(transfer.transferHold, null);
    assert.equal(customer.accounts.items.length, 2);
    assert.ok(
      customer.accounts.items.every(
        (one: typeof account) => one.owner.customer.customerId === customerId,
      ),
    );
    assert.equal(customer.transfers.items.length, 2);
    assert.equal(typeof customer.transfers.nextCursor, "string");
  }
});

async function balance(): Promise<{ posted: string }> {
  return (await client.get(`/accounts/${known["accountId"]}/balance`)).body as never;
}

test("graphql: an id that is unknown, of another Product or without its scope -> null and the code", async () => {
  const stranger = await newCredentials(server);
  const narrow = await newCredentials(server, { ...ownIds(), scopes: "customers:read" });
  const query = `query ($id: String!, $cust: String!) {
    accountRetrieve(accountId: $id) { accountId }
    customerRetrieve(customerId: $cust) { customerId accounts { items { accountId } } }
  }`;
  const variables = { id: known["accountId"], cust: known["customerId"] };
  const askForeign = graphqlClient(server, stranger);
  await askForeign(query, { variables });
  // The query is compiled when it comes for the second time, and must give the same answer.
  const foreign = await askForeign(query, { variables });
  assert.equal(foreign.status, 200);
  assert.deepEqual(foreign.data, { accountRetrieve: null, customerRetrieve: null });
  assert.deepEqual(foreign.errors.map(codeAndPath), [
    ["account_not_found", 404, "accountRetrieve"],
    ["customer_not_found", 404, "customerRetrieve"],
  ]);
  const denied = await graphqlClient(server, narrow)(query, { variables });
  const customer = { customerId: known["customerId"], accounts: null };
  assert.deepEqual(denied.data, { accountRetrieve: null, customerRetrieve: customer });
  assert.deepEqual(denied.errors.map(codeAndPath), [
    ["missing_required_scope", 403, "accountRetrieve"],
    ["missing_required_scope", 403, "customerRetrieve.accounts"],
  ]);
});

function codeAndPath({ path, extensions }: { path?: unknown[]; extensions: Any }) {
  return [extensions.code, extensions.httpStatus, path?.join(".")];
}

/** Tenant and Product of the demo, to make another key of the same Product. */
function ownIds(): { tenantId: string; productId: string } {
  return { tenantId: known["tenantId"] as string, productId: client.productId };
}

test("graphql: the live key of the same Product -> the sandbox does not exist for it", async () => {
  const own = await newCredentials(server, { live: "true" });
  const inSandbox = await openClient(server, own, client);
  const accountId = await newAccount(inSandbox);
  const { tenantId, productId } = own;
  const live = await newCredentials(server, { tenantId, productId, environment: "live" });
  const query = `{ accountRetrieve(accountId: "${accountId}") { accountId }
    sandboxClockRetrieve(productId: "${productId}") { effectiveAt } }`;
  const reply = await graphqlClient(server, live)(query);
  assert.deepEqual(reply.errors.map(codeAndPath), [
    ["account_not_found", 404, "accountRetrieve"],
    ["operation_environment_invalid", 400, "sandboxClockRetrieve"],
  ]);
  inSandbox.close();
});

test("graphql: right after a transfer -> shows it, and one sequence for the whole answer", async () => {
  const from = await newAccount(client, { fund: "1000" });
  const to = await newAccount(client);
  let sequence = 0;
  for (let sent = 1; sent <= 20; sent++) {
    expect(await client.post("/transfers", draft(from, to, "1")), 201);
    const reply = await ask(`{ a: accountBalanceRetrieve(accountId: "${from}") { posted }
      b: accountBalanceRetrieve(accountId: "${to}") { posted } }`);
    assert.deepEqual(reply.data, {
      a: { posted: String(1000 - sent) },
      b: { posted: String(sent) },
    });
    assert.ok(reply.sequence > sequence, "each write moves the sequence on");
    sequence = reply.sequence;
  }
});

test("graphql: while transfers run -> every answer adds up to what was funded", async () => {
  const from = await newAccount(client, { fund: "1000" });
  const to = await newAccount(client);
  const query = `{ a: accountBalanceRetrieve(accountId: "${from}") { posted }
    b: accountBalanceRetrieve(accountId: "${to}") { posted } }`;
  let running = true;
  const moving = (async () => {
    for (let at = 0; at < 150; at++) {
      expect(await client.post("/transfers", draft(from, to, "1")), 201);
    }
    running = false;
  })();
  let answers = 0;
  while (running) {
    const replies = await Promise.all(Array.from({ length: 4 }, () => ask(query)));
    for (const { data } of replies) {
      const { a, b } = data as Record<string, Any>;
      assert.equal(Number(a.posted) + Number(b.posted), 1_000);
      answers++;
    }
  }
  await moving;
  assert.ok(answers > 0);
});

test("graphql: pages by cursor -> those of REST, and a cursor of one opens in the other", async () => {
  const productId = client.productId;
  const first = await client.get(`/transfers?productId=${productId}&limit=2`);
  const cursor = first.id("nextCursor");
  const query = `query ($p: String!, $c: String) {
    transferList(productId: $p, limit: 2, cursor: $c) { items { transferId } nextCursor } }`;
  const second = await ask(query, { variables: { p: productId, c: cursor } });
  const { items, nextCursor } = second.data["transferList"] as Any;
  const rest = await client.get(`/transfers?productId=${productId}&limit=2&cursor=${cursor}`);
  assert.deepEqual(
    items.map((one: Any) => one.transferId),
    rest.items().map((one) => one["transferId"]),
  );
  assert.equal(nextCursor, rest.body["nextCursor"]);
  const misused = await ask(
    `{ operationList(productId: "${productId}", cursor: "${cursor}") { nextCursor } }`,
  );
  assert.equal(misused.status, 400);
  assert.equal(misused.code, "invalid_request");
  assert.equal((misused.details["issues"] as Any)[0].code, "cursor_mismatch");
});

test("graphql: a query that may bring much -> run in the read pool, with the same answer and errors", async () => {
  const productId = client.productId;
  const page =
    "items { transferId sourceAccount { accountId status } destinationAccount { accountId } }";
  const small = await ask(
    `{ transferList(productId: "${productId}", limit: 100) { ${page} nextCursor } }`,
  );
  // An edge runs a query for 100 transfers with 3 objects each; 15 such pages run in the pool.
  const pages = Array.from(
    { length: 15 },
    (
      _,
      at,
    ) => `p${at}: transferList(productId: "${productId}", limit: 100, createdTo: "20${30 + at}-01-01T00:00:00Z") {
      ${page} }`,
  );
  const large = `{ ${pages.join(" ")} nobody: accountRetrieve(accountId: "x") { status } }`;
  for (const sight of ["graphql-js", "compiled"]) {
    const headers = { accept: "application/graphql-response+json", "x-request-id": sight };
    const reply = await ask(large, { headers });
    assert.equal(reply.status, 200, reply.text.slice(0, 500));
    assert.equal(reply.headers.get("content-type"), headers.accept);
    assert.equal(reply.headers.get("x-request-id"), sight);
    assert.match(reply.headers.get("service-operation-id") ?? "", /^op_/);
    const wanted = (small.data["transferList"] as Any).items;
    for (let at = 0; at < 15; at++) {
      assert.deepEqual((reply.data[`p${at}`] as Any).items, wanted, `page ${at}`);
    }
    assert.equal(reply.sequence, small.sequence);
    assert.deepEqual(reply.errors.map(codeAndPath), [["account_not_found", 404, "nobody"]]);
  }
  const malformed = await ask(
    large.replace("nobody:", `c: catalogErrorList(cursor: "AAAA") { nextCursor } nobody:`),
  );
  assert.deepEqual([malformed.status, malformed.code], [400, "invalid_request"]);
  assert.equal(malformed.headers.get("content-type"), "application/json");
});
