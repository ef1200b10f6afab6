/**
 * Collections by hand in live: a Product that was activated, a customer whom a provider has verified and compliance has
 * cleared, and a consent with evidence. The money is taken by a caller, or by the real clock.
 * A server of its own: its directory is one where a provider of live is configured, and it is killed.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { newCollection, newConsent } from "../support/collections.ts";
import { PRICES } from "../support/features/build/sources.ts";
import { firstTierFields } from "../support/features/entity/kyc.ts";
import { ADA, assertBalance, walk } from "../support/parties.ts";
import { type Browser, enrol, mailFor, openPeople, type People } from "../support/people.ts";
import { killProvider, type ProviderProcess, startProvider } from "../support/provider.ts";
import { acceptedIn, tellNews } from "../support/provider_news.ts";
import {
  admin,
  killServer,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { until } from "../support/webhooks.ts";

const FLAGS = ["--shards", "2", "--edges", "1"];
const dataDir = newDataDir();
const bookPath = join(newDataDir(), "book.jsonl");
/** How long the clock has to wait in these tests, milliseconds: the answer comes before, or the money at once. */
const SOON_MS = 1_500;

let server: Server;
let people: People;
let owner: Browser;
let provider: ProviderProcess & { secret: string };
let productId: string;
let credentials: { productId: string; apiKey: string; environment: "live" };
let live: Client;

before(async () => {
  server = await startServer(FLAGS, dataDir);
  people = await openPeople(server);
  owner = await people.founder("Secured");
  const { secret } = await enrol(owner);
  await mailFor(server, owner.email, 1);
  await people.logIn(owner, { totpSecret: secret });
  provider = await openProvider();
  await openLive();
});
after(async () => {
  live?.close();
  people?.close();
  if (provider !== undefined) await killProvider(provider);
  assert.equal((await stopServer(server)).code, 0);
});

/** A provider of verifications that accepts, and decides when the test says so. */
async function openProvider(): Promise<typeof provider> {
  const configured = { name: "acme", kind: "verification", url: "http://127.0.0.1:8090" };
  const secret = String((await admin(server, "provider set", configured))["secret"]);
  const process = await startProvider({ bookPath, secret }, ["--decide", "nothing"]);
  await admin(server, "provider set", { ...configured, url: process.url });
  return { ...process, secret };
}

/** A Product that is asked live for in a browser and activated, with a key that was made in the browser. */
async function openLive(): Promise<void> {
  productId = expect(await owner.post("/products", { name: "Rent" }), 201).id("productId");
  const activation = `/products/${productId}/activation`;
  const { capabilities } = expect(await owner.get(activation), 200).body;
  expect(await owner.post(activation, { expectedPricing: PRICES, capabilities }), 200);
  await admin(server, "product activate", { product: productId });
  const scopes = [
    "customers",
    "customer_access",
    "entities",
    "kyc",
    "accounts",
    "consents",
    "collections",
  ].flatMap((noun) => [`${noun}:read`, `${noun}:write`]);
  const body = {
    name: "Live",
    scopes: [...scopes, "balances:read", "transfers:read", "events:read"],
  };
  const made = expect(await owner.post(`/products/${productId}/api-keys/live`, body), 201);
  credentials = { productId, apiKey: made.id("key"), environment: "live" };
  live = await openClient(server, credentials, { contract: people.client.contract });
}

/** A customer of live from nothing to active: submitted, verified by the provider, cleared by compliance. */
async function newLiveCustomer(): Promise<string> {
  const customer = expect(await live.post("/customers", { productId, entity: ADA }), 201);
  const customerId = customer.id("customerId");
  const kyc = `/entities/${customer.id("entity.entityId")}/kyc`;
  expect(await live.post(kyc, { tier: "tier_1", fields: firstTierFields() }), 200);
  const started = expect(await live.post(`${kyc}/verifications`, { tier: "tier_1" }), 201);
  const effectId = () => acceptedIn(bookPath, started.id("verificationId"))[0]?.effectId;
  await until(async () => effectId() !== undefined, "the provider has the verification");
  // Early in a start the outbox opens the shards' views, and news is taken later.
  const isTaken = async () => {
    const told = { provider: "acme", secret: provider.secret, news: { effectId: effectId() } };
    return (await tellNews(server, told)).status === 200;
  };
  await until(isTaken, "the server takes the news");
  assert.equal(expect(await live.get(kyc), 200).at("tierAttained"), "tier_1");
  const access = expect(await live.post("/customer-accesses", { productId, customerId }), 201);
  const id = access.id("customerAccessId");
  await admin(server, "compliance-outcome", { access: id, outcome: "clear", reason: customerId });
  expect(await live.post(`/customer-accesses/${id}/activate`), 200);
  assert.equal(expect(await live.get(`/customers/${customerId}`), 200).at("status"), "active");
  return customerId;
}

async function accountOf(customerId: string, funded?: string): Promise<string> {
  const owned = { role: "customer_balance", currency: "EUR" };
  const body = { productId, ...owned, owner: { type: "customer", id: customerId } };
  const account = expect(await live.post("/accounts", body), 201).id("accountId");
  if (funded === undefined) return account;
  const money = { amount: funded, currency: "EUR", reason: `wire for ${account}` };
  assert.equal((await admin(server, "account fund", { account, ...money }))["status"], "posted");
  return account;
}

/** A customer with 1,000 and a consent whose evidence was accepted in writing, and who is paid. */
async function newLiveDebtor() {
  const customerId = await newLiveCustomer();
  const consentId = await newConsent(live, customerId, {
    limits: { maxAmount: "500", currency: "EUR" },
  });
  const consent = expect(await live.get(`/consents/${consentId}`), 200);
  assert.deepEqual([consent.at("status"), consent.at("environment")], ["active", "live"]);
  return {
    customerId,
    consentId,
    sourceAccountId: await accountOf(customerId, "1000"),
    destinationAccountId: await accountOf(await newLiveCustomer()),
  };
}

/** What is so of a collection of 100 once the money was taken. */
async function assertCollected(
  debtor: Awaited<ReturnType<typeof newLiveDebtor>>,
  collectionId: string,
): Promise<void> {
  const { body } = expect(await live.get(`/collections/${collectionId}`), 200);
  assert.deepEqual([body["status"], body["environment"]], ["collected", "live"]);
  const attempts = expect(await live.get(`/collections/${collectionId}/attempts`), 200).items();
  assert.deepEqual(
    attempts.map(({ outcome }) => outcome),
    ["collected"],
  );
  const transfer = expect(await live.get(`/transfers/${body["transferId"]}`), 200);
  assert.deepEqual(
    [transfer.at("kind"), transfer.at("collectionId"), transfer.at("status")],
    ["collection", collectionId, "posted"],
  );
  await assertBalance(live, debtor.sourceAccountId, "900");
  await assertBalance(live, debtor.destinationAccountId, "100");
  const consent = expect(await live.get(`/consents/${debtor.consentId}`), 200);
  assert.deepEqual([consent.at("used.count"), consent.at("used.total")], [1, "100"]);
  const events = await walk(live, `/events?productId=${productId}`);
  const told = events
    .filter(({ data }) => (data as { resource: { id: string } }).resource.id === collectionId)
    .map(({ type }) => type)
    .sort();
  assert.deepEqual(told, ["collection.collected", "collection.scheduled"]);
}

test("collections in live: collected by a caller -> posted once, also after kill -9", async () => {
  const debtor = await newLiveDebtor();
  const collectionId = await newCollection(live, debtor);
  const path = `/collections/${collectionId}/collect`;
  assert.equal(expect(await live.post(path), 200).at("status"), "collected");
  await assertCollected(debtor, collectionId);
  expect(await live.post(path), "collection_status_forbidden");
  live.close();
  people.close();
  await killServer(server);
  server = await startServer(FLAGS, dataDir);
  people = await openPeople(server);
  live = await openClient(server, credentials, { contract: people.client.contract });
  await assertCollected(debtor, collectionId);
});

test("collections in live: due soon -> taken by the real clock, without anybody's call", async () => {
  const debtor = await newLiveDebtor();
  const dueAt = new Date(Date.now() + SOON_MS).toISOString();
  const collectionId = await newCollection(live, debtor, { dueAt });
  const isTaken = async () =>
    expect(await live.get(`/collections/${collectionId}`), 200).at("status") !== "scheduled";
  await until(isTaken, "the clock has tried the collection");
  await assertCollected(debtor, collectionId);
  const { body } = expect(await live.get(`/collections/${collectionId}`), 200);
  const { transferId } = body as { transferId: string };
  const postedAt = expect(await live.get(`/transfers/${transferId}`), 200).id("createdAt");
  assert.ok(postedAt >= dueAt, `${postedAt} is not before ${dueAt}`);
});

test("collections in live: beyond the consent, of a customer who is not verified -> refused, and nothing is moved", async () => {
  const debtor = await newLiveDebtor();
  const collect = (more: object) => {
    const taken = { amount: "100", currency: "EUR", dueAt: "2099-01-01T00:00:00.000Z" };
    return live.post("/collections", { productId, ...debtor, ...taken, ...more });
  };
  expect(await collect({ amount: "501" }), "consent_not_active");
  const pending = expect(await live.post("/customers", { productId, entity: ADA }), 201);
  expect(await collect({ customerId: pending.id("customerId") }), "customer_status_forbidden");
  await assertBalance(live, debtor.sourceAccountId, "1000");
  await assertBalance(live, debtor.destinationAccountId, "0");
});
