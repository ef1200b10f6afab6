/**
 * Erasing what was submitted of an entity: whatever ends the server, an erasure that has a record comes to its
 * end, and then neither the directory nor a backup made later has the key.
 * A server of its own: all that it keeps is searched, and it is killed.
 */
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { WRAPPED_KEY_BYTES } from "../../src/access/entity_keys.ts";
import { openErasableStore } from "../../wal/erasable_store.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import {
  addDocument,
  everyFileUnder,
  filesOfDocuments,
  newContent,
  newEntity,
} from "../support/kyc_documents.ts";
import { recordsOf } from "../support/records.ts";
import {
  admin,
  killServer,
  newDataDir,
  runServer,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { copyOf } from "./bank.ts";
import { runBackup, runLog } from "./log_command.ts";

const FLAGS = ["--shards", "1", "--edges", "1"];
const KILLS = new URL("../support/kill_erasure.mjs", import.meta.url).href;
const REASON = "asked by the person";
const COMMAND = "entity erase";

/** An entity of a closed customer, of which a document was submitted. */
async function submitted(client: Client): Promise<string> {
  const entityId = await newEntity(client);
  expect(await addDocument(client, entityId, newContent()), 201);
  const customerId = entityId.replace("ent_", "cust_");
  expect(await client.post(`/customers/${customerId}/close`, {}), 200);
  return entityId;
}

/** What the store of the directory has of the entity; no server runs on it. */
async function heldKey(dataDir: string, entityId: string) {
  const store = openErasableStore(join(dataDir, "entity-keys"), WRAPPED_KEY_BYTES);
  const held = store.read(entityId);
  await store.close();
  return held;
}

/** The wrapped key itself, without what says under which key it is. */
async function secretOf(dataDir: string, entityId: string): Promise<Buffer> {
  const held = await heldKey(dataDir, entityId);
  assert.ok(held.kind === "value");
  return Buffer.from(held.value.slice(20, 52));
}

function filesWith(secret: Buffer, ...folders: string[]): string[] {
  return everyFileUnder(...folders)
    .filter(({ bytes }) => bytes.includes(secret))
    .map(({ where }) => where);
}

async function backedUp(target: string, dataDir: string): Promise<void> {
  const { code, errors } = await runBackup(target, "--data", dataDir);
  assert.equal(code, 0, errors);
}

async function settlements(dataDir: string): Promise<number> {
  const records = await recordsOf(dataDir, "ledger");
  return records.filter(({ operation }) => operation === "platform.entity.erasure.settle").length;
}

async function refusesSubmissions(server: Server, entityId: string): Promise<void> {
  const client = await openClient(server, server.demo);
  const { status, code } = await addDocument(client, entityId, newContent());
  assert.deepEqual([status, code], [403, "entity_status_forbidden"]);
  client.close();
}

/** A directory at rest with an entity to be erased, its key, and one that is kept; each test has a copy. */
const prepared = { dataDir: "", entityId: "", secret: Buffer.alloc(0) as Buffer, kept: "" };

before(async () => {
  const server = await startServer(FLAGS);
  const client = await openClient(server, server.demo);
  prepared.dataDir = server.dataDir;
  prepared.entityId = await submitted(client);
  prepared.kept = await submitted(client);
  client.close();
  await stopServer(server);
  prepared.secret = await secretOf(server.dataDir, prepared.entityId);
});

test("erasure: answered -> its key is in no file, nor in a backup made later, whole or going on; all else verifies", async () => {
  const { entityId: erased, secret, kept } = prepared;
  const dataDir = copyOf(prepared.dataDir);
  const other = await secretOf(dataDir, kept);
  const [goesOn, later] = [join(newDataDir(), "goes-on"), join(newDataDir(), "later")];
  await backedUp(goesOn, dataDir);
  assert.equal(filesWith(secret, dataDir).length, 2);
  assert.equal(filesWith(secret, goesOn).length, 2);

  const server = await startServer(FLAGS, dataDir);
  const client = await openClient(server, server.demo);
  const active = await newEntity(client);
  await assert.rejects(admin(server, COMMAND, { entity: active, reason: REASON }), /is active/);
  const answer = await admin(server, COMMAND, { entity: erased, reason: REASON });
  assert.equal(answer["entityId"], erased);
  const again = await admin(server, COMMAND, { entity: erased, reason: "asked again" });
  assert.equal(again["erasedAt"], answer["erasedAt"]);
  const shown = expect(await client.get(`/entities/${erased}`), 200);
  assert.equal(shown.at("status"), "archived");
  await refusesSubmissions(server, erased);
  for (const target of [goesOn, later]) await backedUp(target, dataDir);
  client.close();
  await stopServer(server);

  assert.deepEqual(filesWith(secret, dataDir, goesOn, later), []);
  assert.equal(filesWith(other, dataDir, goesOn, later).length, 6);
  for (const path of [dataDir, goesOn, later]) {
    assert.equal((await heldKey(path, erased)).kind, "erased");
    assert.deepEqual(
      filesOfDocuments(path).map((file) => file.includes(kept)),
      [true],
    );
    const { code, output } = await runLog("verify", "--data", path);
    assert.equal(code, 0, output);
    const restored = await startServer(FLAGS, path);
    await refusesSubmissions(restored, erased);
    await stopServer(restored);
  }
});

for (const moment of ["asked", "first", "second"]) {
  test(`erasure: kill -9 between its record and its end ("${moment}") -> the next start brings it to its end`, async () => {
    const { entityId, secret, kept } = prepared;
    const dataDir = copyOf(prepared.dataDir);
    const gate = `${dataDir}.gate`;
    const environment = { NODE_OPTIONS: `--import ${KILLS}`, KILL_ERASURE: gate };
    let server = await startServer(FLAGS, dataDir, { environment });
    const ended = new Promise((resolve) => server.child.once("exit", resolve));
    writeFileSync(gate, moment);
    await assert.rejects(
      admin(server, COMMAND, { entity: entityId, reason: REASON }).finally(() =>
        server.child.kill("SIGKILL"),
      ),
      ({ name }: Error) => name !== "ControlRefused",
    );
    await ended;
    rmSync(gate);
    assert.equal(await settlements(dataDir), 0);

    server = await startServer(FLAGS, dataDir);
    await admin(server, COMMAND, { entity: entityId, reason: "once more, to wait for the end" });
    await killServer(server);
    assert.equal((await heldKey(dataDir, entityId)).kind, "erased");
    assert.deepEqual(filesWith(secret, dataDir), []);
    assert.deepEqual(
      filesOfDocuments(dataDir).map((file) => file.includes(kept)),
      [true],
    );
    assert.ok((await settlements(dataDir)) >= 1);
  });
}

test("entity keys: the seal key rotated -> what was submitted is taken as before, under the new key alone", async () => {
  const server = await startServer(FLAGS);
  const { dataDir } = server;
  const client = await openClient(server, server.demo);
  const entityId = await newEntity(client);
  expect(await addDocument(client, entityId, newContent()), 201);
  const { entityKeys, sealKeyId } = await admin(server, "seal-key rotate");
  assert.equal(entityKeys, 1);
  expect(await addDocument(client, entityId, newContent()), 201);
  client.close();
  await stopServer(server);
  const held = await heldKey(dataDir, entityId);
  assert.ok(held.kind === "value");
  assert.equal(Buffer.from(held.value.slice(0, 8)).toString("hex"), sealKeyId);
});

test("entity keys: a directory of before -> gets them at its start; lost or of another directory -> no start, exit 2", async () => {
  const path = newDataDir();
  await stopServer(await startServer(FLAGS, path));
  const settingsPath = join(path, "settings.json");
  const { entityKeysId: _, ...before } = JSON.parse(readFileSync(settingsPath, "utf8"));
  writeFileSync(settingsPath, JSON.stringify(before));
  rmSync(join(path, "entity-keys"), { recursive: true });
  assert.equal((await runLog("verify", "--data", path)).code, 0);
  await backedUp(join(newDataDir(), "of-before"), path);
  const server = await startServer(FLAGS, path);
  const client = await openClient(server, server.demo);
  expect(await addDocument(client, await newEntity(client), newContent()), 201);
  client.close();
  await stopServer(server);

  const refused = async (message: RegExp) => {
    const { code, output } = await runServer(["--port", "0", "--data", path]);
    assert.equal(code, 2);
    assert.match(output, message);
  };
  const { entityKeysId, ...rest } = JSON.parse(readFileSync(settingsPath, "utf8"));
  writeFileSync(settingsPath, JSON.stringify({ ...rest, entityKeysId: "0".repeat(32) }));
  await refused(/^\S*entity-keys is not that of this directory: restore it from the backup\n$/);
  writeFileSync(settingsPath, JSON.stringify({ ...rest, entityKeysId }));
  rmSync(join(path, "entity-keys"), { recursive: true });
  await refused(/^\S*entity-keys is missing or damaged: restore it from the backup\n$/);
});
