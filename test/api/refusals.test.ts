/**
 * Which requests are refused, with which code, and that no money moves: values, ids of others,
 * hostile JSON, cursors, headers. All rows use one server and one Product, whose balances must not
 * change.
 * A server of its own: the processor time that it takes is measured.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { scrapeMetrics } from "../support/metrics.ts";
import { balanceOf, draft, newAccount, newCustomer, walk } from "../support/parties.ts";
import {
  type Credentials,
  newCredentials,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

/**
 * Reading a body of 1 MiB takes hundredths of a second; reading it again for each piece, minutes.
 */
const WORK_SECONDS_MAX = 5;

let server: Server;
let mine: Credentials;
let client: Client;
let ada: string;
let bob: string;
let customerId: string;
let transferId: string;
let holdId: string;

before(async () => {
  server = await startServer();
  mine = await newCredentials(server);
  client = await openClient(server, mine);
  customerId = await newCustomer(client);
  ada = await newAccount(client, { customerId, fund: "1000" });
  bob = await newAccount(client);
  transferId = expect(await client.post("/transfers", draft(ada, bob, "100")), 201).id(
    "transferId",
  );
  const hold = { ...draft(ada, bob, "50"), expiresAt: "2099-01-01T00:00:00Z" };
  holdId = expect(await client.post("/transfer-holds", hold), 201).id("transferHoldId");
});

after(async () => {
  assert.deepEqual(await balanceOf(client, ada), { available: "850", posted: "900", held: "50" });
  assert.deepEqual(await balanceOf(client, bob), { available: "100", posted: "100", held: "0" });
  const health = await fetch(new URL("/healthz", server.baseUrl));
  assert.equal(health.status, 200);
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

/** The paths of the issues, each path as one text. */
function issuePaths(reply: Reply): string[] {
  const { issues } = reply.details as { issues?: { path: unknown[] }[] };
  return (issues ?? []).map(({ path }) => path.join("."));
}

function assertInvalid(reply: Reply, path: string): void {
  expect(reply, "invalid_request");
  assert.equal(reply.status, 400);
  assert.ok(issuePaths(reply).includes(path), `${path}: ${reply.text.slice(0, 500)}`);
}

const NOT_AMOUNTS: unknown[] = [
  ...[100, 1.5, 0, -1, 1e21, null, true, [], {}, ["1"]],
  ...["", "0", "-1", "+1", "1.0", "1,0", "01", "00", " 1", "1 ", "1e3", "0x10", "１", "١", "1\n"],
  ...["1000000000000000000", "9".repeat(19), "9".repeat(400), "NaN", "Infinity"],
];

test("amount: anything but 1 to 18 plain digits -> invalid_request at amount", async () => {
  const expiresAt = "2099-01-01T00:00:00Z";
  for (const amount of NOT_AMOUNTS) {
    const body = { ...draft(ada, bob, "1"), amount };
    assertInvalid(await client.post("/transfers", body), "amount");
    assertInvalid(await client.post("/transfer-holds", { ...body, expiresAt }), "amount");
    const funding = { destinationAccountId: ada, amount, currency: "EUR" };
    assertInvalid(await client.post("/sandbox/account-funding", funding), "amount");
    assertInvalid(await client.post("/transfers/batch", { items: [body] }), "items.0.amount");
    assertInvalid(await client.post(`/transfer-holds/${holdId}/clear`, { amount }), "amount");
    const reversal = { amount, reason: "r" };
    assertInvalid(await client.post(`/transfers/${transferId}/reverse`, reversal), "amount");
  }
  const most = draft(ada, bob, "9".repeat(18));
  expect(await client.post("/transfers", most), "insufficient_balance");
});

test("transfer.create: a wrong field each -> its code, and where", async () => {
  const good = draft(ada, bob, "1");
  const rows: [string, Record<string, unknown>, string, string][] = [
    ["unknown currency", { ...good, currency: "XXX" }, "invalid_request", "currency"],
    ["lower case currency", { ...good, currency: "eur" }, "invalid_request", "currency"],
    ["numeric currency", { ...good, currency: 978 }, "invalid_request", "currency"],
    ["another currency", { ...good, currency: "USD" }, "currency_mismatch", "currency"],
    ["to itself", draft(ada, ada, "1"), "invalid_request", "destinationAccountId"],
    ["unknown field", { ...good, fee: "1" }, "invalid_request", "fee"],
    ["prototype", { ...good, constructor: { a: 1 } }, "invalid_request", "constructor"],
    ["long text", { ...good, description: "x".repeat(501) }, "invalid_request", "description"],
    ["metadata value", { ...good, metadata: { a: 1 } }, "invalid_request", "metadata.a"],
    ["external id", { ...good, externalId: "ü" }, "invalid_request", "externalId"],
    ["no source", { ...good, sourceAccountId: undefined }, "invalid_request", "sourceAccountId"],
    ["null source", { ...good, sourceAccountId: null }, "invalid_request", "sourceAccountId"],
    ["array source", { ...good, sourceAccountId: [ada] }, "invalid_request", "sourceAccountId"],
    ["unknown source", draft("acct_0", bob, "1"), "account_not_found", "sourceAccountId"],
    ["unknown target", draft(ada, "acct_0", "1"), "account_not_found", "destinationAccountId"],
    ["customer as source", draft(customerId, bob, "1"), "account_not_found", "sourceAccountId"],
    [
      "id in lower case",
      draft(ada.toLowerCase(), bob, "1"),
      "account_not_found",
      "sourceAccountId",
    ],
  ];
  for (const [what, body, code, path] of rows) {
    const reply = await client.post("/transfers", body);
    assert.equal(reply.code, code, `${what}: ${reply.text}`);
    assert.deepEqual(issuePaths(reply), [path], what);
    if (code !== "currency_mismatch" && code !== "account_not_found") continue;
    const batch = await client.post("/transfers/batch", { items: [good, body], atomic: true });
    assert.equal(batch.code, code, what);
    assert.deepEqual(issuePaths(batch), [`items.1.${path}`], what);
  }
  const long = {
    ...good,
    metadata: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, ""])),
  };
  assertInvalid(await client.post("/transfers", long), "metadata");
});

test("transfer.batch.create: no item, 1,001 items -> invalid_request; 1,000 -> decided", async () => {
  assertInvalid(await client.post("/transfers/batch", { items: [] }), "items");
  const items = Array.from({ length: 1_000 }, () => draft("acct_0", bob, "1"));
  const tooMany = { items: [...items, draft("acct_0", bob, "1")] };
  assertInvalid(await client.post("/transfers/batch", tooMany), "items");
  assert.equal(expect(await client.post("/transfers/batch", { items }), 201).at("failed"), 1_000);
  const self = { items: [draft(ada, bob, "1"), draft(bob, bob, "1")] };
  assertInvalid(await client.post("/transfers/batch", self), "items.1.destinationAccountId");
});

test("account.create: an owner of the wrong kind or of nobody -> its code", async () => {
  const good = { productId: mine.productId, role: "customer_balance", currency: "EUR" };
  const owner = { type: "customer", id: customerId };
  const rows: [Record<string, unknown>, string][] = [
    [{ ...good, owner: { type: "product", id: mine.productId } }, "account_role_owner_mismatch"],
    [{ ...good, role: "product_operating", owner }, "account_role_owner_mismatch"],
    [{ ...good, role: "suspense", owner }, "account_role_owner_mismatch"],
    [{ ...good, role: "object_balance", owner }, "account_role_owner_mismatch"],
    [{ ...good, owner: { type: "platform", id: "x" } }, "owner_unsupported"],
    [{ ...good, owner: { type: "constructor", id: "x" } }, "invalid_request"],
    [{ ...good, owner: { type: "customer", id: ada } }, "customer_not_found"],
    [{ ...good, owner: { type: "customer", id: "cust_0" } }, "customer_not_found"],
    [{ ...good, role: "customer_savings", owner }, "kyc_tier_insufficient"],
    [{ ...good, role: "nothing", owner }, "invalid_request"],
    [{ ...good, productId: "prod_0", owner }, "resource_not_found"],
    [
      { ...good, role: "product_operating", owner: { type: "product", id: "prod_0" } },
      "resource_not_found",
    ],
  ];
  for (const [body, code] of rows) {
    const reply = await client.post("/accounts", body);
    const known = code === "invalid_request" ? [code, "owner_unsupported"] : [code];
    assert.ok(known.includes(reply.code ?? ""), `${JSON.stringify(body)}: ${reply.text}`);
  }
  const external = (await walk(client, `/accounts?productId=${mine.productId}&role=suspense`))[0];
  const externalId = String(external?.["accountId"]);
  expect(await client.post("/transfers", draft(externalId, bob, "1")), "ledger_transfer_rejected");
  expect(await client.post("/transfers", draft(bob, externalId, "1")), "ledger_transfer_rejected");
  expect(await client.post(`/accounts/${externalId}/close`), "account_not_found");
});

test("transfer_hold: a deadline that is none or past, a clear above the hold -> its code", async () => {
  const good = draft(ada, bob, "1");
  const past = ["2000-01-01T00:00:00Z", "0001-01-01T00:00:00Z"];
  for (const expiresAt of past) {
    const reply = await client.post("/transfer-holds", { ...good, expiresAt });
    expect(reply, "state_constraint_failed");
    assert.deepEqual(issuePaths(reply), ["expiresAt"]);
  }
  const none = [
    "",
    "tomorrow",
    "2099-01-01",
    "2099-02-30T00:00:00Z",
    "2099-01-01T00:00:00",
    1,
    null,
  ];
  for (const expiresAt of [...none, "2099-01-01T24:00:00Z", "+012099-01-01T00:00:00Z"]) {
    assertInvalid(await client.post("/transfer-holds", { ...good, expiresAt }), "expiresAt");
  }
  const above = await client.post(`/transfer-holds/${holdId}/clear`, { amount: "51" });
  expect(above, "ledger_transfer_rejected");
  const euros = { amount: "1", currency: "USD" };
  expect(await client.post(`/transfer-holds/${holdId}/clear`, euros), "currency_mismatch");
  expect(await client.post(`/transfer-holds/${transferId}/clear`, {}), "transfer_hold_not_found");
});

/** Processor time of the whole server, which other programs on the machine do not change. */
async function cpuSeconds(): Promise<number> {
  const scrape = await scrapeMetrics(new URL(server.baseUrl).origin);
  return scrape.sum("process_cpu_seconds_total");
}

test("body: hostile or broken JSON -> invalid_request, answered at once", async () => {
  const good = JSON.stringify(draft(ada, bob, "1"));
  const inside = good.slice(1, -1);
  const depth = 100_000;
  const rows: Record<string, string | Buffer> = {
    empty: "",
    text: "hello",
    half: good.slice(0, -1),
    twice: good + good,
    null: "null",
    number: "1",
    array: `[${good}]`,
    string: JSON.stringify(good),
    prototype: `{${inside},"__proto__":{"amount":"9"}}`,
    metadata_prototype: `{${inside},"metadata":{"__proto__":"x"}}`,
    deep_array: `{${inside},"x":${"[".repeat(depth)}${"]".repeat(depth)}}`,
    deep_object: `{${inside},"x":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`,
    many_fields: `{${Array.from({ length: 50_000 }, (_, at) => `"f${at}":1`).join()}}`,
    long_name: `{"${"n".repeat(500_000)}":1}`,
    nul: `{${inside},"description":"a\u0000b"}`,
    bom: `\ufeff${good}`,
    bad_utf8: Buffer.concat([
      Buffer.from('{"description":"'),
      Buffer.from([0xc3, 0x28, 0x22, 0x7d]),
    ]),
    overlong: Buffer.from([0x7b, 0xc0, 0xaf, 0x7d]),
    utf16: Buffer.from(good, "utf16le"),
  };
  for (const [name, raw] of Object.entries(rows)) {
    const before = await cpuSeconds();
    const reply = await client.post("/transfers", undefined, { raw });
    assert.equal(reply.code, "invalid_request", `${name}: ${reply.text.slice(0, 300)}`);
    assert.ok(reply.text.length < 20_000, `${name}: a short answer`);
    const seconds = (await cpuSeconds()) - before;
    assert.ok(seconds < WORK_SECONDS_MAX, `${name}: ${seconds} s of work`);
  }
  for (const raw of ["[]", "null", "0", '""', '{"a":1}']) {
    const reply = await client.post(`/accounts/${ada}/unfreeze`, undefined, { raw });
    assert.equal(reply.code, "invalid_request", `${raw} where no body is taken: ${reply.text}`);
  }
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""]) {
    const headers = { "content-type": type };
    assertInvalid(
      await client.post("/transfers", undefined, { raw: good, headers }),
      "content-type",
    );
  }
});

test("cursor: altered, of other filters, of another list or Product -> invalid_request at cursor", async () => {
  await newCustomer(client);
  const product = `productId=${mine.productId}`;
  const first = expect(await client.get(`/customers?${product}&limit=1`), 200);
  const cursor = first.id("nextCursor");
  const flipped = (at: number) => {
    const digit = cursor[at] === "A" ? "B" : "A";
    return cursor.slice(0, at) + digit + cursor.slice(at + 1);
  };
  const paths = [
    ...[0, cursor.length >> 1, cursor.length - 3].map(
      (at) => `/customers?${product}&cursor=${flipped(at)}`,
    ),
    `/customers?${product}&cursor=${cursor.slice(0, -1)}`,
    `/customers?${product}&cursor=${cursor}A`,
    `/customers?${product}&cursor=x`,
    `/customers?${product}&cursor=`,
    `/customers?${product}&cursor=${"A".repeat(600)}`,
    `/customers?${product}&status=active&cursor=${cursor}`,
    `/accounts?${product}&cursor=${cursor}`,
  ];
  for (const path of paths) assertInvalid(await client.get(path), "cursor");
  expect(await client.get(`/customers?${product}&limit=50&cursor=${cursor}`), 200);
  for (const limit of ["0", "101", "-1", "1.5", "ten", "", "1e1", "00"]) {
    assertInvalid(await client.get(`/customers?${product}&limit=${limit}`), "limit");
  }
  assertInvalid(await client.get("/customers"), "productId");
  assertInvalid(await client.get(`/customers?${product}&${product}`), "productId");
  assertInvalid(await client.get(`/customers?${product}&color=red`), "color");
  assertInvalid(await client.get(`/customers?${product}&createdFrom=yesterday`), "createdFrom");
});

test("id in a path: what is no id -> the resource's own 404 or 400, never a fault", async () => {
  const ids = [
    "0",
    "acct_",
    "__proto__",
    "constructor",
    "%00",
    "%2e%2e%2f",
    "a".repeat(64),
    "%F0%9F%92%A9",
  ];
  for (const id of [...ids, "acct_1M7Y7502000000000030000062", customerId, "%ff", "a".repeat(65)]) {
    const reply = await client.get(`/accounts/${id}`);
    assert.ok(
      ["account_not_found", "invalid_request"].includes(reply.code ?? ""),
      `${id}: ${reply.text}`,
    );
    const hold = await client.post(`/transfer-holds/${id}/cancel`);
    assert.ok(["transfer_hold_not_found", "invalid_request"].includes(hold.code ?? ""), hold.text);
  }
});

test("route: unknown path or method -> not_found in the envelope, or as a problem document", async () => {
  const rows = [
    ["GET", "/nope"],
    ["DELETE", "/accounts"],
    ["PUT", `/accounts/${ada}`],
    ["GET", "/accounts/"],
  ];
  for (const [method, path] of rows) {
    expect(await client.send(String(method), String(path)), "not_found");
  }
  const headers = { accept: "application/problem+json" };
  const problem = await client.get("/accounts/acct_0", { headers });
  assert.equal(problem.headers["content-type"], "application/problem+json");
  const { title, status, code } = problem.body;
  assert.deepEqual([title, status, code], ["account_not_found", 404, "account_not_found"]);
  const invalid = await client.post("/transfers", { amount: 1 }, { headers });
  assert.equal(invalid.headers["content-type"], "application/problem+json");
  const key = randomUUID();
  const decided = await client.post("/transfers", draft(ada, "acct_0", "1"), { headers, key });
  assert.equal(decided.headers["content-type"], "application/problem+json");
  assert.equal(decided.body["code"], "account_not_found");
  const plain = await client.post("/transfers", draft(ada, "acct_0", "1"), { key });
  expect(plain, "account_not_found");
  assert.equal(plain.headers["idempotent-replayed"], "true");
  assert.equal(plain.headers["content-type"], "application/json");
});
