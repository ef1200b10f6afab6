/**
 * One key, one effect: which requests get the first answer again byte for byte, which conflict,
 * which leave the key unused; and a key is remembered through a restart and through kill -9.
 * A server of its own: it is stopped and killed, and started with another number of edges.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import {
  ADA,
  assertBalance,
  draft,
  newAccount,
  newCustomer,
  totals,
  walk,
} from "../support/parties.ts";
import {
  type Credentials,
  killServer,
  newCredentials,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const FLAGS = ["--shards", "1", "--edges", "2"];

let server: Server;
let mine: Credentials;
let client: Client;
let ada: string;
let bob: string;

before(async () => {
  server = await startServer(FLAGS);
  mine = await newCredentials(server);
  client = await openClient(server, mine, { connections: 100 });
  ada = await newAccount(client, { fund: "100000" });
  bob = await newAccount(client);
});

after(async () => {
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

function assertReplay(again: Reply, first: Reply): void {
  assert.equal(first.headers["idempotent-replayed"], undefined);
  assert.equal(again.headers["idempotent-replayed"], "true");
  assert.equal(again.text, first.text);
  assert.equal(again.status, first.status);
  for (const name of ["service-operation-id", "service-receipt-id", "content-type"]) {
    assert.equal(again.headers[name], first.headers[name], name);
  }
}

type Sent = { method: "POST" | "PATCH"; path: string; body: unknown; status: number };

/** One request for each kind of recorded outcome; each request changes something or is refused. */
function recordedRequests(): Record<string, Sent> {
  const post = (path: string, body: unknown, status: number): Sent => ({
    method: "POST",
    path,
    body,
    status,
  });
  const items = [draft(ada, bob, "3"), draft(ada, bob, "999999999"), draft(ada, "acct_none", "1")];
  const hold = { ...draft(ada, bob, "5"), expiresAt: "2099-01-01T00:00:00+02:00" };
  return {
    customer: post("/customers", { productId: mine.productId, test: true, entity: ADA }, 201),
    transfer: post("/transfers", { ...draft(ada, bob, "7"), description: 'é "\\ \u2028' }, 201),
    failed: post("/transfers", draft(ada, bob, "999999999999999999"), 409),
    not_found: post("/transfers", draft(ada, "acct_none", "7"), 404),
    business_400: post("/transfers", { ...draft(ada, bob, "7"), currency: "USD" }, 400),
    batch: post("/transfers/batch", { items }, 201),
    atomic_batch: post("/transfers/batch", { items, atomic: true }, 409),
    hold: post("/transfer-holds", hold, 201),
    update: { method: "PATCH", path: `/accounts/${bob}`, body: { name: "rent" }, status: 200 },
    funding: post(
      "/sandbox/account-funding",
      { destinationAccountId: ada, amount: "15", currency: "EUR" },
      201,
    ),
  };
}

test("replay: each kind of recorded outcome sent again -> the same bytes and no second effect", async () => {
  for (const [name, { method, path, body, status }] of Object.entries(recordedRequests())) {
    const key = randomUUID();
    const first = await client.send(method, path, body, { key });
    assert.equal(first.status, status, `${name}: ${first.text}`);
    const operations = `/operations?productId=${mine.productId}`;
    const before = (await client.get(operations)).text;
    assertReplay(await client.send(method, path, body, { key }), first);
    assertReplay(await client.send(method, path, body, { key: key.toUpperCase() }), first);
    assert.equal((await client.get(operations)).text, before, `${name}: no operation was added`);
  }
  assert.deepEqual(await totals(client), { EUR: "0" });
});

test("replay: fields in another order and other white space -> the first answer", async () => {
  const key = randomUUID();
  const body = draft(ada, bob, "1");
  const first = expect(await client.post("/transfers", body, { key }), 201);
  const turned = Object.fromEntries(Object.entries(body).reverse());
  const raw = JSON.stringify(turned, null, 4);
  assertReplay(await client.post("/transfers", undefined, { key, raw }), first);
});

test("replay: a default sent or left out, in either order -> the first answer, and the first request id", async () => {
  const { productId } = mine;
  const items = [draft(ada, bob, "1"), draft(ada, "acct_none", "1")];
  const entity = { ...ADA };
  const requests: [path: string, body: object, sent: object, other: object][] = [
    ["/transfers/batch", { items }, { atomic: false }, { atomic: true }],
    ["/customers", { productId, entity }, { test: true }, { test: false }],
  ];
  for (const [path, body, sent, other] of requests) {
    for (const [one, again] of [
      [body, { ...body, ...sent }],
      [{ ...body, ...sent }, body],
    ]) {
      const key = randomUUID();
      const first = expect(await client.post(path, one, { key }), 201);
      assertReplay(await client.post(path, again, { key }), first);
      const conflict = await client.post(path, { ...body, ...other }, { key });
      expect(conflict, "idempotency_conflict");
    }
  }
  const key = randomUUID();
  const asked = (id: string) =>
    client.post("/transfers", draft(ada, "acct_none", "1"), {
      key,
      headers: { "x-request-id": id },
    });
  await asked("first-call");
  const again = await asked("second-call");
  assert.equal(again.headers["x-request-id"], "second-call");
  assert.equal(again.at("requestId"), "first-call");
});

test("conflict: the key with another body, path or method -> 409, nothing done", async () => {
  const key = randomUUID();
  const body = draft(ada, bob, "11");
  const first = expect(await client.post("/transfers", body, { key }), 201);
  const bobsName = { name: "eleven" };
  const attempts: [string, () => Promise<Reply>][] = [
    ["body", () => client.post("/transfers", { ...body, amount: "12" }, { key })],
    ["field", () => client.post("/transfers", { ...body, description: "x" }, { key })],
    ["path", () => client.post("/transfers/batch", { items: [body] }, { key })],
    ["method", () => client.patch(`/accounts/${bob}`, bobsName, { key })],
  ];
  const balances = await totals(client);
  for (const [what, attempt] of attempts) {
    const reply = await attempt();
    assert.equal(reply.code, "idempotency_conflict", `${what}: ${reply.text}`);
    assert.equal(reply.headers["service-receipt-id"], undefined, what);
  }
  assert.deepEqual(await totals(client), balances);
  assertReplay(await client.post("/transfers", body, { key }), first);
});

test("100 at once: one key over 100 connections and 2 edges -> one transfer, one body", async () => {
  const source = await newAccount(client, { fund: "1000" });
  const target = await newAccount(client);
  const key = randomUUID();
  const body = draft(source, target, "10");
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => client.post("/transfers", body, { key })),
  );
  const first = replies.filter(({ headers }) => headers["idempotent-replayed"] === undefined);
  assert.equal(first.length, 1);
  for (const reply of replies) {
    if (reply !== first[0]) assertReplay(reply, first[0] as Reply);
  }
  await assertBalance(client, source, "990");
  await assertBalance(client, target, "10");
  assert.equal((await walk(client, `/accounts/${target}/entries`)).length, 1);
});

test("100 at once: one key with 100 bodies -> one transfer, 99 conflicts", async () => {
  const source = await newAccount(client, { fund: "1000" });
  const target = await newAccount(client);
  const key = randomUUID();
  const amounts = Array.from({ length: 100 }, (_, at) => String(at + 1));
  const replies = await Promise.all(
    amounts.map((amount) => client.post("/transfers", draft(source, target, amount), { key })),
  );
  const won = replies.filter(({ status }) => status === 201);
  assert.equal(won.length, 1);
  assert.equal(replies.filter(({ code }) => code === "idempotency_conflict").length, 99);
  await assertBalance(client, target, (won[0] as Reply).id("amount"));
});

test("not recorded: refused before it was decided, then sent right -> it runs", async () => {
  const good = draft(ada, bob, "1");
  const narrow = await newCredentials(server, {
    productId: mine.productId,
    scopes: "accounts:read",
  });
  const narrowClient = await openClient(server, narrow, client);
  const faults: [number, (key: string) => Promise<Reply>][] = [
    [400, (key) => client.post("/transfers", { ...good, amount: 1 }, { key })],
    [400, (key) => client.post("/transfers", undefined, { key, raw: "{" })],
    [401, (key) => client.post("/transfers", good, { key, headers: { authorization: "" } })],
    [403, (key) => narrowClient.post("/transfers", good, { key })],
    [413, (key) => client.post("/transfers", undefined, { key, raw: " ".repeat(1_048_577) })],
    [404, (key) => client.post("/nowhere", good, { key })],
  ];
  for (const [status, refusedWith] of faults) {
    const key = randomUUID();
    expect(await refusedWith(key), status);
    expect(await client.get(`/idempotency-keys/${key}`), "resource_not_found");
    const reply = expect(await client.post("/transfers", good, { key }), 201);
    assert.equal(reply.headers["idempotent-replayed"], undefined, String(status));
  }
  narrowClient.close();
});

test("replay: after a graceful restart and after kill -9 -> the same bytes, the same balances", async () => {
  const sent: { request: Sent; key: string; first: Reply }[] = [];
  for (const request of Object.values(recordedRequests())) {
    const key = randomUUID();
    sent.push({
      request,
      key,
      first: await client.send(request.method, request.path, request.body, { key }),
    });
  }
  const product = `productId=${mine.productId}`;
  const lists = [`/accounts/${ada}/balance`, `/accounts/${ada}/entries`, `/transfers?${product}`];
  lists.push(`/operations?${product}&limit=100`, `/receipts?${product}`, `/customers?${product}`);
  const seen = await Promise.all(lists.map(async (path) => (await client.get(path)).text));
  for (const end of [stopServer, killServer]) {
    client.close();
    const { dataDir } = server;
    await end(server);
    server = await startServer(FLAGS.slice(2), dataDir);
    client = await openClient(server, mine);
    for (const { request, key, first } of sent) {
      const again = await client.send(request.method, request.path, request.body, { key });
      assert.equal(again.headers["idempotent-replayed"], "true");
      assert.equal(again.text, first.text);
      const changed = await client.post(
        "/customers",
        { productId: mine.productId, test: false, entity: ADA },
        { key },
      );
      expect(changed, "idempotency_conflict");
    }
    const now = await Promise.all(lists.map(async (path) => (await client.get(path)).text));
    const timeless = (text: string) => text.replace(/"asOf":"[^"]*"/, "");
    assert.deepEqual(now.map(timeless), seen.map(timeless));
  }
  const customerId = await newCustomer(client);
  expect(await client.get(`/customers/${customerId}`), 200);
});
