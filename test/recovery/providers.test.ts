/**
 * Live providers: the server and the reference provider in two processes, each with its own book. What kills on
 * either side leave is looked at in provider_crash.test.ts.
 * A server of its own: it is killed, and a provider is configured.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import type { ProviderEffect } from "../../src/contract/messages/provider_protocol.ts";
import { ProviderExchange } from "../../src/outbox/provider_exchange.ts";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { firstTierFields, PERSON_FIELDS } from "../support/features/entity/kyc.ts";
import { documentDraft, filesOfDocuments, newContent } from "../support/kyc_documents.ts";
import {
  armProvider,
  bookLines,
  controlProvider,
  killProvider,
  type ProviderProcess,
  startProvider,
} from "../support/provider.ts";
import { submittedEntity, tellNews } from "../support/provider_news.ts";
import { bankEffects } from "../support/scripts/provider/reference.ts";
import {
  admin,
  type Credentials,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { until } from "../support/webhooks.ts";

const FLAGS = ["--shards", "2", "--edges", "1"];
const ACME = { name: "acme", kind: "verification" };

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
  await openProvider();
  live = await newCredentials(server, { environment: "live", live: "true" });
  client = await openClient(server, live);
});

after(async () => {
  client.close();
  await killProvider(provider);
  await stopServer(server);
});

/** Starts the provider with its book, and tells the server its address, which is another each time. */
async function openProvider(): Promise<void> {
  provider = await startProvider({ bookPath, secret });
  await admin(server, "provider set", { ...ACME, url: provider.url });
}

/** An entity of live that has submitted all fields, and these document files. */
async function documentedEntity(
  contents: Record<string, Uint8Array> = { identityDocument: newContent() },
): Promise<string> {
  const entityId = await submittedEntity(client, PERSON_FIELDS);
  for (const [kind, content] of Object.entries(contents)) {
    const draft = documentDraft(content, kind);
    expect(await client.post(`/entities/${entityId}/kyc/documents`, draft), 201);
  }
  return entityId;
}

const verify = (
  entityId: string,
  key: string = randomUUID(),
  tier: "tier_1" | "tier_2" = "tier_1",
): Promise<Reply> => client.post(`/entities/${entityId}/kyc/verifications`, { tier }, { key });

async function untilVerified(entityId: string): Promise<void> {
  for (;;) {
    const kyc = expect(await client.get(`/entities/${entityId}/kyc`), 200);
    if (kyc.at("status") === "verified") return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
const acceptedIn = (verificationId: string) =>
  bookLines(bookPath, "accepted").filter(
    ({ effect }) => (effect as { subject: { id: string } }).subject.id === verificationId,
  );

test("live provider: a verification -> accepted, with the fields opened for the provider alone; then verified", async () => {
  const entityId = await submittedEntity(client);
  const started = expect(await verify(entityId), 201);
  assert.equal(started.at("status"), "processing");
  assert.equal(started.at("provider"), "acme");
  assert.match(started.id("url"), /^http:\/\/127\.0\.0\.1:\d+\/verify\/preq_/);
  const [line] = acceptedIn(started.id("verificationId"));
  const { effect = {} } = line ?? {};
  const { request } = effect as { request: { fields: Record<string, unknown> } };
  assert.deepEqual(Object.keys(request.fields).sort(), Object.keys(firstTierFields()).sort());
  await untilVerified(entityId);
});

test("live provider: it refuses -> provider_egress_rejected, and the same again for the same key", async () => {
  await armProvider(provider, "reject");
  const entityId = await submittedEntity(client);
  const key = randomUUID();
  const refused = expect(await verify(entityId, key), "provider_egress_rejected");
  assert.equal(refused.details["providerCode"], "rejected_by_request");
  assert.equal((await verify(entityId, key)).text, refused.text);
});

test("live provider: its answer is broken -> provider_egress_failed; the same request asks, and nothing is sent twice", async () => {
  await armProvider(provider, "garble");
  const entityId = await submittedEntity(client);
  const key = randomUUID();
  expect(await verify(entityId, key), "provider_egress_failed");
  const started = expect(await verify(entityId, key), 201);
  assert.equal(started.at("attempts"), 2);
  assert.equal(acceptedIn(started.id("verificationId")).length, 1);
  assert.deepEqual(bookLines(bookPath, "repeated"), []);
});

test("live provider: fields and files of all tiers, verified for the second -> the JSON values and the file up to it, and no others", async () => {
  const contents = { identityDocument: newContent(700_000), proofOfAddress: newContent() };
  const entityId = await documentedEntity(contents);
  await armProvider(provider, "file_fail");
  const key = randomUUID();
  expect(await verify(entityId, key, "tier_2"), "provider_egress_failed");
  const started = expect(await verify(entityId, key, "tier_2"), 201);
  const [line, ...others] = acceptedIn(started.id("verificationId"));
  assert.deepEqual(others, []);
  const { effectId, request } = (line as { effect: ProviderEffect }).effect;
  const { sourceOfFunds: _, occupation: _of, proofOfAddress: _at, ...fields } = PERSON_FIELDS;
  assert.deepEqual(request["fields"], fields);
  const [listed, ...more] = request["documents"] as Record<string, unknown>[];
  assert.deepEqual(more, []);
  const { documentId, ...shown } = listed ?? {};
  const { contentType: mediaType, sha256 } = documentDraft(contents.identityDocument);
  const known = { sha256, bytes: contents.identityDocument.length };
  assert.deepEqual(shown, { kind: "identityDocument", mediaType, ...known });
  const came = bookLines(bookPath, "file").filter((file) => file["effectId"] === effectId);
  assert.deepEqual(came, [{ line: "file", effectId, documentId, ...known }]);
});

test("live provider: a document file is damaged on the disk -> provider_egress_failed, nothing sent; whole again -> sent", async () => {
  const entityId = await documentedEntity();
  const isOfEntity = (path: string) => path.includes(entityId);
  const [file = ""] = ["shard-0", "shard-1"].flatMap((shard) =>
    filesOfDocuments(dataDir, shard).filter(isOfEntity),
  );
  const whole = readFileSync(file);
  const damaged = Buffer.from(whole);
  damaged.writeUInt8(damaged.readUInt8(100) ^ 1, 100);
  writeFileSync(file, damaged);
  const key = randomUUID();
  const before = bookLines(bookPath, "file").length;
  expect(await verify(entityId, key, "tier_2"), "provider_egress_failed");
  assert.equal(bookLines(bookPath, "file").length, before);
  writeFileSync(file, whole);
  const started = expect(await verify(entityId, key, "tier_2"), 201);
  assert.equal(acceptedIn(started.id("verificationId")).length, 1);
  assert.equal(bookLines(bookPath, "file").length, before + 1);
});

test("provider reconcile: the books agree; a line more, one fewer, one that is another -> each is told", async () => {
  const reconcile = () => admin(server, "provider reconcile", { name: "acme" });
  await assert.rejects(admin(server, "provider reconcile", { name: "nobody" }), /no provider/);
  const entityIds = [await submittedEntity(client), await submittedEntity(client)];
  const [lost, changed] = await Promise.all(
    entityIds.map(async (entityId) => {
      const started = expect(await verify(entityId), 201);
      await untilVerified(entityId);
      return started.id("verificationId").replace("ver_", "preq_");
    }),
  );
  const agreed = await reconcile();
  assert.equal(agreed["agree"], true, JSON.stringify(agreed));
  assert.ok(Number(agreed["here"]) >= Number(agreed["there"]));
  await killProvider(provider);
  const lines = readFileSync(bookPath, "utf8").split("\n");
  const [sample = ""] = lines.filter((line) => line.includes(`"effectId":"${changed}"`));
  const strange = sample.replaceAll(String(changed), `preq_${"0".repeat(26)}`);
  const kept = lines
    .filter((line) => !line.includes(String(lost)))
    .map((line) =>
      line.includes(`"${changed}"`) ? line.replace('"verified"', '"rejected"') : line,
    );
  writeFileSync(bookPath, kept.join("\n"));
  appendFileSync(bookPath, `${strange}\n`);
  await openProvider();
  const told = await reconcile();
  assert.equal(told["agree"], false);
  const differences = told["differences"] as { difference: string; effectId: string }[];
  assert.deepEqual(
    differences
      .filter(({ difference }) => difference !== "reference_differs")
      .map(({ difference, effectId }) => [difference, effectId])
      .sort(),
    [
      ["missing_there", lost],
      ["status_differs", changed],
      ["unknown_here", `preq_${"0".repeat(26)}`],
    ],
  );
});

/** A bank that decides nothing by itself, beside the provider of verifications. */
async function openBank(t: TestContext, name: string) {
  const configured = { name, kind: "bank", url: "http://127.0.0.1:8090" };
  const bankSecret = String((await admin(server, "provider set", configured))["secret"]);
  const book = { bookPath: join(newDataDir(), "book.jsonl"), secret: bankSecret };
  const flags = ["--kind", "bank", "--decide-payout", "nothing", "--decide-address", "nothing"];
  const process = await startProvider(book, flags);
  t.after(() => killProvider(process));
  await admin(server, "provider set", { ...configured, url: process.url });
  const tell = (news: object, by = bankSecret) =>
    tellNews(server, { provider: name, secret: by, news: { outcome: "posted", ...news } });
  await until(async () => (await tell({ effectId: "unknown" })).status === 404, "news is taken");
  return { process, tell, target: { baseUrl: process.url, secrets: [bankSecret] } };
}

test("live bank: beside a provider of verifications -> each is named for what it serves, and asked for no other", async (t) => {
  const { tell } = await openBank(t, "first-bank");
  const started = expect(await verify(await submittedEntity(client)), 201);
  assert.equal(started.at("provider"), "acme");
  const listed = async () => expect(await client.get("/catalog/providers"), 200).items();
  await until(async () => (await listed()).length === 5, "both providers are shown");
  const served = (await listed()).map(({ provider: by, kind }) => [by, kind]);
  assert.deepEqual(served, [
    ["acme", "verification"],
    ["first-bank", "address"],
    ["first-bank", "collection"],
    ["first-bank", "credit_return"],
    ["first-bank", "payout"],
  ]);
  const effectId = started.id("verificationId").replace("ver_", "preq_");
  for (const [outcome, status] of [
    ["verified", 400],
    ["posted", 404],
    ["active", 404],
    ["failed", 404],
  ] as const) {
    assert.equal((await tell({ effectId, outcome })).status, status, outcome);
  }
  assert.equal((await tell({ effectId }, secret)).status, 401);
  const news = { effectId, outcome: "posted" };
  assert.equal((await tellNews(server, { provider: "acme", secret, news })).status, 400);
});

test("provider reconcile: a bank's book with effects that nobody here has -> each is told with its status, whatever its kind", async (t) => {
  const { process, target } = await openBank(t, "second-bank");
  const reconcile = () => admin(server, "provider reconcile", { name: "second-bank" });
  const empty = await reconcile();
  assert.deepEqual([empty["agree"], empty["here"], empty["there"]], [true, 0, 0]);
  const exchange = new ProviderExchange({ allowsLoopback: true });
  t.after(() => exchange.close());
  const { open, send, cancel } = bankEffects;
  for (const effect of [send(1), send(2), cancel(3, "preq_2"), open(4)]) {
    const attempt = await exchange.attempt({ ...target, effect, asksFirst: false });
    assert.equal(attempt.result, "accepted");
  }
  for (const [effectId, outcome] of [
    ["preq_1", "posted"],
    ["preq_4", "active"],
  ]) {
    const path = `effects/${effectId}/outcome`;
    assert.equal(await controlProvider(process.url, path, { outcome }), 200);
  }
  const { agree, here, there, differences } = await reconcile();
  assert.deepEqual([agree, here, there], [false, 0, 4]);
  const shown = (differences as { difference: string; effectId: string; there: string }[]).map(
    (one) => [one.difference, one.effectId, one.there],
  );
  assert.deepEqual(shown, [
    ["unknown_here", "preq_1", "posted"],
    ["unknown_here", "preq_2", "cancelled"],
    ["unknown_here", "preq_3", "cancelled"],
    ["unknown_here", "preq_4", "active"],
  ]);
});
