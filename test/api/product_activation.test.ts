/**
 * The way of a Product to live over HTTP: a person in a browser asks, the operator decides at the command line, and
 * a Product of a Build then works in live.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { PRICES } from "../support/features/build/sources.ts";
import { type Browser, enrol, mailFor, openPeople, type People } from "../support/people.ts";
import { MINIMAL } from "../support/programs/programs.ts";
import { admin, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let people: People;
let owner: Browser;
let plain: Browser;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  plain = await people.founder("Plain");
  owner = await people.founder("Secured");
  const { secret } = await enrol(owner);
  await mailFor(server, owner.email, 1);
  await people.logIn(owner, { totpSecret: secret });
});
after(async () => {
  people.close();
});

const CAPABILITIES = ["transfers", "holds", "customers", "ledger"];
const REQUEST = { expectedPricing: PRICES, capabilities: CAPABILITIES };

const newProduct = async (browser: Browser) =>
  expect(await browser.post("/products", { name: "P" }), 201).id("productId");
const pathOf = (productId: string) => `/products/${productId}/activation`;
const shown = async (productId: string) => expect(await owner.get(pathOf(productId)), 200).body;
const statusOf = async (productId: string) => (await shown(productId))["status"];
const missing = async (productId: string) =>
  ((await shown(productId))["requirements"] as { code: string; status: string }[])
    .filter(({ status }) => status !== "met")
    .map(({ code, status }) => `${code} ${status}`);

test("activation: asked for, rejected, asked again, taken back -> each step as the operator and the company see it", async () => {
  const productId = await newProduct(owner);
  assert.equal(await statusOf(productId), "not_requested");
  assert.deepEqual(await missing(productId), ["second_factor pending", "platform_review pending"]);
  const asked = expect(await owner.post(pathOf(productId), REQUEST), 200);
  assert.deepEqual(asked.at("activation"), { status: "requested" });
  assert.deepEqual(await missing(productId), ["platform_review pending"]);
  const waiting = (await admin(server, "product list", {
    activation: "requested",
  })) as unknown as { productId: string; tenantId: string }[];
  const tenantId = expect(await owner.get("/tenant"), 200).id("tenantId");
  // Products of other companies of the server may wait too.
  assert.deepEqual(
    waiting.filter((each) => each.tenantId === tenantId).map((each) => each.productId),
    [productId],
  );
  const reason = "the imprint is missing";
  await admin(server, "product reject", { product: productId, reason });
  const rejected = await shown(productId);
  assert.deepEqual([rejected["status"], rejected["reason"]], ["rejected", reason]);
  assert.deepEqual(await missing(productId), ["second_factor pending", "platform_review failed"]);
  assert.match((await mailFor(server, owner.email, 3)).replaceAll("=\r\n", ""), /imprint/);
  expect(await owner.post(pathOf(productId), REQUEST), 200);
  const cancelled = expect(await owner.post(`${pathOf(productId)}/cancel`), 200);
  assert.deepEqual(cancelled.at("activation"), { status: "not_requested" });
  expect(await owner.post(`${pathOf(productId)}/cancel`), "state_conflict");
});

test("activation: without a second factor, other prices, other capabilities, of another company -> refused", async () => {
  const productId = await newProduct(owner);
  const path = pathOf(productId);
  const foreign = await newProduct(plain);
  expect(await plain.post(pathOf(foreign), REQUEST), "mfa_verification_required");
  expect(await owner.post(pathOf(foreign), REQUEST), "resource_not_found");
  expect(await owner.get(pathOf(foreign)), "resource_not_found");
  const fees = [{ code: "transfer", amount: "7" }];
  const dear = { ...REQUEST, expectedPricing: { ...PRICES, fees } };
  const refused = expect(await owner.post(path, dear), "state_conflict");
  assert.deepEqual(refused.details["expected"], "7");
  expect(await owner.post(path, { ...REQUEST, capabilities: ["ledger"] }), "state_conflict");
  assert.equal(await statusOf(productId), "not_requested");
});

const KEY = {
  name: "L",
  scopes: ["objects:read", "objects:write", "events:read", "products:read"],
};

/** A Product of a Build, and a key of it in live once that is open. */
async function liveProduct() {
  const source = { source: MINIMAL, expectedPricing: PRICES };
  const built = await owner.post("/builds", source);
  assert.ok([200, 201].includes(built.status), built.text);
  const draft = { name: "B", buildId: built.id("buildId"), expectedPricing: PRICES };
  const made = expect(await owner.post("/products", draft), 201);
  const productId = made.id("productId");
  const capabilities = made.at("capabilities");
  expect(await owner.post(pathOf(productId), { ...REQUEST, capabilities }), 200);
  await admin(server, "product activate", { product: productId });
  const key = expect(await owner.post(`/products/${productId}/api-keys/live`, KEY), 201);
  const credentials = { productId, apiKey: String(key.at("key")), environment: "live" as const };
  const live = await openClient(server, credentials, { contract: people.client.contract });
  return { productId, live };
}

const ticketOf = (live: Client, productId: string) =>
  live.post(`/products/${productId}/objects/ticket`, { fields: {} });

test("activation: active -> a live key makes and acts on an object in live; suspended -> refused with the status; active again", async () => {
  const { productId, live } = await liveProduct();
  assert.equal(await statusOf(productId), "active");
  const made = expect(await ticketOf(live, productId), 201);
  const objectId = made.id("objectId");
  const path = `/products/${productId}/objects/ticket/${objectId}/actions/close`;
  expect(await live.post(path, {}), 200);
  await admin(server, "product suspend", { product: productId, reason: "an open question" });
  const refused = expect(await ticketOf(live, productId), "product_activation_required");
  assert.equal(refused.details["activationStatus"], "suspended");
  await admin(server, "product activate", { product: productId });
  expect(await ticketOf(live, productId), 201);
  live.close();
});

test("activation: its steps -> told in both environments, and in the audit feed of the company", async () => {
  const { productId, live } = await liveProduct();
  const types = expect(await live.get(`/events?productId=${productId}&limit=100`), 200)
    .items()
    .map(({ type }) => type);
  assert.ok(types.includes("product.activation_requested") && types.includes("product.activated"));
  live.close();
  const feed = expect(await owner.get("/tenant/audit-events?limit=20"), 200).items();
  const operations = feed.map(({ operation }) => operation);
  assert.ok(operations.includes("product.activation.request"), JSON.stringify(feed[0]));
});

test("activation: by the operator alone -> suspended, active again, listed; a rejection needs a request and a reason", async () => {
  const { tenantId } = await admin(server, "tenant create", { name: "T" });
  const tenant = String(tenantId);
  const made = await admin(server, "product create", { tenant, name: "P", live: "true" });
  const product = String(made["productId"]);
  const suspended = await admin(server, "product suspend", { product, reason: "a question" });
  const { activationStatus, liveActivated } = suspended;
  assert.deepEqual([activationStatus, liveActivated], ["suspended", false]);
  const listed = await admin(server, "product list", { tenant, activation: "suspended" });
  assert.equal((listed as unknown as unknown[]).length, 1);
  const active = await admin(server, "product activate", { product });
  assert.deepEqual([active["activationStatus"], active["liveActivated"]], ["active", true]);
  const rejected = admin(server, "product reject", { product, reason: "unclear" });
  await assert.rejects(rejected, /is active/);
  await assert.rejects(admin(server, "product reject", { product }), /reason/);
});
