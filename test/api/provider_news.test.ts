/**
 * The address of the news of providers, on a real server with two ledger shards, two Products and two providers:
 * each row of the published table (outbox/PROVIDER.md), and who is refused.
 * A server of its own: providers are configured, which all tenants see, and it is killed.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PROVIDER_BODY_BYTES_MAX } from "../../src/contract/messages/provider_protocol.ts";
import { SECRET_PREFIX } from "../../src/contract/messages/webhook_signature.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import {
  armProvider,
  killProvider,
  type ProviderProcess,
  startProvider,
} from "../support/provider.ts";
import {
  acceptedIn,
  answerOf,
  newsUrl,
  submittedEntity,
  type Telling,
  tellNews,
  tierTeller,
} from "../support/provider_news.ts";
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

const FLAGS = ["--shards", "2", "--edges", "1", "--log-level", "info"];

/** A provider that accepts and never decides by itself, and the client of a Product that it verifies for. */
type Side = {
  name: string;
  secret: string;
  bookPath: string;
  process: ProviderProcess;
  credentials: Credentials;
  client: Client;
};

const dataDir = newDataDir();
let server: Server;
let acme: Side;
let other: Side;

before(async () => {
  server = await startServer(FLAGS, dataDir);
  acme = await openSide("acme");
  await untilTaken();
});

after(async () => {
  for (const side of [acme, other]) {
    side?.client.close();
    if (side !== undefined) await killProvider(side.process);
  }
  await stopServer(server);
});

/** Early in a start news is answered with 503: the outbox opens the shards' views. */
async function untilTaken(): Promise<void> {
  const isTaken = async () => (await tell(acme, { effectId: "unknown" })).status === 404;
  await until(isTaken, "the server takes news");
}

/** A provider that serves from now on, in place of the one before. */
async function openSide(name: string): Promise<Side> {
  const bookPath = join(newDataDir(), "book.jsonl");
  const configured = { name, kind: "verification", url: "http://127.0.0.1:8090" };
  const secret = String((await admin(server, "provider set", configured))["secret"]);
  const process = await startProvider({ bookPath, secret }, ["--decide", "nothing"]);
  await admin(server, "provider set", { ...configured, url: process.url });
  const credentials = await newCredentials(server, { environment: "live", live: "true" });
  const client = await openClient(server, credentials);
  return { name, secret, bookPath, process, credentials, client };
}

type Verification = { entityId: string; verificationId: string; effectId: string };

/** A verification that the provider has accepted. */
async function accepted({ client, bookPath }: Side): Promise<Verification> {
  const entityId = await submittedEntity(client);
  const path = `/entities/${entityId}/kyc/verifications`;
  const started = expect(await client.post(path, { tier: "tier_1" }), 201);
  const verificationId = started.id("verificationId");
  const [line] = acceptedIn(bookPath, verificationId);
  return { entityId, verificationId, effectId: line?.effectId ?? "" };
}

const tell = (side: Side, news: object, more: Partial<Telling> = {}) =>
  tellNews(server, { provider: side.name, secret: side.secret, news, ...more });

async function statusOf({ client }: Side, { entityId, verificationId }: Verification) {
  const path = `/entities/${entityId}/kyc/verifications/${verificationId}`;
  return expect(await client.get(path), 200).at("status");
}

test("news: verified -> 200, the tier at once; twice, the same again, against it -> 200, nothing changes", async () => {
  const one = await accepted(acme);
  const { effectId, entityId } = one;
  const newsId = randomUUID();
  const first = await tell(acme, { effectId }, { newsId });
  assert.deepEqual([first.status, first.text], [200, "{}"]);
  const kyc = () => acme.client.get(`/entities/${entityId}/kyc`);
  const verified = expect(await kyc(), 200);
  assert.deepEqual([verified.at("status"), verified.at("tierAttained")], ["verified", "tier_1"]);
  for (const [news, more] of [
    [{ effectId }, { newsId }],
    [{ effectId }, {}],
    [{ effectId, outcome: "rejected" }, {}],
    [{ effectId, outcome: "requires_input", occurredAt: "2020-01-01T00:00:00.000Z" }, {}],
  ] as const) {
    assert.equal((await tell(acme, news, more)).status, 200);
  }
  assert.equal(expect(await kyc(), 200).text, verified.text);
});

test("news: verified for another tier -> 400 where there is none such, else that tier and no more", async () => {
  const one = await accepted(acme);
  const { effectId, entityId } = one;
  for (const tier of ["tier_9", "", 1, null, "TIER_1"]) {
    assert.equal((await tell(acme, { effectId, tier })).status, 400, String(tier));
  }
  assert.equal(await statusOf(acme, one), "processing");
  const told = await tell(acme, { effectId, tier: "tier_0" });
  assert.deepEqual([told.status, told.text], [200, "{}"]);
  assert.equal(await statusOf(acme, one), "verified");
  const { client } = acme;
  const entity = expect(await client.get(`/entities/${entityId}`), 200);
  assert.equal(entity.at("kyc.tierAttained"), "tier_0");
  const account = { productId: client.productId, role: "customer_balance", currency: "EUR" };
  const owner = { type: "customer", id: entityId.replace("ent_", "cust_") };
  assert.notEqual((await client.post("/accounts", { ...account, owner })).status, 201);
  const events = expect(await client.get(`/events?productId=${client.productId}&limit=100`), 200);
  const verified = events
    .items()
    .find(
      (event) =>
        event["type"] === "entity.kyc.verified" && JSON.stringify(event).includes(entityId),
    );
  assert.match(JSON.stringify(verified), /"tierAttained":"tier_0"/);
  const higher = await accepted(acme);
  assert.equal((await tell(acme, { effectId: higher.effectId, tier: "tier_3" })).status, 200);
  const kyc = expect(await client.get(`/entities/${higher.entityId}/kyc`), 200);
  assert.equal(kyc.at("tierAttained"), "tier_1");
});

test("an answer: it names a tier that does not exist -> nothing is attained, the operator is told, it is asked again", async (t) => {
  const provider = await tierTeller(t, "tier_9");
  const { port } = provider;
  const { name, client, process } = acme;
  const configured = { name, kind: "verification", url: `http://127.0.0.1:${port}` };
  await admin(server, "provider set", configured);
  t.after(() => admin(server, "provider set", { ...configured, url: process.url }));
  const entityId = await submittedEntity(client);
  const [path, key] = [`/entities/${entityId}/kyc/verifications`, randomUUID()];
  expect(await client.post(path, { tier: "tier_1" }, { key }), "provider_egress_failed");
  const kyc = () => client.get(`/entities/${entityId}/kyc`);
  assert.equal(expect(await kyc(), 200).at("tierAttained"), "tier_0");
  await until(async () => /unknown_tier/.test(server.output()), "a line of the log");
  provider.tier = undefined;
  expect(await client.post(path, { tier: "tier_1" }, { key }), 201);
  const verified = expect(await kyc(), 200);
  assert.deepEqual([verified.at("status"), verified.at("tierAttained")], ["verified", "tier_1"]);
});

test("news: input required, then rejected -> each applied, by its event once", async () => {
  const one = await accepted(acme);
  const { effectId } = one;
  assert.equal((await tell(acme, { effectId, outcome: "requires_input" })).status, 200);
  assert.equal(await statusOf(acme, one), "requires_input");
  const rejected = { effectId, outcome: "rejected", reason: "data_mismatch" };
  for (const newsId of ["r-1", "r-1", "r-2"]) {
    assert.equal((await tell(acme, rejected, { newsId })).status, 200);
  }
  assert.equal(await statusOf(acme, one), "failed");
  const { productId } = acme.client;
  const events = expect(await acme.client.get(`/events?productId=${productId}&limit=100`), 200);
  const types = events
    .items()
    .filter((event) => JSON.stringify(event).includes(one.verificationId))
    .map(({ type }) => type);
  assert.deepEqual(types.toSorted(), [
    "entity.kyc.rejected",
    "entity.kyc.requires_input",
    "entity.kyc.verification_processing",
    "entity.kyc.verification_started",
  ]);
});

test("news: early, while nobody knows the answer -> 200, and applied with the answer", async () => {
  await armProvider(acme.process, "fail");
  const entityId = await submittedEntity(acme.client);
  const path = `/entities/${entityId}/kyc/verifications`;
  const key = randomUUID();
  const unanswered = expect(
    await acme.client.post(path, { tier: "tier_1" }, { key }),
    "provider_egress_failed",
  );
  const effectId = String(unanswered.details["receiptId"]).replace("rcpt_", "preq_");
  assert.equal((await tell(acme, { effectId })).status, 200);
  const kyc = () => acme.client.get(`/entities/${entityId}/kyc`);
  assert.equal(expect(await kyc(), 200).at("status"), "in_review");
  const started = expect(await acme.client.post(path, { tier: "tier_1" }, { key }), 201);
  assert.deepEqual([started.at("status"), started.at("attempts")], ["processing", 2]);
  assert.equal(expect(await kyc(), 200).at("status"), "verified");
});

test("news: late, after a cancellation -> 200, ignored", async () => {
  const one = await accepted(acme);
  const { effectId, entityId, verificationId } = one;
  const path = `/entities/${entityId}/kyc/verifications/${verificationId}/cancel`;
  expect(await acme.client.post(path), 200);
  assert.equal((await tell(acme, { effectId })).status, 200);
  assert.equal(await statusOf(acme, one), "cancelled");
});

test("news: by the provider's reference -> found as soon as the view shows the answer; unknown -> 404", async () => {
  const one = await accepted(acme);
  const [line] = acceptedIn(acme.bookPath, one.verificationId);
  const { providerReference } = line ?? {};
  await until(async () => (await tell(acme, { providerReference })).status === 200, "is found");
  assert.equal(await statusOf(acme, one), "verified");
  const unknown = await tell(acme, { providerReference: "chk-0" });
  assert.deepEqual([unknown.status, unknown.code], [404, "resource_not_found"]);
});

test("news: who may not tell it -> refused, and nothing happens", async () => {
  const one = await accepted(acme);
  const { effectId } = one;
  const wrong = `${SECRET_PREFIX}${Buffer.alloc(32, 7).toString("base64")}`;
  const old = Date.now() - 301_000;
  const refusals: [what: string, news: object, more: Partial<Telling>, status: number][] = [
    ["another secret", { effectId }, { secret: wrong }, 401],
    ["too old", { effectId }, { atMs: old }, 401],
    ["no provider", { effectId }, { provider: "nobody" }, 404],
    ["no name", { effectId }, { provider: "A%20b" }, 404],
    ["no news", { effectId, outcome: "perhaps" }, {}, 400],
    ["another id", { effectId, newsId: "n-2" }, { newsId: "n-1" }, 400],
    ["an effect that nobody sent", { effectId: `${effectId}x` }, {}, 404],
    ["an effect with another place", { effectId: mistyped(effectId) }, {}, 404],
  ];
  for (const [what, news, more, status] of refusals) {
    const answer = await tell(acme, news, more);
    assert.equal(answer.status, status, what);
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
    assert.notEqual(answer.code, "", what);
  }
  const bare = await answerOf(await fetch(newsUrl(server, "acme"), { method: "POST" }));
  assert.deepEqual([bare.status, bare.code], [401, "invalid_credentials"]);
  assert.equal(await statusOf(acme, one), "processing");
});

/** The id with another character in its middle. */
function mistyped(id: string): string {
  const at = id.length - 10;
  return id.slice(0, at) + (id[at] === "0" ? "1" : "0") + id.slice(at + 1);
}

test("news: other methods -> 405 and OPTIONS; no trailing part of the path -> 404", async () => {
  const url = newsUrl(server, "acme");
  for (const method of ["GET", "PUT", "DELETE"]) {
    const answer = await answerOf(await fetch(url, { method }));
    assert.deepEqual([answer.status, answer.code], [405, "invalid_request"], method);
    assert.equal(answer.headers.get("allow"), "OPTIONS, POST");
  }
  const options = await fetch(url, { method: "OPTIONS" });
  assert.deepEqual([options.status, options.headers.get("allow")], [204, "OPTIONS, POST"]);
  const below = await answerOf(await fetch(`${url}/more`, { method: "POST" }));
  assert.equal(below.status, 404);
});

/** The status of a body of so many bytes that nobody has signed. */
async function statusOfBytes(bytes: number, isChunked: boolean): Promise<number> {
  const headers = isChunked ? {} : { "content-length": bytes };
  const sent = httpRequest(newsUrl(server, "acme"), { method: "POST", headers, agent: false });
  return await new Promise((resolve, reject) => {
    sent.once("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once("error", reject);
    sent.end(Buffer.alloc(bytes, "x"));
  });
}

for (const isChunked of [false, true]) {
  test(`news: a body of 16 KiB, ${isChunked ? "chunked" : "with its length"} -> read; a byte more -> 413`, async () => {
    assert.equal(await statusOfBytes(PROVIDER_BODY_BYTES_MAX, isChunked), 401);
    assert.equal(await statusOfBytes(PROVIDER_BODY_BYTES_MAX + 1, isChunked), 413);
  });
}

test("news: a second provider and Product -> each tells of its own effects, a retired one too", async () => {
  const first = await accepted(acme);
  other = await openSide("other");
  const second = await accepted(other);
  const crossed: [Side, string][] = [
    [other, first.effectId],
    [acme, second.effectId],
  ];
  for (const [side, effectId] of crossed) {
    assert.equal((await tell(side, { effectId })).status, 404, side.name);
  }
  const foreign = await tell(acme, { effectId: first.effectId }, { secret: other.secret });
  assert.equal(foreign.status, 401);
  // Both books count from 1, so both providers have this reference.
  const [line] = acceptedIn(other.bookPath, second.verificationId);
  const { providerReference } = line ?? {};
  assert.equal(providerReference, "chk-1");
  await until(async () => (await tell(other, { providerReference })).status === 200, "is found");
  assert.equal(await statusOf(other, second), "verified");
  assert.equal(await statusOf(acme, first), "processing");
  assert.equal((await tell(acme, { effectId: first.effectId })).status, 200);
  assert.equal(await statusOf(acme, first), "verified");
});

test("news: the secret is rolled -> signed with either; a third one -> not with the first", async () => {
  const roll = async () => {
    const url = other.process.url;
    const flags = { name: "other", kind: "verification", url, "new-secret": "true" };
    return String((await admin(server, "provider set", flags))["secret"]);
  };
  const second = await roll();
  const told = async (secret: string) =>
    (await tell(other, { effectId: "unknown" }, { secret })).status;
  await until(async () => (await told(second)) === 404, "the new secret is in force");
  assert.equal(await told(other.secret), 404);
  const third = await roll();
  await until(async () => (await told(third)) === 404, "the newest secret is in force");
  await until(async () => (await told(other.secret)) === 401, "the first secret has ended");
  assert.equal(await told(second), 404);
  other = { ...other, secret: third };
});

test("news: kill -9 right after a 200 -> what it told is kept, and its id is known", async () => {
  const { client, credentials } = acme;
  const { process } = acme;
  const { url } = process;
  await admin(server, "provider set", { name: "acme", kind: "verification", url });
  const one = await accepted(acme);
  const { effectId } = one;
  const newsId = randomUUID();
  const rejected = { effectId, outcome: "rejected" };
  assert.equal((await tell(acme, rejected, { newsId })).status, 200);
  client.close();
  await killServer(server);
  server = await startServer(FLAGS, dataDir);
  acme = { ...acme, client: await openClient(server, credentials) };
  assert.equal(await statusOf(acme, one), "failed");
  const again = { ...rejected, outcome: "verified" };
  await untilTaken();
  assert.equal((await tell(acme, again, { newsId })).status, 200);
  assert.equal(await statusOf(acme, one), "failed");
});

test("news: what was told -> in no line of the server's output", async () => {
  const one = await accepted(acme);
  const mark = "mark_of_this_news";
  const told = await tell(acme, { effectId: one.effectId, outcome: "rejected", reason: mark });
  assert.equal(told.status, 200);
  const { output } = await stopServer(server);
  assert.ok(output.includes("/provider-news/acme"), output.slice(-2_000));
  assert.ok(!output.includes(mark));
  server = await startServer(FLAGS, dataDir);
  acme.client.close();
  acme = { ...acme, client: await openClient(server, acme.credentials) };
});

/** More than an address may send in a window, even where a window ends meanwhile. */
const SENT_MAX = 10;

test("news: more than an address may send -> 429, and when to come again", async (context) => {
  const limited = await startServer(["--shards", "1", "--edges", "1", "--limit-ip", "3"]);
  context.after(() => stopServer(limited));
  const send = async () =>
    answerOf(await fetch(newsUrl(limited, "nobody"), { method: "POST", body: "{}" }));
  let answer = await send();
  for (let sent = 1; sent < SENT_MAX && answer.status !== 429; sent++) answer = await send();
  assert.deepEqual([answer.status, answer.code], [429, "rate_limited"]);
  assert.match(answer.headers.get("retry-after") ?? "", /^\d+$/);
});
