/**
 * `npm run log` on the directories of real servers: at rest, beside a server, and damaged.
 * A server of its own: its log is looked at as a whole.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { openDataReading } from "../../scripts/data_reading.ts";
import { numberKey, tableKey } from "../../src/contract/tables/table.ts";
import { lockDataDirectory } from "../../src/data_directory.ts";
import { LEDGER_TABLE } from "../../src/features/table_codes.ts";
import { openStateStore } from "../../wal/state_store.ts";
import { killServer, newDataDir, startServer, stopServer } from "../support/server.ts";
import { copyOf, dataFileOf, flipBitOfFrame, headOf, openAccounts, openCaller } from "./bank.ts";
import { runLog } from "./log_command.ts";

const sound = { dataDir: "", accountIds: [] as string[] };

before(async () => {
  const server = await startServer(["--shards", "1"]);
  sound.dataDir = server.dataDir;
  const caller = openCaller(server);
  sound.accountIds = await openAccounts(server, caller, 3, 500);
  const [sourceAccountId, destinationAccountId] = sound.accountIds;
  const parties = { sourceAccountId, destinationAccountId, currency: "EUR" };
  const made = await caller.post("/transfers", { ...parties, amount: "120" });
  const { receiptId } = JSON.parse(made?.text ?? "{}") as { receiptId?: string };
  assert.equal((await caller.get(`/receipts/${receiptId}/proof`))?.status, 200);
  await caller.post("/transfers", { ...parties, amount: "9999999" });

  const beside = await runLog("verify", "--data", server.dataDir);
  assert.equal(beside.code, 0, beside.output + beside.errors);
  assert.match(beside.output, /shard-0: state not compared: a server runs/);
  assert.match(beside.output, /shard-0: proof tree not compared: a server runs/);
  const refused = await runLog("rebuild", "--data", server.dataDir);
  assert.equal(refused.code, 2);
  assert.match(refused.errors, /a server runs on .*: stop it first/);
  caller.close();
  await stopServer(server);
});

const verify = (dataDir: string, ...more: string[]) =>
  runLog("verify", "--data", dataDir, "--shard", "0", ...more);

test("log verify: a sound directory -> counts, head, digest, totals, the state is the log's", async () => {
  const { code, output } = await runLog("verify", "--data", sound.dataDir);
  assert.equal(code, 0, output);
  const { sequence, hash } = await headOf(sound.dataDir);
  assert.match(output, /^shard-0: \d+ frames, 13 records, \d+ bytes, 11 idempotency keys$/m);
  assert.ok(output.includes(`shard-0: head ${sequence} ${hash}\n`), output);
  assert.match(output, /^shard-0: EUR 4 accounts, posted 1620, reserved 0 \(minor units/m);
  const digest = /^shard-0: digest ([0-9a-f]{64})$/m.exec(output)?.[1];
  assert.ok(
    output.includes(`shard-0: state at frame ${sequence} equals the log, digest ${digest}`),
  );
  // One record came after the proof, so the tree is behind the log, which is sound.
  const leaves =
    /^shard-0: proof tree at frame (\d+) equals the log: 12 leaves, root [0-9a-f]{64}$/m;
  assert.ok(Number(leaves.exec(output)?.[1]) < sequence, output);
  assert.doesNotMatch(output, /platform: proof tree/);
  assert.match(output, /^platform: state at frame \d+ equals the log/m);
  assert.match(output, /^all shards: EUR 4 accounts, posted 1620, reserved 0 \(minor units/m);
});

test("log verify: a document of the state changed by one unit -> 1, the document is named", async () => {
  const dataDir = copyOf(sound.dataDir);
  const store = openStateStore(join(dataDir, "shard-0", "state"));
  const key = tableKey(LEDGER_TABLE.accountBalance, 0, numberKey(0));
  const balances = Buffer.from(store.get(key) ?? []);
  balances.writeBigUInt64LE(balances.readBigUInt64LE(8) + 1n, 8);
  await store.write({ puts: [[key, balances]], removes: [] });
  await store.close();
  const { code, output } = await verify(dataDir);
  assert.equal(code, 1, output);
  assert.match(output, /DIFFERENCE: the state at frame \d+ has digest/);
  assert.ok(output.includes(`realm 0, key ${numberKey(0)}: another document`), output);

  const rebuilt = await runLog("rebuild", "--data", dataDir, "--shard", "0");
  assert.equal(rebuilt.code, 0, rebuilt.output + rebuilt.errors);
  assert.match(rebuilt.output, /shard-0: state rebuilt at frame \d+ from 13 records/);
  assert.equal((await verify(dataDir)).code, 0);
  assert.ok(!existsSync(join(dataDir, "shard-0", "state.old")));
});

test("log verify: a bit of the proof tree flipped, its directory deleted -> 1, named; 0", async () => {
  const dataDir = copyOf(sound.dataDir);
  const path = join(dataDir, "shard-0", "proof");
  const file = join(path, "data.mdb");
  const bytes = readFileSync(file);
  const meta = bytes.indexOf('"formatVersion":1');
  assert.ok(meta > 0);
  for (let at = meta; at > 0; at = bytes.indexOf('"formatVersion":1', at + 1)) bytes[at + 3] = 0x73;
  writeFileSync(file, bytes);
  const { code, output } = await verify(dataDir);
  assert.equal(code, 1, output);
  assert.match(output, /^shard-0: DIFFERENCE: the proof tree is damaged: delete shard-0\/proof/m);
  assert.match(output, /^shard-0: DIFFERENCE: where it stands: /m);
  assert.match(output, /^shard-0: state at frame \d+ equals the log/m);
  rmSync(path, { recursive: true });
  const without = await verify(dataDir);
  assert.equal(without.code, 0, without.output);
  assert.match(without.output, /shard-0: proof tree not there: the next proof makes it/);
});

test("log verify: a bit flipped in a frame -> 1, shard and frame named", async () => {
  const dataDir = copyOf(sound.dataDir);
  await flipBitOfFrame(dataDir, 3);
  for (const command of ["verify", "stats", "rebuild"]) {
    const { code, output } = await runLog(command, "--data", dataDir, "--shard", "0");
    assert.equal(code, 1, output);
    assert.match(output, /^shard-0: DAMAGED at frame 3(, record \d+)?: checksum/m);
  }
  assert.ok(statSync(dataFileOf(dataDir, "state")).size > 0, "the old state stands");
});

test("log verify: pages of LMDB itself overwritten -> 1, whatever becomes of the reader", async () => {
  const dataDir = copyOf(sound.dataDir);
  const path = dataFileOf(dataDir, "log");
  const file = readFileSync(path);
  for (let at = 2 * 4_096; at < file.length; at++) file[at] = 0xff;
  writeFileSync(path, file);
  const { code, output } = await verify(dataDir);
  assert.equal(code, 1, output);
  assert.match(output, /^shard-0: /m);
});

test("log rebuild: a state that is gone -> made again, equal to the log", async () => {
  const dataDir = copyOf(sound.dataDir);
  rmSync(join(dataDir, "shard-0", "state"), { recursive: true });
  assert.match((await verify(dataDir)).output, /shard-0: state not stored yet/);
  assert.equal((await runLog("rebuild", "--data", dataDir)).code, 0);
  assert.match((await verify(dataDir)).output, /equals the log/);
});

test("log dump: a range of frames -> records as JSON lines, money as text, accounts by id", async () => {
  const all = await runLog("dump", "--data", sound.dataDir, "--shard", "0");
  assert.equal(all.code, 0, all.errors);
  const records = all.output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(records.length, 13);
  const failed = records.at(-1);
  assert.equal(failed.operation, "transfer.create");
  assert.deepEqual([failed.status, failed.refusalCode], [409, "insufficient_balance"]);
  const row = records.at(-2).facts[0];
  assert.deepEqual(
    [row.amountMinor, row.sourcePosted, row.destinationPosted],
    ["120", "380", "620"],
  );
  assert.deepEqual([row.sourceAccountId, row.destinationAccountId], sound.accountIds.slice(0, 2));
  assert.match(failed.place, /^\d+\.\d+$/);

  const some = await runLog(
    "dump",
    "--data",
    sound.dataDir,
    "--shard",
    "0",
    "--from",
    "2",
    "--to",
    "3",
  );
  const places = some.output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).place);
  assert.deepEqual(places, ["2.0", "3.0"]);
});

test("log stats: a log -> counts by operation and outcome, times, sizes", async () => {
  const { code, output } = await runLog("stats", "--data", sound.dataDir, "--shard", "0");
  assert.equal(code, 0, output);
  assert.match(output, /^shard-0: \d+ frames, 13 records, \d+ bytes$/m);
  assert.match(output, /^shard-0: from 20\S+Z to 20\S+Z$/m);
  assert.match(output, /^shard-0: on disk: log \d+ bytes, state \d+ bytes$/m);
  assert.match(output, /^shard-0: account\.create 201: 3 records, \d+ bytes$/m);
  assert.match(output, /^shard-0: transfer\.create 409 insufficient_balance: 1 records/m);
});

test("log verify: a directory left by kill -9 -> sound, and nothing in it changed", async () => {
  const server = await startServer([], copyOf(sound.dataDir));
  await killServer(server);
  const files = ["log", "state"] as const;
  const contents = () => files.map((kind) => readFileSync(dataFileOf(server.dataDir, kind)));
  const untouched = contents();
  const { code, output } = await verify(server.dataDir);
  assert.equal(code, 0, output);
  assert.deepEqual(contents(), untouched);
});

for (const [name, args] of [
  ["no command", []],
  ["an unknown command", ["repair"]],
  ["an unknown flag", ["verify", "--fix"]],
  ["a shard that is not there", ["verify", "--shard", "7"]],
  ["a range where none belongs", ["verify", "--from", "3"]],
] as const) {
  test(`log: ${name} -> 2, said on standard error`, async () => {
    const { code, output, errors } = await runLog(...args, "--data", sound.dataDir);
    assert.deepEqual([code, output], [2, ""]);
    assert.ok(errors.length > 0);
  });
}

test("log: a directory without settings -> 2, and it stays empty", async () => {
  const dataDir = newDataDir();
  const { code, errors } = await runLog("verify", "--data", dataDir);
  assert.equal(code, 2);
  assert.match(errors, /is no data directory/);
  assert.equal(existsSync(join(dataDir, "settings.json")), false);
});

test("log verify: a directory that somebody else keeps -> refused after a wait, nothing read", async () => {
  const dataDir = copyOf(sound.dataDir);
  const lock = await lockDataDirectory(dataDir);
  await assert.rejects(openDataReading(dataDir, 300), {
    name: "OptionError",
    message: /is in use by a server that is still starting, or by another command/,
  });
  lock.close();
  (await openDataReading(dataDir, 300)).release();
});
