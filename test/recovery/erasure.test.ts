/**
 * Erasing what was submitted of an entity, and somebody who is paid: whatever ends the server, an erasure that has a record comes to
 * its end, and then neither the directory nor a backup made later has the key.
 * A server of its own: all that it keeps is searched, and it is killed.
 */
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { WRAPPED_KEY_BYTES } from "../../src/access/entity_keys.ts";
import { beneficiaries } from "../../src/features/beneficiary/beneficiary_noun.ts";
import { openErasableStore } from "../../wal/erasable_store.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import {
  addDocument,
  everyFileUnder,
  filesOfDocuments,
  newContent,
  newEntity,
} from "../support/kyc_documents.ts";
import { newPayee } from "../support/live_payouts.ts";
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

/** An entity of a closed customer, of which a document was submitted. */
async function submitted(client: Client): Promise<string> {
  const entityId = await newEntity(client);
  expect(await addDocument(client, entityId, newContent()), 201);
  const customerId = entityId.replace("ent_", "cust_");
  expect(await client.post(`/customers/${customerId}/close`, {}), 200);
  return entityId;
}

/** The name of the key of a beneficiary; no server runs on the directory. */
async function keyNameOf(dataDir: string, beneficiaryId: string): Promise<string> {
  const records = await recordsOf(dataDir, "ledger");
  const facts = records.flatMap((record) => record.facts.map(beneficiaries.of));
  const made = facts.find((beneficiary) => beneficiary?.beneficiaryId === beneficiaryId);
  return made?.sealed?.keyName ?? assert.fail("a beneficiary that is made has a key");
}

/** What the store of the directory has under the name; no server runs on it. */
async function heldKey(dataDir: string, name: string) {
  const store = openErasableStore(join(dataDir, "entity-keys"), WRAPPED_KEY_BYTES);
  const held = store.read(name);
  await store.close();
  return held;
}

/** The wrapped key itself, without what says under which key it is. */
async function secretOf(dataDir: string, name: string): Promise<Buffer> {
  const held = await heldKey(dataDir, name);
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

async function settlements(dataDir: string, what: string): Promise<number> {
  const records = await recordsOf(dataDir, "ledger");
  const settling = `platform.${what}.erasure.settle`;
  return records.filter(({ operation }) => operation === settling).length;
}

async function refusesSubmissions(server: Server, entityId: string): Promise<void> {
  const client = await openClient(server, server.demo);
  const { status, code } = await addDocument(client, entityId, newContent());
  assert.deepEqual([status, code], [403, "entity_status_forbidden"]);
  client.close();
}

/** What is erased: the name of its key, the key, and what the command `NAME erase` names it by. */
type Erased = { flags: Record<string, string>; keyName: string; secret: Buffer };

/** A directory at rest with an entity and a payee to be erased, and an entity that is kept; each test has a copy. */
const prepared = { dataDir: "", kept: "", erased: {} as Record<"entity" | "beneficiary", Erased> };

/** What the command is given, and the key that it is to destroy. */
async function toErase(what: string, id: string, keyName = id): Promise<Erased> {
  const secret = await secretOf(prepared.dataDir, keyName);
  return { flags: { [what]: id, reason: REASON }, keyName, secret };
}

before(async () => {
  const server = await startServer(FLAGS);
  const client = await openClient(server, server.demo);
  prepared.dataDir = server.dataDir;
  const entityId = await submitted(client);
  prepared.kept = await submitted(client);
  const payee = await newPayee(client);
  client.close();
  await stopServer(server);
  prepared.erased = {
    entity: await toErase("entity", entityId),
    beneficiary: await toErase("beneficiary", payee, await keyNameOf(server.dataDir, payee)),
  };
});

test("erasure: answered -> its key is in no file, nor in a backup made later, whole or going on; all else verifies", async () => {
  const { kept } = prepared;
  const { entity, beneficiary } = prepared.erased;
  const erased = entity.keyName;
  const secrets = [entity.secret, beneficiary.secret];
  const dataDir = copyOf(prepared.dataDir);
  const other = await secretOf(dataDir, kept);
  const [goesOn, later] = [join(newDataDir(), "goes-on"), join(newDataDir(), "later")];
  await backedUp(goesOn, dataDir);
  for (const secret of secrets) {
    assert.equal(filesWith(secret, dataDir).length, 2);
    assert.equal(filesWith(secret, goesOn).length, 2);
  }

  const server = await startServer(FLAGS, dataDir);
  const client = await openClient(server, server.demo);
  const active = await newEntity(client);
  const refused = admin(server, "entity erase", { entity: active, reason: REASON });
  await assert.rejects(refused, /is active/);
  for (const [what, { flags }] of Object.entries(prepared.erased)) {
    const answer = await admin(server, `${what} erase`, flags);
    assert.equal(answer[`${what}Id`], flags[what]);
    const again = await admin(server, `${what} erase`, { ...flags, reason: "asked again" });
    assert.equal(again["erasedAt"], answer["erasedAt"]);
  }
  const shown = expect(await client.get(`/entities/${erased}`), 200);
  assert.equal(shown.at("status"), "archived");
  await refusesSubmissions(server, erased);
  for (const target of [goesOn, later]) await backedUp(target, dataDir);
  client.close();
  await stopServer(server);

  for (const secret of secrets) {
    assert.deepEqual(filesWith(secret, dataDir, goesOn, later), []);
  }
  assert.equal(filesWith(other, dataDir, goesOn, later).length, 6);
  for (const path of [dataDir, goesOn, later]) {
    for (const { keyName } of [entity, beneficiary]) {
      assert.equal((await heldKey(path, keyName)).kind, "erased");
    }
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

const MOMENTS = [
  ["entity", "asked"],
  ["entity", "first"],
  ["entity", "second"],
  ["beneficiary", "asked"],
] as const;
for (const [what, moment] of MOMENTS) {
  test(`erasure: of the ${what}, kill -9 between its record and its end ("${moment}") -> the next start brings it to its end`, async () => {
    const { kept } = prepared;
    const { flags, keyName, secret } = prepared.erased[what];
    const dataDir = copyOf(prepared.dataDir);
    const gate = `${dataDir}.gate`;
    const environment = { NODE_OPTIONS: `--import ${KILLS}`, KILL_ERASURE: gate };
    let server = await startServer(FLAGS, dataDir, { environment });
    const ended = new Promise((resolve) => server.child.once("exit", resolve));
    writeFileSync(gate, moment);
    await assert.rejects(
      admin(server, `${what} erase`, flags).finally(() => server.child.kill("SIGKILL")),
      ({ name }: Error) => name !== "ControlRefused",
    );
    await ended;
    rmSync(gate);
    assert.equal(await settlements(dataDir, what), 0);

    server = await startServer(FLAGS, dataDir);
    await admin(server, `${what} erase`, { ...flags, reason: "once more, to wait for the end" });
    await killServer(server);
    assert.equal((await heldKey(dataDir, keyName)).kind, "erased");
    assert.deepEqual(filesWith(secret, dataDir), []);
    const files = filesOfDocuments(dataDir).filter((file) => !file.includes(kept));
    assert.equal(files.length, what === "entity" ? 0 : 1);
    assert.ok((await settlements(dataDir, what)) >= 1);
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
