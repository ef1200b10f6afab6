/**
 * Objects over HTTP: the first worked example from its source to its books, what two callers at once may do, what
 * another Product sees, and what is there after kill -9.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Client, type Document, expect, openClient } from "../support/client.ts";
import { CASE_PROGRAM } from "../support/features/object/cases.ts";
import { assertBalance, funding } from "../support/parties.ts";
import { INVOICE } from "../support/programs/programs.ts";
import { keyOfProduct, productOf, verifiedCustomer } from "../support/programs.ts";
import type { Server } from "../support/server.ts";
import { restartedAfterKill, sharedServer } from "../support/shared_server.ts";

const DAY_MS = 24 * 3_600_000;
let server: Server;
let founder: Client;
let productId: string;
let client: Client;

before(async () => {
  server = await sharedServer();
  await open();
  productId = await productOf(founder, INVOICE);
  client = await keyOfProduct(server, founder, { productId });
});
after(async () => {
  founder.close();
  client.close();
});

async function open(): Promise<void> {
  const { personalAccessToken: apiKey } = server.demo.founder;
  founder = await openClient(server, { productId: "", apiKey });
}

const pathOf = (kind: string, objectId?: string, action?: string) =>
  [`/products/${productId}/objects/${kind}`, objectId, action && `actions/${action}`]
    .filter((part) => part !== undefined)
    .join("/");

const call = (objectId: string, action: string, body: object = {}, key?: string) =>
  client.post(pathOf("invoice", objectId, action), body, key === undefined ? {} : { key });

async function advance(days: number): Promise<Document> {
  const clock = expect(await client.get(`/products/${productId}/sandbox-clock`), 200);
  const at = new Date(Date.parse(clock.id("effectiveAt")) + days * DAY_MS).toISOString();
  return expect(await client.post("/sandbox/clock/advance", { productId, at }), 200).body;
}

async function newInvoice() {
  const payer = await verifiedCustomer(client, { fund: "100000" });
  const payee = await verifiedCustomer(client);
  const fields = {
    payer: payer.customerId,
    payee: payee.customerId,
    currency: "USD",
    total: "10000",
    dueDate: "2026-12-31",
  };
  const made = expect(await client.post(pathOf("invoice"), { fields }), 201);
  return { payer, payee, objectId: made.id("objectId"), made };
}

async function fundedInvoice() {
  const invoice = await newInvoice();
  const { objectId, payer } = invoice;
  expect(await call(objectId, "issue"), 200);
  const pay = { onBehalfOf: payer.customerId, input: { amount: "10000" } };
  expect(await call(objectId, "pay", pay), 200);
  return invoice;
}

test("objects: an invoice, paid, three days later -> the clock settles it; kill -9 -> the same", async () => {
  const { payer, payee, objectId } = await fundedInvoice();
  await assertBalance(client, payer.accountId, "90000");
  const run = await advance(3);
  assert.equal(run["ran"], 1);
  const settled = expect(await client.get(pathOf("invoice", objectId)), 200);
  assert.deepEqual([settled.at("state"), settled.at("actor.type")], ["settled", "clock"]);
  await assertBalance(client, payee.accountId, "9750");
  const history = expect(await client.get(`${pathOf("invoice", objectId)}/history`), 200);
  assert.deepEqual(
    history.items().map(({ action }) => action),
    ["settle", "pay", "issue", "create"],
  );
  client.close();
  founder.close();
  server = await restartedAfterKill(server);
  await open();
  client = await keyOfProduct(server, founder, { productId });
  const again = expect(await client.get(pathOf("invoice", objectId)), 200);
  assert.deepEqual(again.body, settled.body);
  await assertBalance(client, payee.accountId, "9750");
  expect(await call(objectId, "settle"), "invalid_noun_transition");
});

test("objects: 100 calls at once with one expectedRevision -> one runs, the others are state_conflict", async () => {
  const { objectId, payer } = await newInvoice();
  expect(await call(objectId, "issue"), 200);
  const pay = { onBehalfOf: payer.customerId, input: { amount: "100" }, expectedRevision: 2 };
  const replies = await Promise.all(Array.from({ length: 100 }, () => call(objectId, "pay", pay)));
  const codes = replies.map(({ status, code }) => code ?? status).sort();
  assert.deepEqual(codes, [200, ...Array.from({ length: 99 }, () => "state_conflict")]);
  await assertBalance(client, payer.accountId, "99900");
});

test("objects: one key over and over -> one action and one body; another body -> a conflict", async () => {
  const { objectId, payer } = await newInvoice();
  expect(await call(objectId, "issue"), 200);
  const key = randomUUID();
  const pay = { onBehalfOf: payer.customerId, input: { amount: "2500" } };
  const replies = [];
  for (let count = 0; count < 5; count++) replies.push(await call(objectId, "pay", pay, key));
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
  assert.equal(replies.at(-1)?.headers["idempotent-replayed"], "true");
  await assertBalance(client, payer.accountId, "97500");
  const other = { ...pay, input: { amount: "2501" } };
  expect(await call(objectId, "pay", other, key), "idempotency_conflict");
});

test("objects: another Product of the company -> its key finds neither the object nor its accounts", async () => {
  const { objectId, made, payer } = await newInvoice();
  const other = await productOf(founder, INVOICE, "Other");
  const stranger = await keyOfProduct(server, founder, { productId: other });
  const path = `/products/${other}/objects/invoice/${objectId}`;
  expect(await stranger.get(path), "noun_instance_not_found");
  expect(await stranger.post(`${path}/actions/issue`, {}), "noun_instance_not_found");
  const foreign = await stranger.get(pathOf("invoice", objectId));
  assert.ok(foreign.status === 403 || foreign.status === 404, foreign.text);
  const own = made.at("ownAccounts.0.accountId");
  expect(await stranger.get(`/accounts/${own}/balance`), "account_not_found");
  const fields = {
    payer: payer.customerId,
    payee: payer.customerId,
    currency: "USD",
    total: "10000",
    dueDate: "2026-12-31",
  };
  const draft = { fields };
  expect(
    await stranger.post(`/products/${other}/objects/invoice`, draft),
    "noun_subject_not_found",
  );
  stranger.close();
});

test("objects: bad fields -> invalid_request with each issue, and nothing is made", async () => {
  const before = expect(await client.get(pathOf("invoice")), 200).items().length;
  const raw =
    '{"fields":{"__proto__":{"payer":"x"},"total":12.5,"feeBps":"250","dueDate":"2026-02-30"}}';
  const refused = expect(
    await client.post(pathOf("invoice"), undefined, { raw }),
    "invalid_request",
  );
  assert.ok((refused.details["issues"] as Document[]).length >= 4, refused.text);
  const lines = Array.from({ length: 10_000 }, () => ({ label: "x", amount: "1" }));
  const { payer, payee } = await newInvoice();
  const fields = { payer: payer.customerId, payee: payee.customerId, currency: "USD", lines };
  expect(await client.post(pathOf("invoice"), { fields }), "invalid_request");
  const after = expect(await client.get(pathOf("invoice")), 200).items().length;
  assert.equal(after, before + 1);
});

test("objects: money of an object's account -> moved by its actions alone", async () => {
  const { objectId, payer } = await fundedInvoice();
  const accounts = expect(await client.get(`${pathOf("invoice", objectId)}/accounts`), 200);
  const escrow = accounts.id("items.0.accountId");
  const transfer = {
    sourceAccountId: escrow,
    destinationAccountId: payer.accountId,
    amount: "1",
    currency: "USD",
  };
  expect(await client.post("/transfers", transfer), "ledger_transfer_rejected");
  const into = { ...transfer, sourceAccountId: payer.accountId, destinationAccountId: escrow };
  expect(await client.post("/transfers", into), "ledger_transfer_rejected");
  const expiresAt = "2030-01-01T00:00:00Z";
  // The key of the Build has no holds; a member of the company has.
  expect(await founder.post("/transfer-holds", { ...into, expiresAt }), "ledger_transfer_rejected");
  expect(await funding(client, escrow, "5", "USD"), "funding_destination_role_forbidden");
  const moved = expect(await client.get(`${pathOf("invoice", objectId)}/transfers`), 200);
  const transferId = moved.id("items.0.transferId");
  const reverse = `/transfers/${transferId}/reverse`;
  expect(await client.post(reverse, { reason: "no" }), "state_conflict");
});

test("objects: rows that are due at once -> the answer waits for the clock, and its header names the operations", async () => {
  const cases = await productOf(founder, CASE_PROGRAM, "Cases");
  const key = await keyOfProduct(server, founder, { productId: cases });
  const { customerId, accountId } = await verifiedCustomer(key, { currency: "EUR" });
  const accounts = expect(await key.get(`/accounts?productId=${cases}`), 200).items();
  const fund = accounts.find(({ role }) => role === "product_operating")?.["accountId"] as string;
  expect(await funding(key, fund, "1000"), 201);
  const path = `/products/${cases}/objects/case`;
  const fields = { owner: customerId, amount: "100", rows: 1 };
  const objectId = expect(await key.post(path, { fields }), 201).id("objectId");
  const started = expect(await key.post(`${path}/${objectId}/actions/start`, {}), 200);
  const [operationId] = started.at("clockOperationIds") as string[];
  assert.equal(started.headers["service-clock-operation-ids"], operationId);
  const operation = expect(await key.get(`/operations/${operationId}`), 200);
  assert.deepEqual(
    [operation.at("operation"), operation.at("status"), operation.at("actor.type")],
    ["object.schedule.run", "succeeded", "clock"],
  );
  await assertBalance(key, accountId, "100");
  key.close();
});
