/**
 * Collections by mandates in live: the server and the reference provider as a bank, in two processes, each with its own book. The bank
 * accepts, refuses, does not answer, and tells what became of the money; either side is killed while a collection is under way.
 * A server of its own: a provider is configured, and it is killed.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { type LiveMandate, newDebit, newDestination, newMandate } from "../support/live_debits.ts";
import { arrivedLate, fundedAccount, newPayee } from "../support/live_payouts.ts";
import { assertBalance, balanceOf } from "../support/parties.ts";
import {
  armProvider,
  bookLines,
  controlProvider,
  killProvider,
  type ProviderProcess,
  startProvider,
} from "../support/provider.ts";
import { newsUrl, tellNews } from "../support/provider_news.ts";
import { bankEffects } from "../support/scripts/provider/reference.ts";
import {
  admin,
  type Credentials,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import {
  actionsOf,
  callOf,
  liveProductOf,
  newTill,
  onlyOf,
  TILL_KIND,
  TILL_PROGRAM,
} from "../support/tills.ts";
import { until } from "../support/webhooks.ts";

const FLAGS = ["--shards", "2", "--edges", "1"];
const BANK = { name: "first-bank", kind: "bank" };
const AMOUNT = "35000";

const dataDir = newDataDir();
const bookPath = join(newDataDir(), "book.jsonl");
let server: Server;
let bank: ProviderProcess;
let secret: string;
let credentials: Credentials;
let client: Client;
let mandate: LiveMandate;

before(async () => {
  server = await startServer(FLAGS, dataDir);
  const made = await admin(server, "provider set", { ...BANK, url: "http://127.0.0.1:8090" });
  secret = String(made["secret"]);
  await openBank();
  credentials = await newCredentials(server, { environment: "live", live: "true" });
  client = await openClient(server, credentials);
  mandate = await newMandate(server, client);
});

after(async () => {
  client.close();
  await killProvider(bank);
  await stopServer(server);
});

/** Starts the bank with its book, and tells the server its address, which is another each time. */
async function openBank(): Promise<void> {
  const flags = ["--kind", "bank", "--decide-collection", "nothing"];
  const news = ["--news-url", newsUrl(server, BANK.name), "--news-pause", "50"];
  bank = await startProvider({ bookPath, secret }, [...flags, ...news]);
  await admin(server, "provider set", { ...BANK, url: bank.url });
}

/** Kills the server and starts it again, with its port, which the bank knows. */
async function killAndStart(): Promise<void> {
  const { contract } = client;
  client.close();
  await killServer(server);
  server = await startServer(FLAGS, dataDir);
  await killProvider(bank);
  await openBank();
  client = await openClient(server, credentials, { contract });
}

type Debit = { account: string; collectionId: string };

async function scheduled(): Promise<Debit> {
  const account = await newDestination(client);
  return { account, collectionId: await newDebit(client, mandate, account, AMOUNT) };
}

const collect = (collectionId: string, key: string = randomUUID()): Promise<Reply> =>
  client.post(`/collections/${collectionId}/collect`, undefined, { key });

/** A collection that the bank has accepted. */
async function accepted(): Promise<Debit> {
  const one = await scheduled();
  const reply = expect(await collect(one.collectionId), 200);
  assert.deepEqual([reply.at("status"), reply.at("provider")], ["processing", BANK.name]);
  return one;
}

const collectionOf = async (collectionId: string) =>
  expect(await client.get(`/collections/${collectionId}`), 200);
const untilIs = (collectionId: string, status: string) =>
  until(
    async () => (await collectionOf(collectionId)).at("status") === status,
    `${collectionId} is ${status}`,
  );

/** The request by which the bank is asked in the last attempt. */
async function requestOf(collectionId: string): Promise<string> {
  const { items } = (await client.get(`/collections/${collectionId}/attempts?limit=1`)).body as {
    items: { operationId: string }[];
  };
  return String(items[0]?.operationId).replace("op_", "preq_");
}

/** The bank decides what becomes of a collection, and tells it. */
async function decide(collectionId: string, outcome: string, reason?: string): Promise<void> {
  const path = `effects/${await requestOf(collectionId)}/outcome`;
  const told = { outcome, ...(reason !== undefined && { reason }) };
  assert.equal(await controlProvider(bank.url, path, told), 200);
}

/** How often the bank has accepted what it was asked of a collection. */
async function acceptedThere(collectionId: string): Promise<number> {
  const asked = await requestOf(collectionId);
  return bookLines(bookPath, "accepted").filter(
    ({ effect }) => (effect as { effectId: string }).effectId === asked,
  ).length;
}

test("live collection: the bank accepts, collects and takes back -> credited, then gone back; the bank is told of the debtor and the mandate", async () => {
  const { account, collectionId } = await accepted();
  await assertBalance(client, account, "0");
  const asked = await requestOf(collectionId);
  const line = bookLines(bookPath, "accepted").find(
    ({ effect }) => (effect as { effectId: string }).effectId === asked,
  );
  assert.ok(line !== undefined);
  const { request } = line["effect"] as { request: Record<string, object> };
  assert.deepEqual(request["debtor"], { name: "Ada Lovelace", iban: "DE89370400440532013000" });
  const reference = mandate.consentId.replace("cons_", "");
  const acceptedAt = "2026-01-01T00:00:00.000Z";
  assert.deepEqual(request["mandate"], { reference, acceptedAt, sequence: "first" });
  await decide(collectionId, "collected");
  await untilIs(collectionId, "collected");
  await assertBalance(client, account, AMOUNT);
  await decide(collectionId, "returned", "md06");
  await untilIs(collectionId, "returned");
  const back = await collectionOf(collectionId);
  assert.deepEqual([back.at("returnedFromAccountId"), back.at("failure.code")], [account, "MD06"]);
  await assertBalance(client, account, "0");
});

test("live collection: the bank refuses -> provider_egress_rejected, the same for the same key; failed", async () => {
  await armProvider(bank, "reject");
  const { account, collectionId } = await scheduled();
  const key = randomUUID();
  const refused = expect(await collect(collectionId, key), "provider_egress_rejected");
  assert.equal((await collect(collectionId, key)).text, refused.text);
  assert.equal((await collectionOf(collectionId)).at("status"), "failed");
  await assertBalance(client, account, "0");
});

for (const mode of ["hang", "garble", "fail", "lose"]) {
  test(`live collection: the bank's fault is ${mode} -> the same key resumes, and the bank has it once`, async () => {
    await armProvider(bank, mode);
    const { collectionId } = await scheduled();
    const key = randomUUID();
    const first = await collect(collectionId, key);
    // On a connection that was open before, an attempt whose answer was lost asks at once.
    if (mode !== "lose" || first.status !== 200) expect(first, "provider_egress_failed");
    const resumed = expect(await collect(collectionId, key), 200);
    assert.equal(resumed.at("status"), "processing");
    assert.equal((await collect(collectionId, key)).text, resumed.text);
    assert.equal(await acceptedThere(collectionId), 1);
    assert.deepEqual(bookLines(bookPath, "repeated"), []);
  });
}

test("live collection: it failed, and is tried again -> the bank is asked by another request; both stand in its book", async () => {
  const { account, collectionId } = await accepted();
  const first = await requestOf(collectionId);
  await decide(collectionId, "failed", "am04");
  await untilIs(collectionId, "failed");
  assert.equal((await collectionOf(collectionId)).at("failure.retryable"), true);
  expect(await client.post(`/collections/${collectionId}/retry`, {}), 200);
  await until(
    async () =>
      (await requestOf(collectionId)) !== first && (await acceptedThere(collectionId)) === 1,
    "the clock has asked the bank again",
  );
  await decide(collectionId, "collected");
  await untilIs(collectionId, "collected");
  await assertBalance(client, account, AMOUNT);
});

test("live collection: taken back when the money was spent -> an account of the Product for losses is below zero", async () => {
  const { account, collectionId } = await accepted();
  await decide(collectionId, "collected");
  await untilIs(collectionId, "collected");
  const spent = { sourceAccountId: account, destinationAccountId: await newDestination(client) };
  expect(await client.post("/transfers", { ...spent, amount: "1", currency: "EUR" }), 201);
  await decide(collectionId, "returned");
  await untilIs(collectionId, "returned");
  const losses = (await collectionOf(collectionId)).id("returnedFromAccountId");
  const { body } = await client.get(`/accounts/${losses}`);
  assert.equal(body["role"], "product_losses");
  assert.equal((await balanceOf(client, losses)).posted, `-${AMOUNT}`);
  await assertBalance(client, account, "34999");
  const whole = { sourceAccountId: await fundedAccount(server, client, AMOUNT) };
  const repaid = { ...whole, destinationAccountId: losses, amount: AMOUNT, currency: "EUR" };
  expect(await client.post("/transfers", repaid), 201);
  await assertBalance(client, losses, "0");
});

test("live collection: the server is killed while the bank does not answer -> asked about after the start, collected once", async () => {
  await armProvider(bank, "hang");
  const { account, collectionId } = await scheduled();
  const key = randomUUID();
  const lost = collect(collectionId, key).catch(() => undefined);
  await until(
    async () => (await collectionOf(collectionId)).at("status") === "processing",
    "the bank is asked",
  );
  await killAndStart();
  await lost;
  const answer = await collect(collectionId, key);
  if (answer.status !== 200) expect(answer, "provider_egress_failed");
  const resumed = expect(await collect(collectionId, key), 200);
  assert.equal(resumed.at("status"), "processing");
  assert.equal(await acceptedThere(collectionId), 1);
  await decide(collectionId, "collected");
  await untilIs(collectionId, "collected");
  await assertBalance(client, account, AMOUNT);
});

test("live collection: both sides are killed after the bank has it and before that is told -> told again, credited once", async () => {
  const { account, collectionId } = await accepted();
  await decide(collectionId, "collected");
  await killAndStart();
  await untilIs(collectionId, "collected");
  await assertBalance(client, account, AMOUNT);
  await killAndStart();
  await assertBalance(client, account, AMOUNT);
});

test("live program: an action collects and pays out with it, and the bank takes it back -> each end is told once; the losses pay", async () => {
  const { personalAccessToken: apiKey } = server.demo.founder;
  const founder = await openClient(server, { productId: "", apiKey });
  const tills = await openClient(server, await liveProductOf(server, founder, TILL_PROGRAM));
  const { customerId: payer, consentId: consent } = await newMandate(server, tills);
  const fields = { payer, consent, payee: await newPayee(tills), amount: AMOUNT };
  const { objectId, potId } = await newTill(tills, fields);
  await callOf(tills, TILL_KIND, objectId, "collect");
  const told = () => actionsOf(tills, TILL_KIND, objectId);
  const only = (what: "payouts" | "collections") => onlyOf(tills, what, objectId);
  const { attempts } = (await only("collections")) as unknown as { attempts: Attempt[] };
  const effect = String(attempts[0]?.operationId).replace("op_", "preq_");
  const says = async (outcome: string) =>
    assert.equal(await controlProvider(bank.url, `effects/${effect}/outcome`, { outcome }), 200);
  await until(
    () => bookLines(bookPath, "accepted").some(({ effect: one }) => idOf(one) === effect),
    "the bank has it",
  );
  await says("collected");
  await until(async () => (await told()).length === 3, "the object has paid out");
  assert.deepEqual(await told(), ["collect", "pay", "paid"]);
  await says("returned");
  await until(async () => (await told()).length === 4, "the object is told of the return");
  assert.deepEqual(await told(), ["collect", "pay", "paid", "takenBack"]);
  await assertBalance(tills, potId, "0");
  const { returnedFromAccountId = "" } = await only("collections");
  assert.equal((await balanceOf(tills, returnedFromAccountId)).posted, `-${AMOUNT}`);
  for (const each of [founder, tills]) each.close();
});
type Attempt = { operationId: string };
const idOf = (effect: unknown) => (effect as { effectId: string }).effectId;

const reconcile = () => admin(server, "provider reconcile", { name: BANK.name });
type Compared = {
  differences: Record<"difference" | "effectId" | "here" | "there", string>[];
  credits: { positions: Record<"here" | "there", string>[] };
};
const differing = async () =>
  ((await reconcile()) as Compared).differences.map(({ difference, effectId, here, there }) => [
    ...[difference, effectId, here, there],
  ]);
/** Nothing differs, and the bank has what the accounts here say, to the unit. */
async function assertAgreed(): Promise<void> {
  const { differences, credits } = (await reconcile()) as Compared;
  assert.deepEqual(differences, []);
  for (const { here, there } of credits.positions) assert.equal(here, there);
}
/** The bank tells what its book does not have. */
async function misled(collectionId: string, outcome: string): Promise<void> {
  const news = { effectId: await requestOf(collectionId), outcome };
  const { status } = await tellNews(server, { provider: BANK.name, secret, news });
  assert.equal(status, 200);
  await untilIs(collectionId, outcome);
}
const correct = (collection: string, outcome: string) =>
  admin(server, "collection correct", { collection, outcome, reason: "the bank has said so" });

test("live collection: failed, and then the bank has the money -> named by the comparison, until the operator books it, once", async () => {
  const { account, collectionId } = await accepted();
  await misled(collectionId, "failed");
  await decide(collectionId, "collected");
  const effect = await requestOf(collectionId);
  assert.deepEqual(await differing(), [["status_differs", effect, "failed", "collected"]]);
  const booked = await correct(collectionId, "collected");
  assert.deepEqual([booked["status"], booked["creditedAccountId"]], ["collected", account]);
  assert.deepEqual(await correct(collectionId, "collected"), booked);
  await assertBalance(client, account, AMOUNT);
  await assertAgreed();
  await decide(collectionId, "returned");
  await untilIs(collectionId, "returned");
  await assertBalance(client, account, "0");
  await assertAgreed();
});

test("live collection: collected, and then the bank never had the money -> named, until the operator books it", async () => {
  const { account, collectionId } = await accepted();
  await misled(collectionId, "collected");
  await decide(collectionId, "failed");
  const effect = await requestOf(collectionId);
  assert.deepEqual((await differing())[0], ["status_differs", effect, "collected", "failed"]);
  assert.equal((await correct(collectionId, "failed"))["status"], "returned");
  await assertBalance(client, account, "0");
  await assertAgreed();
});

test("live collection: never seen, and the bank takes it afterwards -> named, until the operator books it", async () => {
  const own = await newMandate(server, client);
  const account = await newDestination(client);
  const collectionId = await newDebit(client, own, account, AMOUNT);
  await armProvider(bank, "fail");
  const key = randomUUID();
  expect(await collect(collectionId, key), "provider_egress_failed");
  expect(await client.post(`/customers/${own.customerId}/close`), 200);
  const entity = own.customerId.replace("cust_", "ent_");
  await admin(server, "entity erase", { entity, reason: "ticket 7" });
  expect(await collect(collectionId, key), "provider_egress_rejected");
  const effectId = await requestOf(collectionId);
  const asked = bankEffects.collect(1, { collectionId });
  const late = await arrivedLate({ url: bank.url, secret }, { ...asked, effectId });
  assert.equal(late.result, "accepted");
  await decide(collectionId, "collected");
  assert.deepEqual((await differing())[0], ["status_differs", effectId, "refused", "collected"]);
  assert.equal((await correct(collectionId, "collected"))["status"], "collected");
  await assertBalance(client, account, AMOUNT);
  await assertAgreed();
});

test("live collection: the bank's book afterwards -> agrees; a return that nobody was told -> told by the reconciliation", async () => {
  const agreed = await reconcile();
  assert.deepEqual([agreed["agree"], agreed["pending"]], [true, 0], JSON.stringify(agreed));
  const { collectionId } = await accepted();
  await decide(collectionId, "collected");
  await untilIs(collectionId, "collected");
  await armProvider(bank, "news_lost");
  await decide(collectionId, "returned");
  const differs = await reconcile();
  assert.equal(differs["agree"], false);
  const [difference] = differs["differences"] as Record<string, unknown>[];
  assert.deepEqual(
    [difference?.["difference"], difference?.["here"], difference?.["there"]],
    ["status_differs", "collected", "returned"],
  );
});
