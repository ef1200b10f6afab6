/** Reads that merge a customer's accounts: while data changes, and on an older data directory. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { draft, newAccount, newCustomer, walk } from "../support/parties.ts";
import { newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const TRANSFERS = 60;

let server: Server;
let credentials: Awaited<ReturnType<typeof newCredentials>>;
let client: Client;
let customerId: string;
let accounts: string[];
let other: string;

before(async () => {
  server = await sharedServer();
  credentials = await newCredentials(server);
  client = await openClient(server, credentials);
  customerId = await newCustomer(client);
  accounts = [];
  for (let at = 0; at < 3; at++) {
    accounts.push(await newAccount(client, { customerId, fund: "100000" }));
  }
  other = await newAccount(client, { fund: "1" });
  for (let at = 0; at < TRANSFERS; at++) await pay(at);
});

after(async () => {
  client.close();
});

async function pay(at: number): Promise<string> {
  const source = accounts[at % 3] as string;
  const destination = at % 5 === 0 ? other : (accounts[(at + 1) % 3] as string);
  const body = draft(source, destination, String(at + 1));
  return expect(await client.post("/transfers", body), 201).id("transferId");
}

const idsOf = (items: readonly Readonly<Record<string, unknown>>[], name: string) =>
  items.map((item) => String(item[name]));

test("customer transfers: transfers made between and during pages -> those that were, once", async () => {
  const path = `/customers/${customerId}/transfers`;
  const before = idsOf(await walk(client, path), "transferId");
  assert.equal(before.length, TRANSFERS + 3);
  const seen: string[] = [];
  let cursor = "";
  let made = TRANSFERS;
  do {
    const writes = Array.from({ length: 8 }, () => pay(made++));
    const page = expect(await client.get(`${path}?limit=7${cursor}`), 200);
    await Promise.all(writes);
    seen.push(...idsOf(page.items(), "transferId"));
    const next = page.body["nextCursor"];
    cursor = next === undefined ? "" : `&cursor=${next}`;
  } while (cursor !== "");
  // The first page may also have rows that were made while it was read.
  assert.deepEqual(seen.slice(seen.indexOf(before[0] as string)), before);
  assert.equal(new Set(seen).size, seen.length);
});

test("customer reads: accounts, balances, activity -> one customer's, complete", async () => {
  const path = `/customers/${customerId}`;
  const listed = idsOf(await walk(client, `${path}/accounts`, 2), "accountId");
  assert.deepEqual(listed, [...accounts].reverse());
  const [balance] = expect(await client.get(`${path}/balances`), 200).items();
  let posted = 0n;
  for (const accountId of accounts) {
    const reply = expect(await client.get(`/accounts/${accountId}/balance`), 200);
    posted += BigInt(String(reply.body["posted"]));
  }
  assert.deepEqual([balance?.["posted"], balance?.["accountCount"]], [String(posted), 3]);
  const transfers = await walk(client, `${path}/transfers`);
  const activity = await walk(client, `${path}/activity`);
  assert.equal(activity.length, transfers.length + accounts.length + 1);
  const [today] = expect(await client.get(`/accounts/${other}/balance-history`), 200).items();
  const now = expect(await client.get(`/accounts/${other}/balance`), 200).body;
  assert.deepEqual([today?.["posted"], today?.["final"]], [now["posted"], false]);
});

test("customer lists: malformed cursor, another customer's, a bad limit -> invalid_request", async () => {
  const stranger = await newCustomer(client);
  for (const name of ["accounts", "transfers", "activity"]) {
    const path = `/customers/${customerId}/${name}`;
    const { body } = expect(await client.get(`${path}?limit=1`), 200);
    for (const bad of [
      `${path}?cursor=AAAA`,
      `${path}?cursor=${body["nextCursor"]}&createdFrom=2020-01-01T00:00:00Z`,
      `/customers/${stranger}/${name}?cursor=${body["nextCursor"]}`,
      `${path}?limit=101`,
    ]) {
      expect(await client.get(bad), "invalid_request");
    }
  }
});

test("search: an idempotency key, a name, an id of another Product -> found, found, nothing", async () => {
  const key = randomUUID();
  const body = draft(accounts[0] as string, other, "1");
  const transferId = expect(await client.post("/transfers", body, { key }), 201).id("transferId");
  const find = async (q: string) =>
    expect(await client.get(`/search?q=${encodeURIComponent(q)}`), 200).items();
  const operationId = `op_${transferId.slice(3)}`;
  const [operation, receipt] = await find(key);
  assert.deepEqual(operation, { type: "operation", id: operationId, title: "transfer.create" });
  assert.equal(receipt?.["type"], "receipt");
  const customers = await walk(client, `/customers?productId=${client.productId}`);
  const named = await find("lovelace");
  for (const wanted of ["customer", "entity"]) {
    const titles = named.filter(({ type }) => type === wanted).map(({ title }) => title);
    assert.deepEqual(
      titles,
      customers.map(() => "Ada Lovelace"),
      wanted,
    );
  }
  assert.equal(named.length, 2 * customers.length);
  const stranger = await openClient(server, await newCredentials(server), client);
  for (const q of [key, transferId, customerId, "lovelace"]) {
    const found = expect(await stranger.get(`/search?q=${q}`), 200);
    assert.deepEqual(found.body, { items: [], complete: true });
  }
  stranger.close();
  expect(await client.get("/search?q="), "invalid_request");
  expect(await client.get("/search?q=a&types=customer,nothing"), "invalid_request");
});
