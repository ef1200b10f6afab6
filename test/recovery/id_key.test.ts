/**
 * The key of ids in a data directory: kept over restarts, missed where it is lost, and not exchanged unseen.
 * A server of its own: its key is lost and exchanged.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { draft, newAccount } from "../support/parties.ts";
import { killServer, newDataDir, runServer, startServer, stopServer } from "../support/server.ts";
import { copyOf } from "./bank.ts";
import { runLog } from "./log_command.ts";

const FLAGS = ["--shards", "1", "--edges", "1"];
const started = (dataDir: string) => startServer(FLAGS, dataDir);
type Settings = { formatVersion: number; idKeyId?: string };

function settingsOf(dataDir: string): Settings {
  return JSON.parse(readFileSync(join(dataDir, "settings.json"), "utf8")) as Settings;
}

/** Two accounts and a transfer: an id of each kind of record. */
async function someIds(client: Client): Promise<string[]> {
  const source = await newAccount(client, { fund: "100" });
  const destination = await newAccount(client);
  const made = expect(await client.post("/transfers", draft(source, destination, "7")), 201);
  return [source, destination, made.id("transferId"), made.id("receiptId"), made.id("operationId")];
}

const PATHS: Record<string, string> = {
  acct: "accounts",
  tr: "transfers",
  rcpt: "receipts",
  op: "operations",
};
const pathOf = (id: string) => `/${PATHS[id.split("_")[0] as string]}/${id}`;

/** A directory at rest and ids of its records; each test has a copy. */
const prepared = { dataDir: "", ids: [] as string[], texts: [] as string[] };

before(async () => {
  const server = await started(newDataDir());
  const client = await openClient(server, server.demo);
  prepared.dataDir = server.dataDir;
  prepared.ids = await someIds(client);
  for (const id of prepared.ids) {
    prepared.texts.push(expect(await client.get(pathOf(id)), 200).text);
  }
  client.close();
  await killServer(server);
});

test("id key: kill -9, a restart, a rebuild from the log alone -> each id finds what it found", async () => {
  const { ids, texts } = prepared;
  const dataDir = copyOf(prepared.dataDir);
  const { idKeyId, formatVersion } = settingsOf(dataDir);
  assert.match(String(idKeyId), /^[0-9a-f]{32}$/);
  assert.equal(formatVersion, 2);
  for (const from of ["what the kill has left", "the log alone"]) {
    if (from === "the log alone") {
      rmSync(join(dataDir, "shard-0", "state"), { recursive: true });
    }
    const server = await started(dataDir);
    const client = await openClient(server, server.demo);
    for (const [at, id] of ids.entries()) {
      assert.equal(expect(await client.get(pathOf(id)), 200).text, texts[at], `${id} from ${from}`);
    }
    client.close();
    await stopServer(server);
  }
  assert.equal(settingsOf(dataDir).idKeyId, idKeyId);
  const dumped = await runLog("dump", "--data", dataDir, "--shard", "0");
  assert.ok(
    dumped.output.includes(ids.at(-1) as string),
    "the command of the log names the same ids",
  );
});

test("id key: lost, damaged, another, of another time -> no start and no reading, each says why", async () => {
  const dataDir = copyOf(prepared.dataDir);
  const path = join(dataDir, "id.key");
  const kept = readFileSync(path, "utf8");
  const [secret = "", since = ""] = kept.split("\n");
  const other = Buffer.alloc(16, 3).toString("base64");
  const wrong: [text: string | undefined, says: RegExp][] = [
    [undefined, /id\.key is missing or damaged: restore it from the backup/],
    ["", /id\.key is missing or damaged/],
    [kept.slice(0, 20), /id\.key is missing or damaged/],
    [`${other}\n${since}\n`, /id\.key is not the key of this directory, [0-9a-f]{32}: restore it/],
    [`${secret}\n2026-01-01T00:00:00.000Z\n`, /id\.key is not the key of this directory/],
  ];
  for (const [text, says] of wrong) {
    if (text === undefined) rmSync(path);
    else writeFileSync(path, text);
    const ended = await runServer(["--port", "0", "--data", dataDir]);
    assert.equal(ended.code, 2);
    assert.match(ended.output, says);
    const read = await runLog("dump", "--data", dataDir);
    assert.notEqual(read.code, 0);
    assert.match(read.output + read.errors, says);
  }
  writeFileSync(path, kept);
  await stopServer(await started(dataDir));
});

test("id key: exchanged together with its name in the settings -> ids of before lead to nothing", async () => {
  const { ids } = prepared;
  const dataDir = copyOf(prepared.dataDir);
  const text = `${Buffer.alloc(16, 3).toString("base64")}\n1970-01-01T00:00:00.000Z\n`;
  writeFileSync(join(dataDir, "id.key"), text);
  const idKeyId = createHash("sha256").update(text).digest("hex").slice(0, 32);
  const settings = { ...settingsOf(dataDir), idKeyId };
  writeFileSync(join(dataDir, "settings.json"), JSON.stringify(settings));
  const server = await started(dataDir);
  const client = await openClient(server, server.demo);
  for (const id of ids.slice(2)) assert.equal((await client.get(pathOf(id))).status, 404, id);
  client.close();
  await stopServer(server);
});

test("id key: written by a start that came no further -> replaced, as it names no moment that is sure", async () => {
  const dataDir = newDataDir();
  const early = `${Buffer.alloc(16, 3).toString("base64")}\n2020-01-01T00:00:00.000Z\n`;
  writeFileSync(join(dataDir, "id.key"), early);
  const server = await started(dataDir);
  assert.notEqual(readFileSync(join(dataDir, "id.key"), "utf8"), early);
  assert.ok(existsSync(join(dataDir, "settings.json")));
  await stopServer(server);
  renameSync(join(dataDir, "settings.json"), join(dataDir, "settings.away"));
  const ended = await runServer(["--port", "0", "--data", dataDir]);
  assert.match(ended.output, /holds logs but no settings\.json/);
});
