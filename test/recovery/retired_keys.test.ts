/**
 * The keys of what stood in a sandbox before its reset: soon after the reset no file has one, whatever ends the server in between, and
 * nothing else is touched: answers by their keys, events, live, the fresh sandbox, the log and its proofs.
 * A server of its own: all that it keeps is searched, and it is killed.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { WRAPPED_KEY_BYTES } from "../../src/access/entity_keys.ts";
import type { StoredRecord } from "../../src/contract/records/record.ts";
import { type HeldEntry, openErasableStore } from "../../wal/erasable_store.ts";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import {
  addDocument,
  documentDraft,
  everyFileUnder,
  filesOfDocuments,
  newContent,
  newEntity,
} from "../support/kyc_documents.ts";
import { newPayee } from "../support/live_payouts.ts";
import { newCustomer } from "../support/parties.ts";
import { recordsOf } from "../support/records.ts";
import {
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { eventsOf, until } from "../support/webhooks.ts";
import { copyOf } from "./bank.ts";
import { runBackup, runLog } from "./log_command.ts";

const FLAGS = ["--shards", "1", "--edges", "1", "--log-level", "info"];
const KILLS = new URL("../support/kill_erasure.mjs", import.meta.url).href;
/** More entities than one slice has, so that the last are of another. */
const ENTITIES = 140;
const SUBMISSION = { tier: "tier_1", fields: { dateOfBirth: "1990-01-01" } };
const SETTLEMENT = "platform.retired_keys.settle";

/** What the store of the directory has, by name; no server runs on it. */
async function heldIn(dataDir: string): Promise<Map<string, HeldEntry["held"]>> {
  const store = openErasableStore(join(dataDir, "entity-keys"), WRAPPED_KEY_BYTES);
  const held = new Map([...store.entries()].map((entry) => [entry.name, entry.held]));
  await store.close();
  return held;
}

/** The wrapped keys that the store has, each without what says under which key it is. */
async function secretsIn(dataDir: string): Promise<Map<string, Buffer>> {
  const held = [...(await heldIn(dataDir))];
  return new Map(
    held.flatMap(([name, one]) =>
      one.kind === "value" ? [[name, Buffer.from(one.value.slice(20, 52))]] : [],
    ),
  );
}

async function settlementsIn(dataDir: string): Promise<StoredRecord[]> {
  const records = await recordsOf(dataDir, "ledger");
  return records.filter(({ operation }) => operation === SETTLEMENT);
}

function filesWith(secrets: Iterable<Buffer>, ...folders: string[]): string[] {
  const files = everyFileUnder(...folders);
  return [...secrets].flatMap((secret) =>
    files.filter(({ bytes }) => bytes.includes(secret)).map(({ where }) => where),
  );
}

/** A directory at rest with a sandbox that is to be reset, and keys of live that stay; each test has a copy. */
const prepared = {
  dataDir: "",
  /** Of the sandbox. */
  gone: new Map<string, Buffer>(),
  kept: new Map<string, Buffer>(),
  /** Requests and their answers: a customer, its document, and fields of its entity. */
  asked: [] as { path: string; draft: object; key: string; status: number; text: string }[],
  lastEvent: 0,
};

/** Sends the request, and remembers it with its answer. */
async function asked(client: Client, path: string, draft: object): Promise<Reply> {
  const key = randomUUID();
  const reply = await client.post(path, draft, { key });
  assert.ok(reply.status < 300, reply.text);
  prepared.asked.push({ path, draft, key, status: reply.status, text: reply.text });
  return reply;
}

async function fill(server: Server): Promise<void> {
  const client = await openClient(server, server.demo);
  const entity = { kind: "person", displayName: "Ada", country: "DE" };
  const made = await asked(client, "/customers", { productId: client.productId, entity });
  const path = `/entities/${made.id("entity.entityId")}/kyc`;
  await asked(client, `${path}/documents`, documentDraft(newContent()));
  await asked(client, path, SUBMISSION);
  await newPayee(client);
  // A key that nothing is sealed under: its submission was refused.
  const refused = await newEntity(client);
  expect(await client.post(`/entities/${refused}/archive`, {}), 200);
  expect(await client.post(`/entities/${refused}/kyc`, SUBMISSION), 403);
  for (let made = 0; made < ENTITIES; made++) await newCustomer(client);
  expect(await addDocument(client, await newEntity(client), newContent()), 201);
  prepared.lastEvent = (await eventsOf(client)).length;
  client.close();
}

async function fillLive(server: Server): Promise<void> {
  const live = await openClient(
    server,
    await newCredentials(server, { environment: "live", live: "true" }),
  );
  await newPayee(live);
  live.close();
}

before(async () => {
  let server = await startServer(FLAGS);
  prepared.dataDir = server.dataDir;
  await fillLive(server);
  await stopServer(server);
  prepared.kept = await secretsIn(prepared.dataDir);
  server = await startServer(FLAGS, prepared.dataDir);
  await fill(server);
  await stopServer(server);
  prepared.gone = await secretsIn(prepared.dataDir);
  for (const name of prepared.kept.keys()) prepared.gone.delete(name);
  assert.deepEqual([prepared.kept.size, prepared.gone.size], [1, 4]);
});

/** Resets the sandbox of the demo Product, by its founder. */
async function reset(server: Server): Promise<void> {
  const { productId, founder } = server.demo;
  const { personalAccessToken: apiKey } = founder;
  const client = await openClient(server, { productId, apiKey });
  try {
    expect(await client.post("/sandbox/reset", { productId, confirm: productId }), 200);
  } finally {
    client.close();
  }
}

/** Waits until the server has said as often that the keys of a sandbox are gone, and has recorded it. */
async function untilGone(server: Server, times = 1): Promise<void> {
  const said = () => server.output().split("the keys of a sandbox before its reset are gone");
  await until(() => said().length > times, "the keys of a sandbox are gone");
  const client = await openClient(server, server.demo);
  await newCustomer(client);
  client.close();
}

async function assertGone(dataDir: string): Promise<void> {
  const held = await heldIn(dataDir);
  for (const name of prepared.gone.keys()) assert.equal(held.get(name)?.kind, "erased", name);
  for (const name of prepared.kept.keys()) assert.equal(held.get(name)?.kind, "value", name);
}

test("retired keys: a reset -> no file has a key of before, nor has a backup made later; answers, events, live and the fresh sandbox as ever", async () => {
  const { gone, kept } = prepared;
  const dataDir = copyOf(prepared.dataDir);
  const [goesOn, later] = [join(newDataDir(), "goes-on"), join(newDataDir(), "later")];
  const backedUp = async (target: string) => {
    const { code, errors } = await runBackup(target, "--data", dataDir);
    assert.equal(code, 0, errors);
  };
  await backedUp(goesOn);
  assert.equal(filesWith(gone.values(), dataDir, goesOn).length, 4 * gone.size);

  const server = await startServer(FLAGS, dataDir);
  await reset(server);
  await untilGone(server);
  const beside = await runLog("verify", "--data", dataDir);
  assert.equal(beside.code, 0, beside.output);
  const client: Client = await openClient(server, server.demo);
  const again: unknown[] = [];
  for (const { path, draft, key, status, text } of prepared.asked) {
    const reply = await client.post(path, draft, { key });
    again.push(reply.status === status && reply.text === text ? "as then" : reply.code);
  }
  // Of what is sealed and is no part of the request's digest nothing is left to compare.
  assert.deepEqual(again, ["as then", "as then", "idempotency_conflict"]);
  const events = await eventsOf(client);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => String(index + 1)),
  );
  assert.equal(events[prepared.lastEvent]?.type, "sandbox.reset");
  const operations = await client.get(`/operations?productId=${client.productId}`);
  assert.deepEqual(
    expect(operations, 200)
      .items()
      .map(({ operation }) => operation),
    ["customer.create", "sandbox.reset"],
  );
  const fresh = await newEntity(client);
  expect(await addDocument(client, fresh, newContent()), 201);
  client.close();
  for (const target of [goesOn, later]) await backedUp(target);
  await stopServer(server);

  assert.deepEqual(filesWith(gone.values(), dataDir, goesOn, later), []);
  assert.equal(filesWith(kept.values(), dataDir, goesOn, later).length, 6);
  for (const folder of [dataDir, goesOn, later]) {
    await assertGone(folder);
    assert.equal((await heldIn(folder)).get(fresh)?.kind, "value");
    assert.deepEqual(
      filesOfDocuments(folder).map((file) => file.includes(fresh)),
      [true],
    );
    const { code, output } = await runLog("verify", "--data", folder);
    assert.equal(code, 0, output);
  }
  const [settled, ...more] = await settlementsIn(dataDir);
  assert.deepEqual([JSON.parse(settled?.reply ?? ""), more], [{ keys: gone.size, files: 2 }, []]);
  await stopServer(await startServer(FLAGS, later));
});

/**
 * When main is killed, what the next start begins with, and how many keys the index says are there still: of a slice it says that they are
 * gone before it overwrites them, and of the entities the first slice has the first two.
 */
const MOMENTS = [
  ["asked", "with its state", 4],
  // The bytes that a version without the effect has left; the state of such a version is made again from the log.
  ["asked", "from its log alone", 4],
  ["first", "with its state", 2],
  ["second", "with its state", 2],
  ["later", "with its state", 1],
] as const;
for (const [moment, how, left] of MOMENTS) {
  test(`retired keys: kill -9 between the reset and the end ("${moment}"), started ${how} -> the next start brings it to its end, once`, async () => {
    const { gone } = prepared;
    const dataDir = copyOf(prepared.dataDir);
    const gate = `${dataDir}.gate`;
    const environment = { NODE_OPTIONS: `--import ${KILLS}`, KILL_ERASURE: gate };
    let server = await startServer(FLAGS, dataDir, { environment });
    const ended = new Promise((resolve) => server.child.once("exit", resolve));
    writeFileSync(gate, moment);
    await reset(server).catch(() => {});
    await ended;
    rmSync(gate);
    assert.deepEqual(await settlementsIn(dataDir), []);
    assert.equal((await secretsIn(dataDir)).size - prepared.kept.size, left);
    if (how === "from its log alone") {
      rmSync(join(dataDir, "shard-0", "state"), { recursive: true });
    }
    server = await startServer(FLAGS, dataDir);
    await untilGone(server);
    await stopServer(server);
    await stopServer(await startServer(FLAGS, dataDir));
    await assertGone(dataDir);
    assert.deepEqual([filesWith(gone.values(), dataDir), filesOfDocuments(dataDir)], [[], []]);
    const settled = await settlementsIn(dataDir);
    assert.deepEqual(
      settled.map(({ reply = "" }) => JSON.parse(reply)),
      [{ keys: gone.size, files: 2 }],
    );
  });
}

test("retired keys: two resets and a kill -9 -> the keys of both sandboxes are gone, each told in its own", async () => {
  const dataDir = copyOf(prepared.dataDir);
  let server = await startServer(FLAGS, dataDir);
  await reset(server);
  const client = await openClient(server, server.demo);
  const entityId = await newEntity(client);
  expect(await addDocument(client, entityId, newContent()), 201);
  client.close();
  await reset(server);
  await killServer(server);
  server = await startServer(FLAGS, dataDir);
  await untilGone(server);
  await stopServer(server);
  await stopServer(await startServer(FLAGS, dataDir));
  await assertGone(dataDir);
  assert.equal((await heldIn(dataDir)).get(entityId)?.kind, "erased");
  const settled = await settlementsIn(dataDir);
  assert.equal(new Set(settled.map(({ realm }) => realm)).size, 2);
  assert.equal(settled.length, 2);
});
