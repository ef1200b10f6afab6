/**
 * A noun is a folder and a line: `test/fixture/voucher` and its manifest in the list of features. All that
 * a noun may have, over REST and GraphQL, and after kill -9.
 * A server of its own: it is built with the operations of test/fixture, and is killed.
 */
import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { buildProbeServer } from "../fixture/program.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { type GraphqlClient, graphqlClient } from "../support/graphql.ts";
import { newCustomer } from "../support/parties.ts";
import {
  type Credentials,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

/** Where vouchers are sent. */
const sent: { effectId: unknown; note: string }[] = [];
const otherSide = createServer(async (request: IncomingMessage, response) => {
  let text = "";
  for await (const piece of request) text += piece;
  const { note } = JSON.parse(text) as { note: string };
  sent.push({ effectId: request.headers["idempotency-key"], note });
  otherSide.emit("received");
  response.end("received");
});

const dataDir = newDataDir();
let program: string;
let server: Server;
let credentials: Credentials;
let client: Client;
let graphql: GraphqlClient;

async function start(): Promise<void> {
  const { port } = otherSide.address() as AddressInfo;
  const environment = { PROBE_ERRANDS: `http://127.0.0.1:${port}/` };
  server = await startServer([], dataDir, { program, environment });
  credentials ??= await newCredentials(server);
  client = await openClient(server, credentials);
  graphql = graphqlClient(server, credentials);
}

before(async () => {
  program = buildProbeServer();
  otherSide.listen(0, "127.0.0.1");
  await once(otherSide, "listening");
  await start();
});

after(async () => {
  client.close();
  assert.equal((await stopServer(server)).code, 0);
  otherSide.closeAllConnections();
  otherSide.close();
});

const EMPTY_SHA256 = createHash("sha256").digest("hex");
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

async function newVoucher(title: string, more: Record<string, unknown> = {}) {
  const body = { productId: client.productId, title, expiresAt: inDays(30), ...more };
  return expect(await client.post("/vouchers", body), 201);
}

async function titlesOf(query: string): Promise<unknown[]> {
  const path = `/vouchers?productId=${client.productId}${query}`;
  return expect(await client.get(path), 200)
    .items()
    .map(({ title }) => title);
}

test("noun: made, read, listed, found, changed -> as its declaration says", async () => {
  const customerId = await newCustomer(client);
  const first = await newVoucher("Spring sale", { customerId, externalId: "v-1" });
  const voucherId = first.id("voucherId");
  await newVoucher("Autumn sale");
  assert.deepEqual(await titlesOf(""), ["Autumn sale", "Spring sale"]);
  assert.deepEqual(await titlesOf(`&customerId=${customerId}`), ["Spring sale"]);
  assert.deepEqual(await titlesOf("&status=expired"), []);
  for (const search of ["SPRING", "V-1", voucherId]) {
    assert.deepEqual(await titlesOf(`&search=${search}`), ["Spring sale"]);
  }
  for (const text of ["v-1", "spring", voucherId]) {
    const hits = expect(await client.get(`/search?q=${text}&types=voucher`), 200).items();
    assert.deepEqual(hits, [{ type: "voucher", id: voucherId, title: "Spring sale" }]);
  }
  const page = expect(await client.get(`/vouchers?productId=${client.productId}&limit=1`), 200);
  assert.deepEqual(await titlesOf(`&limit=1&cursor=${page.id("nextCursor")}`), ["Spring sale"]);

  const taken = { productId: client.productId, title: "x", expiresAt: inDays(1) };
  const conflict = await client.post("/vouchers", { ...taken, externalId: "v-1" });
  assert.deepEqual(expect(conflict, "state_conflict").details["resource"], {
    type: "voucher",
    id: voucherId,
  });
  const change = { title: "Summer sale", externalId: "v-2", expectedRevision: 1 };
  const changed = expect(await client.patch(`/vouchers/${voucherId}`, change), 200);
  assert.deepEqual([changed.at("revision"), changed.at("title")], [2, "Summer sale"]);
  assert.equal(expect(await client.get(`/vouchers/${voucherId}`), 200).text, changed.text);
  expect(await client.patch(`/vouchers/${voucherId}`, change), "state_conflict");
  // The external id that it no longer has is free.
  expect(await client.post("/vouchers", { ...taken, externalId: "v-1" }), 201);
  for (const nothing of [{}, { title: "Summer sale" }, { externalId: "v-2" }]) {
    assert.equal((await client.patch(`/vouchers/${voucherId}`, nothing)).text, changed.text);
  }
  const cleared = await client.patch(`/vouchers/${voucherId}`, { externalId: null });
  assert.deepEqual([cleared.at("revision"), "externalId" in cleared.body], [3, false]);
  assert.deepEqual(await titlesOf("&search=v-2"), []);
  expect(await client.post("/vouchers", { ...taken, externalId: "v-2" }), 201);
});

test("noun: private fields -> in no answer, though the log has them", async () => {
  const voucher = await newVoucher("Secret sale");
  const voucherId = voucher.id("voucherId");
  const answers = [
    voucher,
    await client.get(`/vouchers/${voucherId}`),
    await client.get(`/vouchers?productId=${client.productId}`),
    await client.get(`/search?q=${voucherId}`),
  ];
  for (const { text } of answers) {
    assert.ok(text.includes(voucherId) && !/batch/i.test(text), text);
  }
});

test("noun: deleted -> 204, gone everywhere, its external id free; asked again -> the same 204", async () => {
  const voucher = await newVoucher("Short sale", { externalId: "v-gone" });
  const path = `/vouchers/${voucher.id("voucherId")}`;
  const key = randomUUID();
  for (const replayed of [undefined, "true"]) {
    const gone = expect(await client.send("DELETE", path, undefined, { key }), 204);
    const { headers, text } = gone;
    assert.deepEqual([text, headers["idempotent-replayed"]], ["", replayed]);
    assert.deepEqual([headers["content-type"], headers["content-length"]], [undefined, undefined]);
    const receipt = expect(await client.get(`/receipts/${headers["service-receipt-id"]}`), 200);
    const { operation, responseDigest } = receipt.body;
    assert.deepEqual([operation, responseDigest], ["voucher.delete", EMPTY_SHA256]);
  }
  expect(await client.get(path), "resource_not_found");
  expect(await client.send("DELETE", path), "resource_not_found");
  expect(await client.patch(path, { title: "x" }), "resource_not_found");
  assert.deepEqual(await titlesOf("&search=v-gone"), []);
  assert.deepEqual(expect(await client.get("/search?q=v-gone"), 200).items(), []);
  await newVoucher("Short sale again", { externalId: "v-gone" });
});

test("noun: GraphQL -> root fields, filters and the joined customer", async () => {
  const customerId = await newCustomer(client, "Grace Hopper");
  const voucherId = (await newVoucher("Joined sale", { customerId })).id("voucherId");
  const { data, errors } = await graphql(
    `query ($voucherId: String!, $productId: String!, $customerId: String!) {
      one: voucherRetrieve(voucherId: $voucherId) { title customer { entity { displayName } } }
      list: voucherList(productId: $productId, customerId: $customerId) { items { voucherId } }
    }`,
    { variables: { voucherId, productId: client.productId, customerId } },
  );
  assert.deepEqual(errors, []);
  assert.deepEqual(data, {
    one: { title: "Joined sale", customer: { entity: { displayName: "Grace Hopper" } } },
    list: { items: [{ voucherId }] },
  });
});

test("noun: its deadline on the sandbox's clock, after kill -9 -> expired, by the clock", async () => {
  const voucher = await newVoucher("Late sale", { expiresAt: inDays(60) });
  const path = `/vouchers/${voucher.id("voucherId")}`;
  client.close();
  await killServer(server);
  await start();
  const at = inDays(61);
  expect(await client.post("/sandbox/clock/advance", { productId: client.productId, at }), 200);
  const expired = expect(await client.get(path), 200);
  assert.deepEqual([expired.at("status"), expired.at("revision")], ["expired", 2]);
  assert.deepEqual(expired.at("actor"), { type: "clock", id: "clock" });
  assert.ok((await titlesOf("&status=expired")).includes("Late sale"));
  expect(await client.patch(path, { title: "x" }), "state_conflict");
});

test("noun: its effect -> carried under an id of the operation that named it", async () => {
  const voucher = await newVoucher("Sent sale");
  const effectId = String(voucher.headers["service-operation-id"]).replace(/^op_/, "eff_");
  const isSent = () => sent.some((one) => one.effectId === effectId && one.note === "Sent sale");
  while (!isSent()) await once(otherSide, "received");
});

test("noun: its events -> types of the catalog", async () => {
  const types = new Set<unknown>();
  for (let cursor = ""; ; ) {
    const page = expect(await client.get(`/catalog/event-types?limit=100${cursor}`), 200);
    for (const { type } of page.items()) types.add(type);
    const { nextCursor } = page.body;
    if (typeof nextCursor !== "string") break;
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
  }
  for (const what of ["created", "updated", "deleted", "expired"]) {
    assert.ok(types.has(`voucher.${what}`), what);
  }
});
