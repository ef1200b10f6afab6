/**
 * Collections by hand over HTTP: each code of collections and consents, what is told of an attempt, 50 callers who collect at
 * once, what a Build allows, and each collected once although kill -9 ends the server while the clock collects.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { cases as collectionCases } from "../../src/features/collection/collection_cases.ts";
import { cases as consentCases } from "../../src/features/consent/consent_cases.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { collect, newCollection, newConsent, newDebtor } from "../support/collections.ts";
import { assertBalance, draft, totals, walk } from "../support/parties.ts";
import { INVOICE } from "../support/programs/programs.ts";
import { productOf } from "../support/programs.ts";
import { newCredentials, type Server } from "../support/server.ts";
import { restartedAfterKill, sharedServer } from "../support/shared_server.ts";

const DAY_MS = 24 * 3_600_000;
/** How often the server is killed while its clock collects, and how much it then has to do. */
const KILLS = 3;
const EACH = 200;

let server: Server;
let credentials: Awaited<ReturnType<typeof newCredentials>>;
let client: Client;

before(async () => {
  server = await sharedServer();
  credentials = await newCredentials(server);
  client = await openClient(server, credentials);
});
after(() => client.close());

async function restart(): Promise<void> {
  server = await restartedAfterKill(server);
  client.close();
  client = await openClient(server, credentials, client);
}

const clockMs = async () =>
  Date.parse(
    expect(await client.get(`/products/${client.productId}/sandbox-clock`), 200).id("effectiveAt"),
  );
const advance = (toMs: number) =>
  client.post("/sandbox/clock/advance", {
    productId: client.productId,
    at: new Date(toMs).toISOString(),
  });

const PROVOKED = { ...collectionCases.provoked, ...consentCases.provoked };
for (const [code, provoke] of Object.entries(PROVOKED)) {
  test(`collections: ${code} over HTTP -> with its details`, async () => {
    // The client compares the details of every answer with `x-errors`.
    const { details, ...reply } = await provoke(client);
    assert.equal(reply.code, code, reply.text);
    assert.ok(
      Object.keys(details).some((name) => name.endsWith("Id")),
      reply.text,
    );
  });
}

test("collections: due at a time to come -> taken by the clock then; the transfer, the events and the consent say so", async () => {
  const debtor = await newDebtor(client);
  const dueMs = (await clockMs()) + DAY_MS;
  const dueAt = new Date(dueMs).toISOString();
  const collectionId = await newCollection(client, debtor, { dueAt });
  await assertBalance(client, debtor.destinationAccountId, "0");
  assert.equal(expect(await advance(dueMs), 200).body["ran"], 1);
  await assertBalance(client, debtor.sourceAccountId, "900");
  await assertBalance(client, debtor.destinationAccountId, "100");
  const { body } = expect(await client.get(`/collections/${collectionId}`), 200);
  assert.deepEqual([body["status"], body["dueAt"]], ["collected", dueAt]);
  const transfer = expect(await client.get(`/transfers/${body["transferId"]}`), 200);
  assert.deepEqual(
    [transfer.at("kind"), transfer.at("collectionId"), transfer.at("status")],
    ["collection", collectionId, "posted"],
  );
  const consent = expect(await client.get(`/consents/${debtor.consentId}`), 200);
  assert.deepEqual([consent.at("used.count"), consent.at("used.total")], [1, "100"]);
  const events = await walk(client, `/events?productId=${client.productId}`);
  const told = events
    .filter(({ data }) => (data as { resource: { id: string } }).resource.id === collectionId)
    .map(({ type }) => type)
    .sort();
  assert.deepEqual(told, ["collection.collected", "collection.scheduled"]);
});

test("collections: money is missing -> the refusal again by its key, one attempt, one failed transfer; a retry collects", async () => {
  const debtor = await newDebtor(client);
  const collectionId = await newCollection(client, debtor, { amount: "1001" });
  const path = `/collections/${collectionId}`;
  const key = randomUUID();
  const replies = [];
  for (let time = 0; time < 3; time++)
    replies.push(await client.post(`${path}/collect`, undefined, { key }));
  assert.deepEqual(
    replies.map(({ code }) => code),
    ["insufficient_balance", "insufficient_balance", "insufficient_balance"],
  );
  assert.equal(new Set(replies.map(({ body }) => JSON.stringify(body["error"]))).size, 1);
  const failed = expect(await client.get(path), 200);
  assert.deepEqual(
    [failed.at("status"), failed.at("failure.code"), failed.at("failure.retryable")],
    ["failed", "insufficient_balance", true],
  );
  const { sourceAccountId, destinationAccountId } = debtor;
  const list = `/transfers?productId=${client.productId}&accountId=${sourceAccountId}&status=failed`;
  const [transfer, ...others] = expect(await client.get(list), 200).items();
  assert.deepEqual([transfer?.["collectionId"], others.length], [collectionId, 0]);
  const fund = { destinationAccountId: sourceAccountId, amount: "1", currency: "EUR" };
  expect(await client.post("/sandbox/account-funding", fund), 201);
  expect(await client.post(`${path}/retry`, {}), 200);
  while (expect(await client.get(path), 200).at("status") === "scheduled") await pause(10);
  await assertBalance(client, destinationAccountId, "1001");
  const attempts = expect(await client.get(`${path}/attempts`), 200).items();
  assert.deepEqual(
    attempts.map(({ outcome }) => outcome),
    ["collected", "failed"],
  );
});

test("collections: 50 callers collect at once -> one takes the money, the others are collection_status_forbidden", async () => {
  const debtor = await newDebtor(client);
  const path = `/collections/${await newCollection(client, debtor)}/collect`;
  const replies = await Promise.all(Array.from({ length: 50 }, () => client.post(path)));
  const codes = replies.map(({ status, code }) => code ?? status).sort();
  const others = Array.from({ length: 49 }, () => "collection_status_forbidden");
  assert.deepEqual(codes, [200, ...others]);
  await assertBalance(client, debtor.destinationAccountId, "100");
});

test("collections: confirmed by a transfer -> collected; the same transfer for another one is a mismatch", async () => {
  const debtor = await newDebtor(client);
  const [first, second] = [
    await newCollection(client, debtor),
    await newCollection(client, debtor),
  ];
  const moved = draft(debtor.sourceAccountId, debtor.destinationAccountId, "100");
  const transferId = expect(await client.post("/transfers", moved), 201).id("transferId");
  expect(await client.post(`/collections/${first}/confirm`, { transferId }), 200);
  const again = await client.post(`/collections/${second}/confirm`, { transferId });
  expect(again, "collection_transfer_mismatch");
  assert.deepEqual(again.details["mismatched"], ["collectionId"]);
  const cancelled = await client.post(`/collections/${second}/cancel`, { reason: "paid once" });
  assert.equal(expect(cancelled, 200).at("status"), "cancelled");
});

test("collections: a consent of another customer, a Build without consents -> consent_not_found, missing capability", async () => {
  const [mine, others] = [await newDebtor(client), await newDebtor(client)];
  const foreign = await newConsent(client, others.customerId);
  expect(await collect(client, { ...mine, consentId: foreign }), "consent_not_found");
  const { personalAccessToken: apiKey } = server.demo.founder;
  const founder = await openClient(server, { productId: "", apiKey });
  const productId = await productOf(founder, INVOICE);
  const body = { productId, ...mine, amount: "1", currency: "EUR", dueAt: "2099-01-01T00:00:00Z" };
  const refused = await founder.post("/collections", body);
  expect(refused, "missing_required_workspace_capability");
  assert.equal(refused.details["capability"], "collections");
  founder.close();
});

test(`collections: kill -9 while the clock collects ${EACH}, ${KILLS} times -> each is collected once, nothing is lost`, async () => {
  const debtor = await newDebtor(client);
  const { destinationAccountId, sourceAccountId } = debtor;
  const all = KILLS * EACH;
  const fund = { destinationAccountId: sourceAccountId, amount: String(all), currency: "EUR" };
  expect(await client.post("/sandbox/account-funding", fund), 201);
  const beganMs = await clockMs();
  for (let kill = 1; kill <= KILLS; kill++) {
    const dueAt = new Date(beganMs + kill * DAY_MS).toISOString();
    for (let made = 0; made < EACH; made += 50) {
      await Promise.all(
        Array.from({ length: 50 }, () => newCollection(client, debtor, { amount: "1", dueAt })),
      );
    }
    const asked = advance(beganMs + kill * DAY_MS).catch(() => undefined);
    await pause(kill * 7);
    await Promise.all([restart(), asked]);
  }
  expect(await advance(beganMs + (KILLS + 1) * DAY_MS), 200);
  await assertBalance(client, destinationAccountId, String(all));
  await assertBalance(client, sourceAccountId, "1000");
  const query = `productId=${client.productId}&consentId=${debtor.consentId}`;
  const collections = await walk(client, `/collections?${query}`);
  assert.equal(collections.length, all);
  for (const { status, attempts } of collections) {
    assert.deepEqual([status, (attempts as unknown[]).length], ["collected", 1]);
  }
  const transfers = new Set(collections.map(({ transferId }) => transferId));
  assert.equal(transfers.size, all);
  assert.deepEqual(new Set(Object.values(await totals(client))), new Set(["0"]));
});
