/**
 * Document files of entities over HTTP: sealed beside the log before the record that names them, whatever
 * ends the server in between; in no answer, log, backup or other file in clear; missed and found damaged.
 * A server of its own: files of its directory are lost and changed, and it is killed.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { DOCUMENT_BYTES_MAX } from "../../src/features/entity/kyc_document_schema.ts";
import { runBackup, runLog } from "../recovery/log_command.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import {
  addDocument,
  documentDraft,
  everyFileUnder,
  filesOfDocuments,
  newContent,
  newEntity,
  placesWith,
} from "../support/kyc_documents.ts";
import { ADA } from "../support/parties.ts";
import {
  admin,
  killServer,
  newCredentials,
  newDataDir,
  runServer,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const FLAGS = ["--shards", "1", "--edges", "1", "--log-level", "trace"];
const HELD = new URL("../support/hold_shard.mjs", import.meta.url).href;

let server: Server;
let client: Client;
let entityId: string;

before(async () => {
  server = await startServer(FLAGS);
  client = await openClient(server, server.demo);
  entityId = await newEntity(client);
});

after(async () => {
  client.close();
  await stopServer(server);
});

/** A copy of the backup of the server's directory: what a test may damage or start. */
async function copied(name: string): Promise<string> {
  const target = join(newDataDir(), name);
  const { code, errors } = await runBackup(target, "--data", server.dataDir);
  assert.equal(code, 0, errors);
  return target;
}

test("kyc documents: one is added, again by its key, listed -> one document, one sealed file for the process's user alone", async () => {
  const own = await newEntity(client);
  const content = newContent();
  const key = randomUUID();
  const before = filesOfDocuments(server.dataDir).length;
  const first = expect(await addDocument(client, own, content, { key }), 201);
  const again = expect(await addDocument(client, own, content, { key }), 201);
  assert.equal(again.text, first.text);
  assert.equal(filesOfDocuments(server.dataDir).length, before + 1);
  const { items } = expect(await client.get(`/entities/${own}/kyc/documents`), 200).body as {
    items: Record<string, unknown>[];
  };
  assert.deepEqual(items, [first.body]);
  assert.equal(items[0]?.["sha256"], documentDraft(content).sha256);
  assert.equal(items[0]?.["sizeBytes"], content.length);
  for (const path of filesOfDocuments(server.dataDir)) {
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.ok(!path.endsWith(".tmp"));
  }
  const conflict = await client.post(
    `/entities/${own}/kyc/documents`,
    documentDraft(newContent()),
    { key },
  );
  assert.equal(conflict.code, "idempotency_conflict");
});

test("kyc documents: a wrong digest, a wrong type, sizes at the limits -> refused by name, and nothing is written", async () => {
  const path = `/entities/${entityId}/kyc/documents`;
  const content = newContent();
  const before = filesOfDocuments(server.dataDir);
  const wrongs: [object, string][] = [
    [{ sha256: documentDraft(newContent()).sha256 }, "sha256"],
    [{ contentType: "image/png" }, "contentType"],
    [{ contentBase64: `${documentDraft(content).contentBase64}!` }, "contentBase64"],
    [documentDraft(newContent(DOCUMENT_BYTES_MAX + 1)), "contentBase64"],
  ];
  for (const [wrong, field] of wrongs) {
    const refused = await client.post(path, { ...documentDraft(content), ...wrong });
    assert.deepEqual([refused.status, refused.code], [400, "invalid_request"]);
    const [issue] = refused.details["issues"] as { path: string[] }[];
    assert.deepEqual(issue?.path, [field]);
    assert.ok(!refused.text.includes(documentDraft(content).contentBase64.slice(0, 60)));
  }
  const large = await client.post(path, documentDraft(newContent(800_000)));
  assert.deepEqual([large.status, large.code], [413, "request_body_too_large"]);
  assert.deepEqual(filesOfDocuments(server.dataDir), before);
  const most = expect(await client.post(path, documentDraft(newContent(DOCUMENT_BYTES_MAX))), 201);
  assert.equal(most.at("sizeBytes"), DOCUMENT_BYTES_MAX);
});

test("kyc documents: kill -9 between file and record -> a start sweeps the file, and the request by its key makes one", async () => {
  const dataDir = newDataDir();
  const gate = `${dataDir}.gate`;
  const environment = { NODE_OPTIONS: `--import ${HELD}`, HOLD_SHARD: gate };
  const first = await startServer(FLAGS, dataDir, { environment });
  let own = await openClient(first, first.demo);
  const id = await newEntity(own);
  const kept = expect(await addDocument(own, id, newContent()), 201);
  // Once this is answered the view shows all there is: a preparation need not wait for the shard.
  expect(await own.get(`/entities/${id}/kyc/documents`), 200);
  writeFileSync(gate, "");
  while (!existsSync(`${gate}.held`)) await pause(5);
  const [key, content] = [randomUUID(), newContent()];
  const unanswered = addDocument(own, id, content, { key }).catch(() => undefined);
  const isWhole = () =>
    filesOfDocuments(dataDir).filter((path) => !path.endsWith(".tmp")).length === 2;
  while (!isWhole()) await pause(5);
  await killServer(first);
  await unanswered;
  own.close();
  rmSync(gate);

  const second = await startServer(FLAGS, dataDir);
  assert.equal(filesOfDocuments(dataDir).length, 1);
  own = await openClient(second, second.demo);
  expect(await addDocument(own, id, content, { key }), 201);
  await killServer(second);
  own.close();

  const third = await startServer(FLAGS, dataDir);
  assert.equal(filesOfDocuments(dataDir).length, 2);
  own = await openClient(third, third.demo);
  const listed = expect(await own.get(`/entities/${id}/kyc/documents`), 200);
  assert.deepEqual(listed.items()[1], kept.body);
  assert.equal(listed.items().length, 2);
  own.close();
  assert.match((await stopServer(third)).output, /digests and sizes/);
});

test("kyc documents: a file is missing, short, changed -> no start, naming entity and file; log verify says so too", async () => {
  const id = await newEntity(client);
  expect(await addDocument(client, id, newContent()), 201);
  const damages: [string, (path: string) => void, RegExp][] = [
    ["missing", (path) => rmSync(path), /is missing/],
    ["short", (path) => truncateSync(path, 100), /has 100 bytes, not/],
    ["changed", flipByte, /its digest is another/],
  ];
  const sound = await copied("sound");
  assert.equal((await runLog("verify", "--data", sound)).code, 0);
  for (const [name, damage, says] of damages) {
    const path = join(newDataDir(), name);
    cpSync(sound, path, { recursive: true });
    const file = filesOfDocuments(path).find((one) => one.includes(id)) as string;
    damage(file);
    const verified = await runLog("verify", "--data", path);
    assert.equal(verified.code, 1, verified.output);
    const { code, output } = await runServer(["--data", path, "--port", "0", ...FLAGS]);
    assert.equal(code, 1, output);
    for (const text of [verified.output, output]) {
      assert.match(text, says);
      assert.ok(text.includes(id) && text.includes(file), text);
    }
  }
});

test("kyc documents: a backup, and one that goes on, of a server that runs -> every file of their logs; a server on them serves", async () => {
  const target = await copied("goes-on");
  const before = filesOfDocuments(target).length;
  assert.ok(before > 0);
  const id = await newEntity(client);
  const made = expect(await addDocument(client, id, newContent()), 201);
  const { code, output, errors } = await runBackup(target, "--data", server.dataDir);
  assert.equal(code, 0, errors);
  assert.equal(JSON.parse(output).shards[0].documents, 1);
  assert.equal(filesOfDocuments(target).length, before + 1);
  assert.equal((await runLog("verify", "--data", target)).code, 0);
  const drilled = await runLog("drill", target, "--data", server.dataDir);
  assert.equal(drilled.code, 0, drilled.output + drilled.errors);
  const second = await startServer(FLAGS, target);
  const reader = await openClient(second, second.demo, { contract: client.contract });
  const listed = expect(await reader.get(`/entities/${id}/kyc/documents`), 200);
  assert.deepEqual(listed.items(), [made.body]);
  reader.close();
  await stopServer(second);
});

test("kyc documents: an erased entity -> its files are gone, from the backup that goes on too, and nothing misses them", async () => {
  const { tenantId, productId } = await newCredentials(server, { live: "true" });
  const keys = { tenantId, productId, environment: "live" as const };
  const live = await openClient(server, await newCredentials(server, keys), {
    contract: client.contract,
  });
  const draft = { productId, test: false, entity: ADA };
  const id = expect(await live.post("/customers", draft), 201).id("entity.entityId");
  for (let times = 0; times < 2; times++) {
    expect(await addDocument(live, id, newContent()), 201);
  }
  const target = await copied("erased");
  const filesIn = (path: string) => filesOfDocuments(path).filter((file) => file.includes(id));
  assert.deepEqual([filesIn(server.dataDir).length, filesIn(target).length], [2, 2]);
  await admin(server, "entity erase", { entity: id, reason: "the person asked for it" });
  assert.deepEqual(filesIn(server.dataDir), []);
  const refused = await addDocument(live, id, newContent());
  assert.equal(refused.code, "entity_status_forbidden");
  const shown = expect(await live.get(`/entities/${id}/kyc/documents`), 200).items();
  assert.equal(shown.length, 2);
  live.close();
  const { code, errors } = await runBackup(target, "--data", server.dataDir);
  assert.equal(code, 0, errors);
  assert.deepEqual(filesIn(target), []);
  const verified = await runLog("verify", "--data", target);
  assert.equal(verified.code, 0, verified.output);
  const second = await startServer(FLAGS, target);
  await stopServer(second);
});

test("kyc documents: a backup of a directory that lacks a file, or has a damaged one -> refused, naming it", async () => {
  const sound = await copied("sound");
  for (const [damage, says] of [
    [(path: string) => rmSync(path), /is missing/],
    [flipByte, /its digest is another/],
  ] as const) {
    const source = join(newDataDir(), "source");
    cpSync(sound, source, { recursive: true });
    const [file] = filesOfDocuments(source) as [string];
    damage(file);
    const target = join(newDataDir(), "of-damaged");
    const { code, errors } = await runBackup(target, "--data", source);
    assert.equal(code, 1);
    assert.match(errors, says);
    assert.equal(existsSync(target), false);
  }
});

test("kyc documents: a directory of before, without the folder -> starts, and takes documents", async () => {
  const path = newDataDir();
  await stopServer(await startServer(FLAGS, path));
  rmSync(join(path, "documents"), { recursive: true });
  const again = await startServer(FLAGS, path);
  const own = await openClient(again, again.demo, { contract: client.contract });
  expect(await addDocument(own, await newEntity(own), newContent()), 201);
  own.close();
  await stopServer(again);
});

test("kyc documents: their contents -> in no answer, event, log line, request log, file or backup, in no form", async () => {
  const id = await newEntity(client);
  const contents = [newContent(), newContent(1_200), newContent(300_000)];
  const shown: string[] = [];
  for (const content of contents) {
    shown.push(expect(await addDocument(client, id, content), 201).text);
    const wrong = { ...documentDraft(content), sha256: "0".repeat(64) };
    shown.push((await client.post(`/entities/${id}/kyc/documents`, wrong)).text);
  }
  const product = `productId=${client.productId}&limit=100`;
  for (const path of [
    `/entities/${id}/kyc/documents`,
    `/events?${product}`,
    `/operations?${product}`,
    `/developer-logs?${product}`,
  ]) {
    shown.push(expect(await client.get(path), 200).text);
  }
  const target = await copied("canary");
  const clone = join(newDataDir(), "clone");
  cpSync(server.dataDir, clone, {
    recursive: true,
    filter: (path) => !path.endsWith(".sock"),
  });
  const places = [
    ...shown.map((text, at) => ({ where: `answer ${at}`, bytes: Buffer.from(text) })),
    { where: "the output", bytes: Buffer.from(server.output()) },
    ...everyFileUnder(clone, target),
  ];
  assert.ok(places.some(({ where }) => where.includes("requests")));
  assert.ok(filesOfDocuments(target).length >= contents.length);
  for (const content of contents) {
    assert.deepEqual(placesWith(content, places), []);
    const found = placesWith(content, [{ where: "itself", bytes: content }]);
    assert.deepEqual(found, ["itself"]);
  }
});

function flipByte(path: string): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(60) ^ 1, 60);
  writeFileSync(path, bytes);
}
