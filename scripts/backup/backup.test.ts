/**
 * Backups of real servers, under load and at rest, and servers that start on them.
 * A server of its own: what it copies is a whole data directory, and other servers start on the copies.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { runLog } from "../../test/recovery/log_command.ts";
import { type Client, expect, openClient } from "../../test/support/client.ts";
import { draft, newAccount, newCustomer, totals } from "../../test/support/parties.ts";
import { newDataDir, type Server, startServer, stopServer } from "../../test/support/server.ts";
import { programOf } from "../program.ts";
import type { BackupReport } from "./backup.ts";

type Ran = { code: number; stdout: string; stderr: string };

const ROOT = dirname(dirname(import.meta.dirname));
const LANES = 8;
/** Transfers that are acknowledged before the backup under load begins. */
const BEFORE = 200;

let server: Server;
let client: Client;
let accountIds: string[];
const scratch = newDataDir();

before(async () => {
  server = await startServer();
  client = await openClient(server, server.demo);
  const customerId = await newCustomer(client);
  const making = Array.from({ length: LANES }, () =>
    newAccount(client, { customerId, fund: "1000000" }),
  );
  accountIds = await Promise.all(making);
});

after(async () => {
  client.close();
  await stopServer(server);
});

test("backup: of a server under load -> a server on it has all that was acknowledged", async () => {
  const target = join(scratch, "under-load");
  const acknowledged: string[] = [];
  let isStopping = false;
  let enough: () => void = () => undefined;
  const hasEnough = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const lanes = accountIds.map(async (source, lane) => {
    const destination = accountIds[(lane + 1) % LANES] as string;
    while (!isStopping) {
      const made = await client.post("/transfers", draft(source, destination, "7"));
      acknowledged.push(expect(made, 201).id("transferId"));
      if (acknowledged.length === BEFORE) enough();
    }
  });
  await hasEnough;
  const certain = [...acknowledged];
  const [verified, ran] = await Promise.all([
    runLog("verify", "--data", server.dataDir),
    backup(target, server.dataDir),
  ]);
  assert.equal(verified.code, 0, verified.output + verified.errors);
  const report = reportOf(ran);
  isStopping = true;
  await Promise.all(lanes);
  assert.equal(report.serverRunning, true);
  const secrets = [
    "cursor.key",
    "demo.json",
    "id.key",
    "pepper.key",
    "receipt-salt.key",
    "receipt.key",
  ];
  assert.deepEqual(report.files, [...secrets, "seal.key", "settings.json"]);
  for (const file of report.files) assert.equal(statSync(join(target, file)).mode & 0o777, 0o600);
  assert.equal(existsSync(`${target}.tmp`), false);

  const second = await startServer([], target);
  const reader = await openClient(second, second.demo, { contract: client.contract });
  for (const transferId of certain) {
    const copied = expect(await reader.get(`/transfers/${transferId}`), 200);
    assert.equal(copied.text, (await client.get(`/transfers/${transferId}`)).text);
  }
  assert.deepEqual(await totals(reader), { EUR: "0" });
  const [source, destination] = accountIds as [string, string];
  expect(await reader.post("/transfers", draft(source, destination, "7")), 201);
  reader.close();
  assert.equal((await stopServer(second)).code, 0);
});

test("backup: of a stopped server, with and without state -> both serve the same", async () => {
  const whole = join(scratch, "whole");
  const logsOnly = join(scratch, "logs-only");
  const own = join(scratch, "own");
  reportOf(await backup(own, server.dataDir));
  const first = reportOf(await backup(whole, own));
  const second = reportOf(await backup(logsOnly, own, "--logs-only"));
  assert.equal(first.serverRunning, false);
  const heads = ({ shards }: BackupReport) =>
    shards.map(({ logId, headHash }) => [logId, headHash]);
  assert.deepEqual(heads(second), heads(first));
  assert.ok(first.shards.every(({ stateFrame }) => stateFrame !== undefined));
  assert.ok(second.shards.every(({ stateFrame }) => stateFrame === undefined));
  assert.equal(first.shards.at(-1)?.shard, "platform");
  const answers: string[] = [];
  for (const path of [whole, logsOnly]) {
    const restored = await startServer([], path);
    const reader = await openClient(restored, restored.demo, { contract: client.contract });
    const query = `productId=${reader.productId}&limit=100`;
    answers.push((await reader.get(`/transfers?${query}`)).text);
    assert.deepEqual(await totals(reader), { EUR: "0" });
    reader.close();
    await stopServer(restored);
  }
  assert.equal(answers[0], answers[1]);
});

test("backup: a target that exists or lies inside, a source that is none -> refused", async () => {
  const taken = join(scratch, "taken");
  mkdirSync(taken);
  assertRefused(await backup(taken, server.dataDir), /exists: name a directory/);
  assert.deepEqual(readdirSync(taken), []);
  const left = join(scratch, "left");
  mkdirSync(`${left}.tmp`);
  assertRefused(await backup(left, server.dataDir), /left\.tmp exists/);
  const inside = join(server.dataDir, "copy");
  assertRefused(await backup(inside, server.dataDir), /inside of/);
  assertRefused(await backup(join(scratch, "none"), taken), /no settings\.json/);
  assertRefused(await backup("", server.dataDir), /name one directory/);
});

test("backup: a damaged frame in the source -> refused, naming it; nothing is left", async () => {
  const damaged = join(scratch, "damaged");
  const target = join(scratch, "of-damaged");
  const sound = join(scratch, "sound");
  reportOf(await backup(sound, server.dataDir));
  cpSync(sound, damaged, { recursive: true });
  await flipByteOfFirstFrame(join(damaged, "shard-0", "log", "data.mdb"));
  assertRefused(await backup(target, damaged), /log is damaged at frame 1/);
  assert.equal(existsSync(target), false);
  assert.equal(existsSync(`${target}.tmp`), false);
});

test("backup: the log of a shard is missing -> refused, naming the shard", async () => {
  const partial = join(scratch, "partial");
  cpSync(join(scratch, "sound"), partial, {
    recursive: true,
    filter: (path) => !path.includes("shard-0"),
  });
  assertRefused(await backup(join(scratch, "of-partial"), partial), /lacks the log of shard-0/);
});

function backup(target: string, data: string, ...flags: string[]): Promise<Ran> {
  const { file, options } = programOf(join(ROOT, "scripts/backup.ts"));
  const script = [...options, file, target, "--data", data, ...flags];
  return new Promise((resolve) => {
    execFile(process.execPath, script, { cwd: ROOT }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

function reportOf({ code, stdout, stderr }: Ran): BackupReport {
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as BackupReport;
}

function assertRefused({ code, stderr }: Ran, message: RegExp): void {
  assert.equal(code, 1, stderr);
  assert.match(stderr, message);
}

/** Flips a byte in the records of the first frame, which begins with its magic and sequence 1. */
async function flipByteOfFirstFrame(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    const bytes = await file.readFile();
    const start = Buffer.concat([Buffer.from("MWAL\x01\0\0\0"), Buffer.from([1, 0, 0, 0])]);
    const at = bytes.indexOf(start) + 70;
    assert.ok(at >= 70);
    await file.write(Buffer.from([(bytes[at] as number) ^ 1]), 0, 1, at);
  } finally {
    await file.close();
  }
}
