/**
 * Backups that go on: of real servers, killed anywhere, and of directories of another history.
 * A server of its own: what it copies is a whole data directory, and other servers start on the copies.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { sealKeyIdOf } from "../../src/access/seal_keys.ts";
import { openDataDirectory } from "../../src/data_directory.ts";
import { type LogRun, runBackup, runLog } from "../../test/recovery/log_command.ts";
import { type Client, expect, openClient } from "../../test/support/client.ts";
import { draft, newAccount, totals } from "../../test/support/parties.ts";
import { newDataDir, type Server, startServer, stopServer } from "../../test/support/server.ts";
import { dataFile } from "../../wal/database.ts";
import { type LogReport, verifyLog } from "../../wal/verify.ts";
import { programOf } from "../program.ts";
import { backupDataDirectory } from "./backup.ts";
import type { IncrementReport } from "./increment.ts";
import { incrementDataDirectory } from "./increment.ts";

const SHARDS = ["shard-0", "shard-1", "platform"];
const scratch = newDataDir();
const KILLS = 12;
/** How a data directory is opened without a server. */
const DIRECTORY = { shards: undefined, demo: false };

let server: Server;
let client: Client;
let ada: string;
let bob: string;

before(async () => {
  server = await startServer(["--shards", "2"]);
  client = await openClient(server, server.demo);
  ada = await newAccount(client, { fund: "1000000" });
  bob = await newAccount(client);
});

after(async () => {
  client.close();
  await stopServer(server);
});

async function transfers(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    ids.push(expect(await client.post("/transfers", draft(ada, bob, "1")), 201).id("transferId"));
  }
  return ids;
}

/** Prepares a backup in a new place, as the command does that the first test runs. */
async function copy(source: string, target: string): Promise<void> {
  await backupDataDirectory({ source, target, logsOnly: false, onProgress: () => undefined });
}

function reportOf({ code, output, errors }: LogRun): IncrementReport {
  assert.equal(code, 0, errors);
  return JSON.parse(output) as IncrementReport;
}

function assertRefused({ code, errors }: LogRun, message: RegExp): void {
  assert.equal(code, 1, errors);
  assert.match(errors, message);
}

function logsOf(path: string): Promise<LogReport[]> {
  return Promise.all(SHARDS.map((shard) => verifyLog(join(path, shard, "log"))));
}

/** The bytes of the logs, to see that nothing was written. */
function bytesOf(path: string): Buffer[] {
  return SHARDS.map((shard) => readFileSync(dataFile(join(path, shard, "log"))));
}

/** A server on a copy of a backup answers for these transfers as the first server does. */
async function assertServes(path: string, transferIds: readonly string[]): Promise<void> {
  const own = join(scratch, "served");
  rmSync(own, { recursive: true, force: true });
  cpSync(path, own, { recursive: true });
  const second = await startServer([], own);
  const reader = await openClient(second, second.demo, { contract: client.contract });
  for (const transferId of transferIds) {
    const copied = expect(await reader.get(`/transfers/${transferId}`), 200);
    assert.equal(copied.text, (await client.get(`/transfers/${transferId}`)).text);
  }
  assert.deepEqual(await totals(reader), { EUR: "0" });
  reader.close();
  assert.equal((await stopServer(second)).code, 0);
}

test("increment: a second backup into the same place, of a server under load -> its new frames alone; it serves all", async () => {
  const target = join(scratch, "goes-on");
  const early = await transfers(20);
  reportOf(await runBackup(target, "--data", server.dataDir));
  const before = await logsOf(target);
  const late = await transfers(20);
  let isStopping = false;
  const load = (async () => {
    while (!isStopping) await transfers(1);
  })();
  const ran = await runBackup(target, "--data", server.dataDir);
  isStopping = true;
  await load;
  const second = reportOf(ran);
  assert.equal(second.serverRunning, true);
  const after = await logsOf(target);
  for (const [at, shard] of second.shards.entries()) {
    const [old, now] = [before[at] as LogReport, after[at] as LogReport];
    assert.equal(now.damage, undefined);
    assert.deepEqual([shard.shard, shard.logId], [SHARDS[at], now.logId]);
    assert.deepEqual([shard.frames, shard.headHash], [now.frames, now.headHash]);
    assert.equal(shard.copiedFrames, now.frames - old.frames);
    assert.equal(shard.copiedRecords, now.records - old.records);
  }
  assert.ok((second.shards[0]?.copiedFrames ?? 0) >= 20);
  await assertServes(target, [...early, ...late]);
  const drilled = await runLog("drill", target, "--data", server.dataDir);
  assert.equal(drilled.code, 0, drilled.output + drilled.errors);
});

test(`increment: killed with kill -9 at any step, ${KILLS} times, then run again -> whole each time, and all in the end`, async (t) => {
  const target = join(scratch, "killed");
  await copy(server.dataDir, target);
  const certain: string[] = [];
  let frames = 0;
  for (let round = 0; round < KILLS; round++) {
    certain.push(...(await transfers(10)));
    const steps = await killedAfter(1 + ((round * 5) % 13), target);
    const logs = await logsOf(target);
    assert.ok(
      logs.every(({ damage }) => damage === undefined),
      JSON.stringify(logs),
    );
    const now = logs.reduce((sum, log) => sum + log.frames, 0);
    assert.ok(now >= frames, "nothing that the backup had is lost");
    frames = now;
    t.diagnostic(`killed at "${steps.at(-1)}": ${now} frames`);
    if (round === KILLS - 1) await assertServes(target, []);
  }
  reportOf(await runBackup(target, "--data", server.dataDir));
  await assertServes(target, certain);
});

test("increment: nothing new -> nothing copied, and a demo that is made is not made again", async () => {
  const [own, target] = [join(scratch, "own"), join(scratch, "same")];
  await copy(server.dataDir, own);
  await copy(own, target);
  writeFileSync(join(target, "demo.due"), "");
  rmSync(join(target, "demo.json"));
  const before = await logsOf(target);
  const { shards, bytes, serverRunning, files } = reportOf(await runBackup(target, "--data", own));
  assert.deepEqual([bytes, serverRunning], [0, false]);
  assert.ok(shards.every(({ copiedFrames }) => copiedFrames === 0));
  assert.deepEqual(await logsOf(target), before);
  assert.ok(files.includes("demo.json"));
  assert.equal(
    readFileSync(join(target, "demo.json"), "utf8"),
    readFileSync(join(own, "demo.json"), "utf8"),
  );
  await assertServes(target, []);
});

test("increment: a server ran on the backup, or the original was cut back -> refused, nothing written", async () => {
  const [cut, target] = [join(scratch, "cut"), join(scratch, "ran")];
  await copy(server.dataDir, cut);
  await transfers(3);
  await copy(server.dataDir, target);
  const untouched = bytesOf(target);
  assertRefused(
    await runBackup(target, "--data", cut),
    /shard-0 in .* has \d+ frames, the original/,
  );
  assert.deepEqual(bytesOf(target), untouched);

  const ran = await startServer([], target);
  const own = await openClient(ran, ran.demo, { contract: client.contract });
  expect(await own.post("/transfers", draft(ada, bob, "1")), 201);
  assertRefused(await runBackup(target, "--data", server.dataDir), /another server runs on/);
  own.close();
  await stopServer(ran);
  await transfers(10);
  const changed = bytesOf(target);
  const refused = await runBackup(target, "--data", server.dataDir);
  assertRefused(refused, /frame \d+ of shard-\d in .* is not the original's/);
  assert.deepEqual(bytesOf(target), changed);
});

test("increment: the backup of another directory, one with another key, the directory itself -> refused", async () => {
  const other = await startServer(["--shards", "2"]);
  const [target, keyed] = [join(scratch, "other"), join(scratch, "keyed")];
  await copy(other.dataDir, target);
  await stopServer(other);
  const untouched = bytesOf(target);
  assertRefused(await runBackup(target, "--data", server.dataDir), /has another cursor\.key/);
  const keys = ["cursor.key", "id.key", "pepper.key", "receipt.key", "receipt-salt.key"];
  for (const file of keys) {
    cpSync(join(server.dataDir, file), join(target, file));
  }
  assertRefused(await runBackup(target, "--data", server.dataDir), /has other entity-keys than/);
  rmSync(join(target, "entity-keys"), { recursive: true });
  assertRefused(await runBackup(target, "--data", server.dataDir), /is another log/);
  assert.deepEqual(bytesOf(target), untouched);
  await copy(server.dataDir, keyed);
  writeFileSync(join(keyed, "receipt.key"), "another");
  assertRefused(await runBackup(keyed, "--data", server.dataDir), /has another receipt\.key/);
  assertRefused(await runBackup(server.dataDir, "--data", server.dataDir), /is inside of/);
});

test("increment: a damaged frame in the source -> named; the backup has the frames before it and goes on later", async () => {
  const [sound, damaged, target] = ["sound", "damaged", "target"].map((name) =>
    join(scratch, `of-${name}`),
  ) as [string, string, string];
  await copy(server.dataDir, target);
  const made = await transfers(6);
  await copy(server.dataDir, sound);
  cpSync(sound, damaged, { recursive: true });
  const [{ headSequence }] = (await logsOf(target)) as [LogReport];
  const at = headSequence + 4;
  flipInFrame(dataFile(join(damaged, "shard-0", "log")), at);
  const increment = incrementDataDirectory({
    ...{ source: damaged, target, onProgress: () => undefined },
    batchBytes: 1,
  });
  await assert.rejects(increment, { name: "LogDamaged", sequence: at });
  const [after] = (await logsOf(target)) as [LogReport];
  assert.deepEqual([after.headSequence, after.damage], [at - 1, undefined]);
  reportOf(await runBackup(target, "--data", sound));
  await assertServes(target, made);
});

/** Runs a backup that goes on, ends it after it has printed so many lines, and returns them. */
async function killedAfter(lines: number, target: string): Promise<string[]> {
  const { file, options } = programOf(
    new URL("../../test/support/scripts/backup/increment.ts", import.meta.url),
  );
  const child = spawn(process.execPath, [...options, file, server.dataDir, target], {
    stdio: ["ignore", "pipe", "inherit"],
    cwd: dirname(dirname(import.meta.dirname)),
  });
  const ended = once(child, "close");
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (said.length >= lines) child.kill("SIGKILL");
  }
  await ended;
  return said;
}

/** Flips a byte in the records of a frame, which begins with its magic and its sequence. */
function flipInFrame(path: string, sequence: number): void {
  const file = readFileSync(path);
  const start = Buffer.from("MWAL\x01\0\0\0\0\0\0\0", "latin1");
  start.writeUInt32LE(sequence, 8);
  const at = file.indexOf(start) + 70;
  assert.ok(at >= 70);
  file.writeUInt8(file.readUInt8(at) ^ 1, at);
  writeFileSync(path, file);
}

test("increment: a backup from before the key of ids -> has the key before it has the first frame since", async () => {
  const source = join(scratch, "keyed-original");
  await copy(server.dataDir, source);
  const target = join(scratch, "keyless");
  cpSync(source, target, { recursive: true });
  rmSync(join(target, "id.key"));
  const settings = join(target, "settings.json");
  const { idKeyId, ...before } = JSON.parse(readFileSync(settings, "utf8"));
  writeFileSync(settings, JSON.stringify({ ...before, formatVersion: 1 }));
  const seen: string[][] = [];
  const stateOf = () => [
    readFileSync(join(target, "id.key"), "utf8"),
    JSON.parse(readFileSync(settings, "utf8")).idKeyId,
  ];
  await incrementDataDirectory({ source, target, onProgress: () => seen.push(stateOf()) });
  assert.ok(seen.length > 0);
  for (const state of [...seen, stateOf()]) {
    assert.deepEqual(state, [readFileSync(join(source, "id.key"), "utf8"), idKeyId]);
  }
});

test("increment: seal keys that were rotated since -> those of the original, and until the logs are copied the others too", async () => {
  const target = join(scratch, "sealed");
  await copy(server.dataDir, target);
  const source = join(scratch, "sealed-original");
  cpSync(target, source, { recursive: true });
  const keysOf = (path: string) =>
    openDataDirectory(path, DIRECTORY).sealKeys.keys.map(sealKeyIdOf);
  const [before] = keysOf(target);
  const ring = openDataDirectory(source, DIRECTORY).sealKeys;
  ring.begin();
  ring.end();
  const [after] = keysOf(source);
  assert.notEqual(after, before);

  const seen: string[][] = [];
  const options = { source, target };
  await incrementDataDirectory({ ...options, onProgress: () => seen.push(keysOf(target)) });
  assert.ok(seen.length > 0);
  for (const keys of seen) assert.deepEqual(keys, [after, before]);
  assert.deepEqual(keysOf(target), [after]);
});
