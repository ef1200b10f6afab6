/**
 * `npm run log -- drill`: a practised restore beside a server under load, and a drill that fails.
 * A server of its own: its log is looked at as a whole.
 */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { numberKey, tableKey } from "../../src/contract/tables/table.ts";
import { LEDGER_TABLE } from "../../src/features/table_codes.ts";
import { openStateStore } from "../../wal/state_store.ts";
import { newDataDir, type Server, startServer, stopServer } from "../support/server.ts";
import { type Caller, copyOf, flipBitOfFrame, openAccounts, openCaller } from "./bank.ts";
import { runBackup, runLog } from "./log_command.ts";

let server: Server;
let caller: Caller;
let accountIds: string[];
const backup = join(newDataDir(), "backup");
/** True while the server is under load. */
let isMoving = true;
let moving: Promise<void>;

before(async () => {
  server = await startServer(["--shards", "2"]);
  caller = openCaller(server);
  accountIds = await openAccounts(server, caller, 2, 1_000_000);
  moving = move();
  const made = await runBackup(backup, "--data", server.dataDir);
  assert.equal(made.code, 0, made.errors);
});

after(async () => {
  isMoving = false;
  await moving;
  caller.close();
  await stopServer(server);
});

async function move(): Promise<void> {
  const [sourceAccountId, destinationAccountId] = accountIds;
  const body = { sourceAccountId, destinationAccountId, amount: "1", currency: "EUR" };
  while (isMoving) assert.equal((await caller.post("/transfers", body))?.status, 201);
}

const EQUAL = /^shard-0: state at frame \d+ equals the log, digest [0-9a-f]{64}$/m;

test("log drill: a directory whose server is under load -> all equal, the time it took", async () => {
  const { code, output, errors } = await runLog("drill", "--data", server.dataDir);
  assert.equal(code, 0, output + errors);
  assert.match(output, /^drill: \S+ restored in [\d.]+ s, \d+ bytes, while its server runs$/m);
  assert.match(output, EQUAL);
  assert.match(output, /^shard-0: frame \d+ is the original's; it went on by \d+ frames$/m);
  assert.match(output, /^all shards: EUR 3 accounts, posted \d+, reserved 0/m);
  assert.match(output, /^drill: the states made again from the logs and compared in [\d.]+ s$/m);
  assert.match(output, /^drill: all is equal$/m);
});

test("log drill: a backup, with and without its original -> all equal", async () => {
  const alone = await runLog("drill", backup);
  assert.equal(alone.code, 0, alone.output + alone.errors);
  assert.match(alone.output, EQUAL);
  assert.match(alone.output, /no original to compare with/);
  const beside = await runLog("drill", backup, "--data", server.dataDir);
  assert.equal(beside.code, 0, beside.output + beside.errors);
  assert.match(beside.output, /is the original's; it went on by \d+ frames/);
});

test("log drill: a backup of another directory -> 1, and which log is another", async () => {
  const other = await startServer();
  await stopServer(other);
  const { code, output } = await runLog("drill", backup, "--data", other.dataDir);
  assert.equal(code, 1, output);
  assert.match(output, /^drill: DIFFERENCE: shard-0: another log than that of/m);
});

test("log drill: a state that one unit was added to, a flipped bit in a log -> 1, named", async () => {
  const changed = copyOf(backup);
  const store = openStateStore(join(changed, "shard-0", "state"));
  const key = tableKey(LEDGER_TABLE.accountBalance, 0, numberKey(0));
  const balances = Buffer.from(store.get(key) ?? []);
  balances.writeBigUInt64LE(balances.readBigUInt64LE(8) + 1n, 8);
  await store.write({ puts: [[key, balances]], removes: [] });
  await store.close();
  const differs = await runLog("drill", changed);
  assert.equal(differs.code, 1, differs.output);
  assert.match(differs.output, /^shard-0: DIFFERENCE: the state at frame \d+ has digest/m);
  assert.match(differs.output, /^drill: NOT EQUAL: see above$/m);

  const damaged = copyOf(backup);
  await flipBitOfFrame(damaged, 3);
  const failed = await runLog("drill", damaged);
  assert.equal(failed.code, 1, failed.output);
  assert.match(failed.output, /^drill: FAILED: log is damaged at frame 3/m);
  for (const path of [changed, damaged]) rmSync(path, { recursive: true });
});

for (const args of [
  ["drill", "a", "b"],
  ["drill", "--shard", "0"],
  ["verify", "a"],
]) {
  test(`log drill: ${args.join(" ")} -> 2, said on standard error`, async () => {
    const { code, output, errors } = await runLog(...args, "--data", backup);
    assert.deepEqual([code, output], [2, ""]);
    assert.ok(errors.length > 0);
  });
}
