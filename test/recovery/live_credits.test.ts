/**
 * Money that arrives in live: the server and the reference provider as a bank, in two processes, each with its own book. The
 * bank tells it by each name of an address, twice, early, late, wrongly and for nobody; the operator assigns what is nobody's.
 * What kills on either side leave is looked at in provider_crash.test.ts.
 * A server of its own: a provider is configured, and the bank is told to misbehave.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { arrive, type OpenedAddress, openedAddress } from "../support/live_credits.ts";
import { scrapeMetrics } from "../support/metrics.ts";
import { assertBalance } from "../support/parties.ts";
import {
  armProvider,
  bookLines,
  killProvider,
  type ProviderProcess,
  startProvider,
} from "../support/provider.ts";
import { newsUrl, tellNews } from "../support/provider_news.ts";
import {
  admin,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { until } from "../support/webhooks.ts";

const FLAGS = ["--shards", "2", "--edges", "1"];
const BANK = { name: "first-bank", kind: "bank" };
const OTHER = { name: "other-bank", kind: "bank" };

type Credit = Readonly<Record<string, string>>;

const bookPath = join(newDataDir(), "book.jsonl");
let server: Server;
let bank: ProviderProcess;
let secret: string;
let client: Client;
let credentials: Awaited<ReturnType<typeof newCredentials>>;

before(async () => {
  server = await startServer(FLAGS, newDataDir());
  const made = await admin(server, "provider set", { ...BANK, url: "http://127.0.0.1:8090" });
  secret = String(made["secret"]);
  await openBank();
  credentials = await newCredentials(server, { environment: "live", live: "true" });
  client = await openClient(server, credentials);
});

after(async () => {
  client.close();
  await killProvider(bank);
  await stopServer(server);
});

/** Starts the bank with its book, and tells the server its address, which is another each time. */
async function openBank(): Promise<void> {
  const news = ["--news-url", newsUrl(server, BANK.name), "--news-pause", "50"];
  bank = await startProvider({ bookPath, secret }, [
    "--kind",
    "bank",
    "--decide-after",
    "0",
    ...news,
  ]);
  await admin(server, "provider set", { ...BANK, url: bank.url });
}

const newReference = () => `cr-${randomUUID()}`;

/** A credit as a bank tells it, of 500 in EUR. */
const creditOf = (target: object, more: object = {}) => ({
  ...{ kind: "received_credit", creditReference: newReference(), amount: "500", currency: "EUR" },
  ...{ ...target, ...more },
});

const tell = (news: object) => tellNews(server, { provider: BANK.name, secret, news });

async function creditsAt({ financialAddressId }: OpenedAddress): Promise<readonly Credit[]> {
  const path = `/financial-addresses/${financialAddressId}/received-credits`;
  return expect(await client.get(path), 200).items() as unknown as Credit[];
}

const nobodys = async () =>
  (await admin(server, "credit list"))["credits"] as readonly Record<string, unknown>[];
const nobodysOf = async (reference: string) =>
  (await nobodys()).find((one) => one["reference"] === reference);

const metrics = () => scrapeMetrics(new URL(server.baseUrl).origin);
/** How many tellings were taken, by verdict. */
const counted = async (verdict: string) =>
  (await metrics()).sum("service_provider_credits_total", { verdict });
/** What `/metrics` says of credits that are nobody's. */
const unassigned = async () => (await metrics()).sum("service_unassigned_credits");

test("live credit: told by each name of its address -> on the account, each once, without the payer's number", async () => {
  const address = await openedAddress(client);
  const { financialAddressId, accountId, details } = address;
  const spaced = String(details["iban"])
    .toLowerCase()
    .replaceAll(/(.{4})/g, "$1 ")
    .trim();
  const payer = { name: "Charles Babbage", accountNumber: "GB29NWBK60161331926819" };
  const targets = [
    { financialAddressId },
    { effectId: financialAddressId.replace("fa_", "preq_") },
    { address: { iban: details["iban"] } },
    { address: { iban: spaced } },
  ];
  for (const target of targets) {
    const news = creditOf(target, { payer, remittance: "Invoice 7" });
    assert.equal((await tell(news)).status, 200);
  }
  await assertBalance(client, accountId, "2000");
  const credits = await creditsAt(address);
  assert.equal(credits.length, targets.length);
  for (const credit of credits) {
    assert.deepEqual([credit["status"], credit["provider"]], ["credited", BANK.name]);
    assert.deepEqual(credit["payer"], { name: payer.name, accountNumberMasked: "6819" });
  }
});

test("live credit: money arrives at the bank -> told by itself, on the account", async () => {
  const { accountId, financialAddressId, details } = await openedAddress(client);
  await arrive(bank.url, { financialAddressId, amount: "300", currency: "EUR" });
  await arrive(bank.url, { address: { iban: details["iban"] }, amount: "200", currency: "EUR" });
  await until(async () => (await untold()).length === 0, "everything is told");
  await assertBalance(client, accountId, "500");
});

/** News that the bank has made and the server has not confirmed. */
async function untold(): Promise<unknown[]> {
  const answer = await fetch(`${bank.url}/control/book`);
  return ((await answer.json()) as { untold: unknown[] }).untold;
}

test("live credit: told twice at once and later, under one newsId and others -> one transfer", async () => {
  const address = await openedAddress(client);
  const { financialAddressId, accountId } = address;
  const before = await counted("twice");
  const news = creditOf({ financialAddressId });
  const newsId = randomUUID();
  const telling = { provider: BANK.name, secret, news };
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => tellNews(server, { ...telling, newsId })),
    ...Array.from({ length: 5 }, () => tellNews(server, telling)),
  ]);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal((await tell(news)).status, 200);
  await assertBalance(client, accountId, "500");
  assert.equal((await creditsAt(address)).length, 1);
  assert.equal((await counted("twice")) - before, 10);
});

test("live credit: the same reference with another amount, another address, and one of nobody -> the first holds; counted", async () => {
  const [one, other] = [await openedAddress(client), await openedAddress(client)];
  const before = await counted("contradictory");
  const first = creditOf({ financialAddressId: one.financialAddressId });
  const others = [
    { ...first, amount: "501" },
    { ...first, currency: "USD" },
    { ...first, currency: "QQQ" },
    { ...first, financialAddressId: other.financialAddressId },
    { ...first, financialAddressId: undefined, address: { alias: "nobody@bank" } },
  ];
  for (const news of [first, ...others]) assert.equal((await tell(news)).status, 200);
  await assertBalance(client, one.accountId, "500");
  await assertBalance(client, other.accountId, "0");
  assert.equal((await counted("contradictory")) - before, others.length);
  assert.equal(await nobodysOf(first.creditReference), undefined);
});

test("live credit: before the bank's answer to the opening, by the effect -> on the account", async () => {
  await armProvider(bank, "credit_early");
  const { accountId } = await openedAddress(client);
  await until(async () => (await untold()).length === 0, "everything is told");
  const [early] = bookLines(bookPath, "credit").slice(-1);
  assert.ok(early !== undefined);
  const { amount } = early["credit"] as { amount: string };
  await assertBalance(client, accountId, amount);
});

test("live credit: at an address that is retired, and in another currency -> on the account of the Product for it", async () => {
  const address = await openedAddress(client);
  const { financialAddressId, accountId } = address;
  assert.equal((await tell(creditOf({ financialAddressId }, { currency: "USD" }))).status, 200);
  expect(await client.post(`/financial-addresses/${financialAddressId}/retire`), 200);
  assert.equal((await tell(creditOf({ financialAddressId }))).status, 200);
  await assertBalance(client, accountId, "0");
  const credits = await creditsAt(address);
  assert.deepEqual(
    credits.map((one) => [one["status"], one["suspenseReason"]]),
    [
      ["suspended", "address_not_active"],
      ["suspended", "currency"],
    ],
  );
});

const STRANGE: [what: string, news: object, status: number][] = [
  ["without an amount", creditOf({ financialAddressId: "fa_1" }, { amount: undefined }), 400],
  ["without an address", creditOf({}), 400],
  ["of no money", creditOf({ financialAddressId: "fa_1" }, { amount: "0" }), 400],
];
for (const [what, news, status] of STRANGE) {
  test(`live credit: ${what} -> ${status}`, async () => {
    assert.equal((await tell(news)).status, status);
  });
}

test("live credit: at nobody's address, told again and otherwise -> listed once; assigned -> on the account, once", async () => {
  const address = await openedAddress(client);
  const { financialAddressId, accountId } = address;
  const news = creditOf({ address: { iban: "GB29 NWBK 6016 1331 9268 19" } });
  const reference = news.creditReference;
  const which = { provider: BANK.name, reference };
  for (const one of [news, news, { ...news, amount: "7" }]) {
    assert.equal((await tell(one)).status, 200);
  }
  const listed = await nobodysOf(reference);
  assert.deepEqual(
    [listed?.["sentTo"], listed?.["amount"], listed?.["status"], listed?.["reason"]],
    ["iban GB29NWBK60161331926819", "500", "unassigned", "address_unknown"],
  );
  await assert.rejects(
    admin(server, "credit assign", { ...which, address: financialAddressId.slice(0, -1) }),
    /has opened no address/,
  );
  const assign = () => admin(server, "credit assign", { ...which, address: financialAddressId });
  const assigned = await assign();
  assert.equal(assigned["verdict"], "credited");
  const again = await assign();
  assert.equal(again["receivedCreditId"], assigned["receivedCreditId"]);
  await assertBalance(client, accountId, "500");
  assert.equal(await nobodysOf(reference), undefined);
  assert.equal((await tell({ ...news, address: undefined, financialAddressId })).status, 200);
  await assertBalance(client, accountId, "500");
  const other = await openedAddress(client);
  await assert.rejects(
    admin(server, "credit assign", { ...which, address: other.financialAddressId }),
    /is assigned, not unassigned/,
  );
});

test("live credit: nobody's, and sent back by the bank -> returned, listed no more, and nobody can assign it", async () => {
  const { financialAddressId } = await openedAddress(client);
  const news = creditOf({ address: { alias: "nobody@bank" } });
  const which = { provider: BANK.name, reference: news.creditReference };
  assert.equal((await tell(news)).status, 200);
  const back = { ...which, "bank-reference": "ret-1" };
  assert.equal((await admin(server, "credit return", back))["status"], "returned");
  assert.equal(await nobodysOf(news.creditReference), undefined);
  await assert.rejects(
    admin(server, "credit assign", { ...which, address: financialAddressId }),
    /is returned, not unassigned/,
  );
});

test("live credit: three are nobody's, one told twice; one is assigned and one sent back -> service_unassigned_credits counts those that are left", async () => {
  const { financialAddressId } = await openedAddress(client);
  const before = (await nobodys()).length;
  // The number is that of the view, which is written after what is acknowledged.
  const counts = (number: number) =>
    until(async () => (await unassigned()) === before + number, `${number} more are counted`);
  const [one, other, third] = Array.from({ length: 3 }, () =>
    creditOf({ address: { alias: "nobody@bank" } }),
  );
  for (const news of [one, other, third, third]) assert.equal((await tell(news ?? {})).status, 200);
  await counts(3);
  const which = (news: typeof one) => ({
    ...{ provider: BANK.name, reference: String(news?.creditReference) },
  });
  await admin(server, "credit assign", { ...which(one), address: financialAddressId });
  await counts(2);
  await admin(server, "credit return", { ...which(other), "bank-reference": "ret-2" });
  await counts(1);
  assert.equal((await nobodys()).length, before + 1);
});

test("live credit: another bank tells one at this bank's address -> nobody's", async () => {
  const { accountId, financialAddressId } = await openedAddress(client);
  const made = await admin(server, "provider set", { ...OTHER, url: "http://127.0.0.1:8091" });
  const news = creditOf({ financialAddressId });
  const telling = { provider: OTHER.name, secret: String(made["secret"]), news };
  await admin(server, "provider set", { ...BANK, url: bank.url });
  // A bank is known when the views show it.
  await until(async () => (await tellNews(server, telling)).status === 200, "it is taken");
  assert.equal((await nobodysOf(news.creditReference))?.["provider"], OTHER.name);
  await assertBalance(client, accountId, "0");
});

test("live credit: the books are compared -> they agree but for what the bank lacks; a credit that is not told -> named, until it is", async () => {
  const { financialAddressId } = await openedAddress(client);
  const reconcile = async () => {
    const { credits, days } = await admin(server, "provider reconcile", { name: BANK.name });
    return { ...(credits as { differences: Credit[]; positions: Credit[] }), days };
  };
  await arrive(bank.url, { financialAddressId, amount: "900", currency: "EUR" });
  await until(async () => (await untold()).length === 0, "everything is told");
  const named = async (reference: string) =>
    (await reconcile()).differences.filter((one) => one["creditReference"] === reference);
  const told = creditOf({ financialAddressId });
  assert.equal((await tell(told)).status, 200);
  const { differences, positions, days } = await reconcile();
  const missing = differences.find((one) => one["creditReference"] === told.creditReference);
  assert.deepEqual(missing, {
    ...{ difference: "credit_missing_there", here: "500 EUR" },
    creditReference: told.creditReference,
  });
  const euros = positions.find(({ currency }) => currency === "EUR");
  assert.equal(
    BigInt(euros?.["here"] ?? 0),
    BigInt(euros?.["external"] ?? 0) + BigInt(euros?.["nobodys"] ?? 0),
  );
  assert.match(String((days as string[])[0]), /day +currency +credits/);
  assert.match(String((days as string[])[1]), /^ *\d{4}-\d\d-\d\d +EUR /);
  const lost = {
    financialAddressId,
    creditReference: newReference(),
    amount: "1",
    currency: "EUR",
  };
  const silent = await startProvider({ bookPath: `${bookPath}.silent`, secret }, [
    "--kind",
    "bank",
  ]);
  await arrive(silent.url, lost);
  await admin(server, "provider set", { ...BANK, url: silent.url });
  assert.deepEqual(
    (await named(lost.creditReference)).map((one) => one["difference"]),
    ["credit_unknown_here"],
  );
  assert.equal((await tell(creditOf({ financialAddressId }, lost))).status, 200);
  assert.deepEqual(await named(lost.creditReference), []);
  await killProvider(silent);
  await admin(server, "provider set", { ...BANK, url: bank.url });
});

test("live credit: the server is killed right after a 200, and it is told again -> on the account once; nobody's is there still", async () => {
  const { accountId, financialAddressId } = await openedAddress(client);
  const news = creditOf({ financialAddressId });
  const lost = creditOf({ address: { alias: "nobody@bank" } });
  assert.equal((await tell(lost)).status, 200);
  assert.equal((await tell(news)).status, 200);
  const before = (await nobodys()).length;
  client.close();
  await killServer(server);
  server = await startServer(FLAGS, server.dataDir);
  client = await openClient(server, credentials);
  await until(async () => (await tell(news)).status === 200, "it is taken again");
  assert.equal((await tell({ ...lost, address: undefined, financialAddressId })).status, 200);
  await assertBalance(client, accountId, "500");
  assert.notEqual(await nobodysOf(lost.creditReference), undefined);
  await until(async () => (await unassigned()) === before, "as many are counted as before");
});
