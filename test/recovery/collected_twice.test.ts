/**
 * A bank collects twice for one collection: by two attempts, by one of which it had said that it failed; or by one, which a statement shows, or
 * which the bank tells as a credit. The second sum is on no account of a customer and is not lost: it waits, and what the bank has is what is on record here.
 * A server of its own: two banks are configured, and the server is killed.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { type SaidEntry, statementOf } from "../support/iso20022/bank_says.ts";
import { type LiveMandate, newDebit, newDestination, newMandate } from "../support/live_debits.ts";
import { assertBalance } from "../support/parties.ts";
import {
  controlProvider,
  killProvider,
  type ProviderProcess,
  startProvider,
} from "../support/provider.ts";
import { newsUrl, tellNews } from "../support/provider_news.ts";
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
import { until } from "../support/webhooks.ts";

const FLAGS = ["--shards", "2", "--edges", "1"];
const FILES = "file-bank";
const BANK = { name: "first-bank", kind: "bank" };
const OWN_IBAN = "DE02120300000000202051";
const AMOUNT = "35000";
/** A time that no clock of a test reaches. */
const FAR = "2099-01-01T00:00:00.000Z";

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "collected-twice-"));
let server: Server;
let credentials: Credentials;
let client: Client;
let mandate: LiveMandate;
let bank: ProviderProcess | undefined;
/** Of the bank over HTTP. */
let secret: string;

before(async () => {
  server = await startServer(FLAGS, dataDir);
  await admin(server, "provider set", { name: FILES, kind: "bank", speaks: "files" });
  await admin(server, "bank account", {
    ...{ name: FILES, currency: "EUR", holder: "Acme Zahlungen GmbH", iban: OWN_IBAN },
    ...{ bic: "BYLADEM1001", "creditor-id": "DE98ZZZ09999999999" },
  });
  credentials = await newCredentials(server, { environment: "live", live: "true" });
  client = await openClient(server, credentials);
  mandate = await newMandate(server, client);
});

after(async () => {
  client.close();
  if (bank !== undefined) await killProvider(bank);
  await stopServer(server);
  rmSync(folder, { recursive: true });
});

async function killAndStart(): Promise<void> {
  client.close();
  await killServer(server);
  server = await startServer(FLAGS, dataDir);
  client = await openClient(server, credentials);
}

type Attempt = Record<"operationId" | "outcome" | "transferId" | "creditedAccountId", string>;
async function collectionOf(collectionId: string) {
  const read = expect(await client.get(`/collections/${collectionId}`), 200);
  return read.body as { status: string; attempts: Attempt[] };
}
const untilIs = (collectionId: string, status: string) =>
  until(async () => (await collectionOf(collectionId)).status === status, `it is ${status}`);
async function requestOf(collectionId: string): Promise<string> {
  const { attempts } = await collectionOf(collectionId);
  return String(attempts.at(-1)?.operationId).replace("op_", "preq_");
}
/** A collection that the bank of now was asked for, and the account that is to have the money. */
async function asked() {
  const account = await newDestination(client);
  const collectionId = await newDebit(client, mandate, account, AMOUNT);
  const collected = await client.post(`/collections/${collectionId}/collect`, undefined, {
    key: randomUUID(),
  });
  expect(collected, 200);
  return { account, collectionId };
}

/** How often a file was given to the import. */
let files = 0;
async function imported(...entries: SaidEntry[]) {
  const file = join(folder, `in-${files++}`);
  const names = { type: "camt.053", iban: OWN_IBAN } as const;
  writeFileSync(file, statementOf({ ...names, messageId: `S-${files}`, entries }));
  const read = await admin(server, "bank import", { name: FILES, file });
  const { taken, known, notTaken, entries: lines } = read as unknown as Imported;
  return { counts: [taken, known, notTaken], lines };
}
type Imported = { taken: number; known: number; notTaken: number; entries: string[] };

/** Gives the orders that wait to the bank; how the only one of them is called. */
async function ordered(): Promise<string> {
  const before = new Set(readdirSync(folder));
  await admin(server, "bank export", { name: FILES, folder });
  const [name = ""] = readdirSync(folder).filter((one) => !before.has(one));
  const text = readFileSync(join(folder, name), "utf8");
  return /<EndToEndId>(.*)<\/EndToEndId>/.exec(text)?.[1] ?? "";
}

type Unassigned = Record<"provider" | "reference" | "amount" | "sentTo" | "status", string>;
async function unassigned(reference: string): Promise<Unassigned | undefined> {
  const { credits } = (await admin(server, "credit list")) as { credits: Unassigned[] };
  return credits.find((one) => one.reference === reference);
}
const sendBack = (provider: string, reference: string) =>
  admin(server, "credit return", {
    ...{ provider, reference, "bank-reference": `back-${reference}` },
  });

test("collected twice: a statement has two entries of one collection -> the second is nobody's, once, whatever is imported again, also after kill -9", async () => {
  const { account, collectionId } = await asked();
  const endToEndId = await ordered();
  const entry = { amount: "350.00", direction: "CRDT", endToEndId } as const;
  const first = { ...entry, bankReference: "C-1" };
  const second = { ...entry, bankReference: "C-2" };
  const { counts, lines } = await imported(first, second);
  assert.deepEqual(counts, [2, 0, 0], lines.join("\n"));
  assert.match(lines[1] ?? "", /collected a second time, 350\.00 EUR, C-2, unassigned/);
  await assertBalance(client, account, AMOUNT);
  const effect = await requestOf(collectionId);
  const credit = await unassigned("C-2");
  assert.deepEqual([credit?.amount, credit?.sentTo], [AMOUNT, `effect ${effect}`]);
  assert.deepEqual((await imported(second, first)).counts, [0, 2, 0]);
  await killAndStart();
  assert.deepEqual((await imported(first, second)).counts, [0, 2, 0]);
  await assertBalance(client, account, AMOUNT);
  await sendBack(FILES, "C-2");
  assert.deepEqual((await imported(second)).counts, [0, 1, 0]);
  assert.equal(await unassigned("C-2"), undefined);
});

/** From here on the bank over HTTP is asked. */
async function openBank(): Promise<string> {
  const made = await admin(server, "provider set", { ...BANK, url: "http://127.0.0.1:8090" });
  secret = String(made["secret"]);
  const parts = { bookPath: join(folder, "book.jsonl"), secret };
  const news = ["--news-url", newsUrl(server, BANK.name), "--news-pause", "50"];
  bank = await startProvider(parts, [
    ...["--kind", "bank", "--decide-collection", "nothing"],
    ...news,
  ]);
  await admin(server, "provider set", { ...BANK, url: bank.url });
  return bank.url;
}

type Compared = {
  differences: Record<"difference" | "effectId" | "here" | "there", string>[];
  credits: { positions: Record<"here" | "there", string>[]; differences: unknown[] };
};
const reconciled = async () =>
  (await admin(server, "provider reconcile", { name: BANK.name })) as unknown as Compared;

test("collected twice: by an attempt that had failed, and by the next -> the operator names the request, and the second sum is in suspense until the bank takes it back", async () => {
  const url = await openBank();
  const says = async (effect: string, outcome: string) =>
    assert.equal(await controlProvider(url, `effects/${effect}/outcome`, { outcome }), 200);
  const { account, collectionId } = await asked();
  const first = await requestOf(collectionId);
  const failed = { effectId: first, outcome: "failed" };
  const told = await tellNews(server, { provider: BANK.name, secret, news: failed });
  assert.equal(told.status, 200);
  await untilIs(collectionId, "failed");
  expect(await client.post(`/collections/${collectionId}/retry`, { dueAt: FAR }), 200);
  expect(await client.post(`/collections/${collectionId}/collect`), 200);
  await says(await requestOf(collectionId), "collected");
  await untilIs(collectionId, "collected");
  await says(first, "collected");
  const { differences } = await reconciled();
  assert.deepEqual(
    differences.map(({ effectId, here, there }) => [effectId, here, there]),
    [[first, "failed", "collected"]],
  );
  const given = { collection: collectionId, outcome: "collected", reason: "the bank has said so" };
  const refused: unknown = await admin(server, "collection correct", given).catch(String);
  assert.match(String(refused), /state_conflict|can turn out to be collected/);
  await admin(server, "collection correct", { ...given, request: first });
  const [{ creditedAccountId = "" } = {}] = (await collectionOf(collectionId)).attempts;
  await assertBalance(client, creditedAccountId, AMOUNT);
  await assertBalance(client, account, AMOUNT);
  await assertAgreed();
  await says(first, "returned");
  await until(
    async () => (await collectionOf(collectionId)).attempts[0]?.outcome === "returned",
    "the second sum is taken back",
  );
  await assertBalance(client, creditedAccountId, "0");
  await assertBalance(client, account, AMOUNT);
  assert.equal((await collectionOf(collectionId)).status, "collected");
  await assertAgreed();
});

/** Nothing differs, and the bank has what the accounts here say, to the unit. */
async function assertAgreed(): Promise<void> {
  const { differences, credits } = await reconciled();
  assert.deepEqual(differences, []);
  for (const { here, there } of credits.positions) assert.equal(here, there);
}

test("collected twice: the bank tells the second sum as a credit of the collection -> nobody's, until it is sent back; the collection is as it was", async () => {
  const { account, collectionId } = await asked();
  const effectId = await requestOf(collectionId);
  const { url } = bank ?? assert.fail("the bank is open");
  assert.equal(
    await controlProvider(url, `effects/${effectId}/outcome`, { outcome: "collected" }),
    200,
  );
  await untilIs(collectionId, "collected");
  const news = { kind: "received_credit", creditReference: "cr-1", effectId, currency: "EUR" };
  const telling = { provider: BANK.name, secret, news: { ...news, amount: AMOUNT } };
  for (const _ of [1, 2]) assert.equal((await tellNews(server, telling)).status, 200);
  const credit = await unassigned("cr-1");
  assert.deepEqual([credit?.amount, credit?.sentTo], [AMOUNT, `effect ${effectId}`]);
  await assertBalance(client, account, AMOUNT);
  await sendBack(BANK.name, "cr-1");
  assert.equal(await unassigned("cr-1"), undefined);
});
