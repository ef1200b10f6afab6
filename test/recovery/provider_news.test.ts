/**
 * The reference provider tells its news to the server, each a process with its own book: in every way in which it
 * can misbehave, and with the server killed before it has heard.
 * A server of its own: it is killed, and a provider is configured.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import {
  armProvider,
  bookLines,
  controlProvider,
  killProvider,
  type ProviderProcess,
  startProvider,
} from "../support/provider.ts";
import { acceptedIn, newsUrl, submittedEntity } from "../support/provider_news.ts";
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
const ACME = { name: "acme", kind: "verification" };
/** Before news that was not confirmed is told again, milliseconds. */
const PAUSE = ["--news-pause", "50"];

const dataDir = newDataDir();
const bookPath = join(newDataDir(), "book.jsonl");
let server: Server;
let provider: ProviderProcess;
let secret: string;
let live: Credentials;
let client: Client;

before(async () => {
  server = await startServer(FLAGS, dataDir);
  const made = await admin(server, "provider set", { ...ACME, url: "http://127.0.0.1:8090" });
  secret = String(made["secret"]);
  await openProvider(["--decide-after", "0"]);
  live = await newCredentials(server, { environment: "live", live: "true" });
  client = await openClient(server, live);
});

after(async () => {
  client.close();
  await killProvider(provider);
  await stopServer(server);
});

/** Starts the provider with its book; each tells the other where it is now. */
async function openProvider(flags: readonly string[]): Promise<void> {
  const told = ["--news-url", newsUrl(server, ACME.name), ...PAUSE];
  provider = await startProvider({ bookPath, secret }, [...told, ...flags]);
  await admin(server, "provider set", { ...ACME, url: provider.url });
}

type Verification = { entityId: string; verificationId: string; effectId: string };

/** A verification that the provider has accepted. */
async function verify(): Promise<Verification> {
  const entityId = await submittedEntity(client);
  const path = `/entities/${entityId}/kyc/verifications`;
  const started = expect(await client.post(path, { tier: "tier_1" }), 201);
  assert.equal(started.at("status"), "processing");
  const verificationId = started.id("verificationId");
  const [line] = acceptedIn(bookPath, verificationId);
  return { entityId, verificationId, effectId: line?.effectId ?? "" };
}

async function statusOf({ entityId, verificationId }: Verification) {
  const path = `/entities/${entityId}/kyc/verifications/${verificationId}`;
  return expect(await client.get(path), 200).at("status");
}

/** The ids of the news about an effect, and of those that the server has confirmed. */
function newsOf(effectId: string): { made: string[]; told: string[] } {
  const made = bookLines(bookPath, "news").flatMap((line, at) =>
    line["effectId"] === effectId ? [`news-${at + 1}`] : [],
  );
  const confirmed = new Set(bookLines(bookPath, "told").map(({ newsId }) => newsId));
  return { made, told: made.filter((newsId) => confirmed.has(newsId)) };
}

const untilTold = (effectId: string, count: number) =>
  until(() => newsOf(effectId).told.length === count, `${count} news confirmed`);

test("live provider's news: as the protocol says -> verified by it, confirmed", async () => {
  const one = await verify();
  await untilTold(one.effectId, 1);
  assert.equal(await statusOf(one), "verified");
});

test("live provider's news: before its answer -> verified in the record of the answer", async () => {
  await armProvider(provider, "news_early");
  const one = await verify();
  assert.equal(await statusOf(one), "verified");
  await untilTold(one.effectId, 1);
});

test("live provider's news: twice -> once", async () => {
  await armProvider(provider, "news_twice");
  const one = await verify();
  await untilTold(one.effectId, 1);
  assert.equal(await statusOf(one), "verified");
});

test("live provider's news: the opposite after the outcome -> confirmed, and the first holds", async () => {
  await armProvider(provider, "news_contradictory");
  const one = await verify();
  await untilTold(one.effectId, 2);
  assert.equal(await statusOf(one), "verified");
});

test("live provider's news: of an effect that nobody sent -> never confirmed; other news goes on", async () => {
  await armProvider(provider, "news_unknown");
  const one = await verify();
  await untilTold(one.effectId, 1);
  const next = await verify();
  await untilTold(next.effectId, 1);
  assert.deepEqual([await statusOf(one), await statusOf(next)], ["verified", "verified"]);
  const { made, told } = newsOf(`${one.effectId}x`);
  assert.deepEqual([made.length, told.length], [1, 0]);
});

test("live provider's news: lost -> heard by a question", async () => {
  await armProvider(provider, "news_lost");
  const one = await verify();
  await until(async () => (await statusOf(one)) === "verified", "the question tells it");
});

test("live provider's news: the server killed before it has heard -> told again to the next one, and kept by it", async () => {
  const { effectId, ...ids } = await verifyUndecided();
  await killServer(server);
  client.close();
  const path = `effects/${effectId}/outcome`;
  assert.equal(await controlProvider(provider.url, path, { outcome: "rejected" }), 200);
  assert.deepEqual(newsOf(effectId).told, []);
  await killProvider(provider);
  server = await startServer(FLAGS, dataDir);
  client = await openClient(server, live);
  await openProvider(["--decide", "nothing"]);
  await untilTold(effectId, 1);
  assert.equal(await statusOf({ effectId, ...ids }), "failed");
  assert.deepEqual(bookLines(bookPath, "repeated"), []);
});

/** A verification of a provider that decides nothing by itself. */
async function verifyUndecided(): Promise<Verification> {
  await killProvider(provider);
  await openProvider(["--decide", "nothing"]);
  return await verify();
}
