/** Lists: sizes of pages, order, walks while rows arrive, filters, bounds of time, cursors. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { ADA, draft, newAccount, newCustomer, walk } from "../support/parties.ts";
import { newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const CUSTOMERS = 120;
const TRANSFERS = 110;
/** What a new Product was told of itself and of its key. */
const TELLINGS = 2;

let server: Server;
let client: Client;
let product: string;
let ada: string;
let bob: string;
/** Ids in the order of creation, oldest first. */
const customerIds: string[] = [];
const transferIds: string[] = [];

before(async () => {
  server = await sharedServer();
  client = await openClient(server, await newCredentials(server));
  product = `productId=${client.productId}`;
  for (let at = 0; at < CUSTOMERS; at++) {
    customerIds.push(await newCustomer(client, `Customer ${at % 10} no. ${at}`));
  }
  ada = await newAccount(client, { customerId: customerIds[0] as string, fund: "100000" });
  bob = await newAccount(client, { customerId: customerIds[1] as string });
  for (let at = 0; at < TRANSFERS; at++) {
    const body = { ...draft(ada, bob, String(at + 1)), description: `part ${at % 10}` };
    transferIds.push(expect(await client.post("/transfers", body), 201).id("transferId"));
  }
});

after(async () => {
  client.close();
});

function idsOf(items: readonly Readonly<Record<string, unknown>>[], name: string): string[] {
  return items.map((item) => String(item[name]));
}

async function pageOf(path: string, name: string): Promise<string[]> {
  return idsOf(expect(await client.get(path), 200).items(), name);
}

const newest = (ids: readonly string[], count: number) => ids.slice(-count).reverse();

test("limit: 1, 100, none, 0, 101 -> 1 row, 100, 50, refused, refused", async () => {
  for (const [limit, count] of [
    ["&limit=1", 1],
    ["&limit=100", 100],
    ["", 50],
  ] as const) {
    assert.deepEqual(
      await pageOf(`/customers?${product}${limit}`, "customerId"),
      newest(customerIds, count),
    );
    assert.deepEqual(
      await pageOf(`/transfers?${product}&accountId=${bob}${limit}`, "transferId"),
      newest(transferIds, count),
    );
  }
  for (const limit of ["0", "101"]) {
    expect(await client.get(`/customers?${product}&limit=${limit}`), "invalid_request");
    expect(await client.get(`/accounts/${ada}/entries?limit=${limit}`), "invalid_request");
  }
});

test("walk: every list by pages of 7 -> all rows, each once, newest first, and an end", async () => {
  const rows: [string, string, number][] = [
    [`/customers?${product}`, "customerId", CUSTOMERS],
    [`/transfers?${product}`, "transferId", TRANSFERS + 1],
    [`/transfers?${product}&accountId=${bob}`, "transferId", TRANSFERS],
    [`/accounts/${ada}/transfers`, "transferId", TRANSFERS + 1],
    [`/accounts/${ada}/entries`, "entryId", TRANSFERS + 1],
    [`/accounts/${bob}/entries`, "entryId", TRANSFERS],
    [`/operations?${product}`, "operationId", CUSTOMERS + TRANSFERS + 3 + TELLINGS],
    [`/receipts?${product}`, "receiptId", CUSTOMERS + TRANSFERS + 3 + TELLINGS],
    [`/accounts?${product}`, "accountId", 2],
    ["/catalog/errors", "code", client.contract.errorCodes.length],
  ];
  for (const [path, name, count] of rows) {
    const items = await walk(client, path, 7);
    const ids = idsOf(items, name);
    assert.equal(new Set(ids).size, ids.length, `${path}: no row twice`);
    assert.equal(ids.length, count, path);
    if (name === "code") continue;
    const times = items.map((item) => Date.parse(String(item["createdAt"] ?? item["startedAt"])));
    const falling = [...times].sort((a, b) => b - a);
    assert.deepEqual(times, falling, `${path}: newest first`);
  }
});

test("walk: rows arrive between its pages -> those that were there, none twice, none missing", async () => {
  const before = idsOf(await walk(client, `/customers?${product}`), "customerId");
  const seen: string[] = [];
  const arrived: string[] = [];
  let cursor = "";
  do {
    const page = expect(await client.get(`/customers?${product}&limit=13${cursor}`), 200);
    seen.push(...idsOf(page.items(), "customerId"));
    arrived.push(await newCustomer(client, "Late"), await newCustomer(client, "Later"));
    const next = page.body["nextCursor"];
    cursor = next === undefined ? "" : `&cursor=${next}`;
  } while (cursor !== "");
  assert.deepEqual(seen, before);
  assert.deepEqual(
    (await walk(client, `/customers?${product}`, 100))
      .slice(0, arrived.length)
      .map((c) => c["customerId"]),
    arrived.reverse(),
  );
});

test("own writes: 60 made one after another -> each on the first page at once", async () => {
  for (let at = 0; at < 60; at++) {
    const customerId = await newCustomer(client, "Mine");
    assert.deepEqual(await pageOf(`/customers?${product}&limit=1`, "customerId"), [customerId]);
  }
});

test("filter: status, search, currency, role, owner -> exactly the rows that match", async () => {
  const suspended = await newCustomer(client, "Zoë Zzz");
  expect(await client.post(`/customers/${suspended}/suspend`, { reason: "r" }), 200);
  const only = async (path: string, name: string, expected: string[]) =>
    assert.deepEqual(idsOf(await walk(client, path, 5), name), expected, path);
  await only(`/customers?${product}&status=suspended`, "customerId", [suspended]);
  await only(`/customers?${product}&status=closed`, "customerId", []);
  await only(`/customers?${product}&search=zZZ`, "customerId", [suspended]);
  await only(`/customers?${product}&search=${encodeURIComponent("zoë")}`, "customerId", [
    suspended,
  ]);
  await only(`/customers?${product}&search=${suspended}`, "customerId", [suspended]);
  await only(
    `/customers?${product}&search=${encodeURIComponent("customer 3")}`,
    "customerId",
    customerIds.filter((_, at) => at % 10 === 3).reverse(),
  );
  const yen = await newAccount(client, { currency: "JPY" });
  await only(`/accounts?${product}&currency=JPY`, "accountId", [yen]);
  await only(`/accounts?${product}&ownerId=${customerIds[0]}`, "accountId", [ada]);
  await only(`/accounts?${product}&role=product_reserve`, "accountId", []);
  const failed = await client.post("/transfers", draft(bob, ada, "999999999"));
  expect(failed, "insufficient_balance");
  const lost = await walk(client, `/transfers?${product}&status=failed`);
  assert.deepEqual(
    lost.map(({ amount }) => amount),
    ["999999999"],
  );
  const parts = transferIds.filter((_, at) => at % 10 === 4).reverse();
  await only(`/transfers?${product}&search=${encodeURIComponent("PART 4")}`, "transferId", parts);
  expect(await client.get(`/customers?${product}&status=frozen`), "invalid_request");
});

test("createdFrom, createdTo: at a row's own time, with offsets -> from it on, and before it", async () => {
  const all = await walk(client, `/transfers?${product}`);
  for (const at of [0, 1, 40, all.length - 1]) {
    const createdAt = String(all[at]?.["createdAt"]);
    const timeMs = Date.parse(createdAt);
    const tokyo = new Date(timeMs + 9 * 3_600_000).toISOString().replace("Z", "+09:00");
    const newYork = new Date(timeMs - 5 * 3_600_000).toISOString().replace("Z", "-05:00");
    const from = all.filter((transfer) => Date.parse(String(transfer["createdAt"])) >= timeMs);
    const below = all.filter((transfer) => Date.parse(String(transfer["createdAt"])) < timeMs);
    const escaped = [createdAt, tokyo, newYork].map((time) => encodeURIComponent(time));
    for (const text of [...escaped, tokyo]) {
      const path = `/transfers?${product}`;
      assert.deepEqual(await walk(client, `${path}&createdFrom=${text}`, 30), from);
      assert.deepEqual(await walk(client, `${path}&createdTo=${text}`, 30), below);
      assert.deepEqual(await walk(client, `${path}&createdFrom=${text}&createdTo=${text}`), []);
    }
  }
  const wide = "createdFrom=0001-01-01T00:00:00Z&createdTo=9999-12-31T23:59:59Z";
  assert.equal((await walk(client, `/transfers?${product}&${wide}`)).length, all.length);
});

test("cursor: with another filter, another limit -> refused at cursor, taken", async () => {
  const path = `/transfers?${product}&status=posted`;
  const first = expect(await client.get(`${path}&limit=10`), 200);
  const cursor = first.id("nextCursor");
  for (const other of [
    `/transfers?${product}&cursor=${cursor}`,
    `/transfers?${product}&status=failed&cursor=${cursor}`,
    `${path}&search=part&cursor=${cursor}`,
    `${path}&createdFrom=2020-01-01T00:00:00Z&cursor=${cursor}`,
    `/accounts/${ada}/transfers?cursor=${cursor}`,
  ]) {
    const reply = expect(await client.get(other), "invalid_request");
    const { issues } = reply.details as { issues: { code: string; path: string[] }[] };
    assert.deepEqual(issues[0]?.path, ["cursor"], other);
    assert.equal(issues[0]?.code, "cursor_mismatch", other);
  }
  const rest = await walk(client, path, 100);
  const next = expect(await client.get(`${path}&limit=100&cursor=${cursor}`), 200);
  assert.deepEqual(next.items(), rest.slice(10, 110));
});

test("lists: a new Product, its first row -> an empty page, one row; no cursor", async () => {
  const fresh = await openClient(server, await newCredentials(server), client);
  for (const noun of ["customers", "accounts", "transfers", "transfer-holds"]) {
    const page = expect(await fresh.get(`/${noun}?productId=${fresh.productId}`), 200);
    assert.deepEqual(page.body, { items: [] }, noun);
  }
  const told = expect(await fresh.get(`/operations?productId=${fresh.productId}`), 200);
  assert.deepEqual(
    told.items().map(({ operation, actor, cause }) => [operation, actor, cause]),
    ["api_key.tell", "product.tell"].map((operation) => [
      operation,
      { type: "platform", id: "platform" },
      "platform",
    ]),
  );
  const entity = { productId: fresh.productId, test: true, entity: ADA };
  const made = expect(await fresh.post("/customers", entity), 201);
  const page = expect(await fresh.get(`/customers?productId=${fresh.productId}&limit=1`), 200);
  assert.deepEqual(page.body, { items: [made.body] });
  fresh.close();
});
