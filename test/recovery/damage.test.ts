/**
 * Damaged files are found, named and never served; a lost state loses nothing.
 * A server of its own: its directory is damaged.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { appendFileSync, cpSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { before, test } from "node:test";
import { frameOf } from "../../src/base/id.ts";
import { numberKey, tableKey } from "../../src/contract/tables/table.ts";
import { LEDGER_TABLE } from "../../src/features/table_codes.ts";
import { usedBytesOf } from "../../wal/database.ts";
import { openStateStore } from "../../wal/state_store.ts";
import { originInDirectory } from "../support/id_key.ts";
import { killServer, newDataDir, runServer, startServer, stopServer } from "../support/server.ts";
import {
  type Answer,
  balanceOf,
  bodyOf,
  copyOf,
  dataFileOf,
  flipBitOfFrame,
  headOf,
  openAccounts,
  openCaller,
} from "./bank.ts";
import { runLog } from "./log_command.ts";

/** A data directory at rest, the answers of its server, and its log from some frames before. */
const sound = { dataDir: "", earlierLog: "", accountIds: [] as string[] };
const answers: { path: string; body: unknown; key: string; answer: Answer | undefined }[] = [];

before(async () => {
  const server = await startServer();
  const caller = openCaller(server);
  sound.dataDir = server.dataDir;
  sound.accountIds = await openAccounts(server, caller, 3, 1_000);
  await transfers(caller, 10);
  caller.close();
  await killServer(server);
  sound.earlierLog = newDataDir();
  cpSync(join(server.dataDir, "shard-0", "log"), sound.earlierLog, { recursive: true });
  const again = await startServer([], server.dataDir);
  const second = openCaller(again);
  await transfers(second, 10);
  second.close();
  await stopServer(again);
});

async function transfers(caller: ReturnType<typeof openCaller>, count: number): Promise<void> {
  const [sourceAccountId, destinationAccountId] = sound.accountIds;
  for (let at = 0; at < count; at++) {
    const amount = String(at % 5 === 4 ? 999_999 : 1 + at);
    const body = { sourceAccountId, destinationAccountId, amount, currency: "EUR" };
    const key = randomUUID();
    answers.push({
      path: "/transfers",
      body,
      key,
      answer: await caller.post("/transfers", body, key),
    });
  }
}

const startOn = (dataDir: string) =>
  runServer(["--port", "0", "--data", dataDir, "--log-level", "silent"]);

async function assertServesTheSame(dataDir: string): Promise<void> {
  const server = await startServer([], dataDir);
  const caller = openCaller(server);
  for (const { path, body, key, answer } of answers) {
    assert.deepEqual(await caller.post(path, body, key), { ...answer, replayed: true });
  }
  const balances = await Promise.all(sound.accountIds.map((id) => balanceOf(caller, id)));
  const posted = balances.reduce((sum, balance) => sum + balance.posted, 0);
  assert.equal(posted, 3_000);
  caller.close();
  await stopServer(server);
}

test("start: the state deleted -> the log alone gives the same answers", async () => {
  const dataDir = copyOf(sound.dataDir);
  for (const shard of ["shard-0", "platform"]) {
    rmSync(join(dataDir, shard, "state"), { recursive: true });
  }
  await assertServesTheSame(dataDir);
});

test("start: bytes of an unfinished write behind the log's end -> no damage", async () => {
  const dataDir = copyOf(sound.dataDir);
  appendFileSync(dataFileOf(dataDir, "log"), Buffer.alloc(3 * 4_096 + 77, 0xa5));
  await assertServesTheSame(dataDir);
});

test("start: a bit flipped in the newest frame -> refused, naming shard, frame, what to do", async () => {
  const dataDir = copyOf(sound.dataDir);
  const { sequence } = await headOf(dataDir);
  await flipBitOfFrame(dataDir, sequence);
  const { code, output } = await startOn(dataDir);
  assert.equal(code, 1, output);
  const first = `shard 0 does not start, so the server does not: log is damaged at frame ${sequence}`;
  assert.ok(output.includes(first), output);
  assert.match(output, /npm run log -- verify --data \S+ --shard 0\nThen restore .* a backup/);
  assert.doesNotMatch(output, /Serving|\n {4}at /);
});

test("start: a bit flipped in a frame that replay reads -> refused, naming the frame", async () => {
  const dataDir = copyOf(sound.dataDir);
  await flipBitOfFrame(dataDir, 5);
  rmSync(join(dataDir, "shard-0", "state"), { recursive: true });
  const { code, output } = await startOn(dataDir);
  assert.equal(code, 1, output);
  assert.match(output, /shard 0 does not start.* log is damaged at frame 5: checksum/);
});

test("start: a log cut short -> refused, naming the file", async () => {
  const dataDir = copyOf(sound.dataDir);
  const path = dataFileOf(dataDir, "log");
  truncateSync(path, usedBytesOf(path) - 4_096);
  const { code, output } = await startOn(dataDir);
  assert.equal(code, 1, output);
  assert.match(output, /shard 0 does not start.* data\.mdb: \d+ bytes, but \d+ were written/);
});

test("start: a state that is ahead of its log -> refused, with both ways out", async () => {
  const dataDir = copyOf(sound.dataDir);
  rmSync(join(dataDir, "shard-0", "log"), { recursive: true });
  cpSync(sound.earlierLog, join(dataDir, "shard-0", "log"), { recursive: true });
  const { code, output } = await startOn(dataDir);
  assert.equal(code, 1, output);
  assert.match(output, /the state stands at frame \d+ but the log ends at frame \d+/);
  assert.match(output, /put the right one in its place[\s\S]*npm run log -- rebuild/);
});

test("start: a state cut short -> refused, and a rebuild named; without it all is there", async () => {
  const dataDir = copyOf(sound.dataDir);
  truncateSync(dataFileOf(dataDir, "state"), 4_096);
  const { code, output } = await startOn(dataDir);
  assert.equal(code, 1, output);
  assert.match(
    output,
    /shard 0 does not start[\s\S]* made again from the log[\s\S]*log -- rebuild/,
  );
  rmSync(join(dataDir, "shard-0", "state"), { recursive: true });
  await assertServesTheSame(dataDir);
});

test("reads: a damaged old frame -> an error that says so, never another answer", async () => {
  const dataDir = copyOf(sound.dataDir);
  const posted = answers.find(({ answer }) => answer?.status === 201);
  const transferId = String(bodyOf(posted?.answer, 201)["transferId"]);
  const frame = frameOf(originInDirectory(dataDir, transferId)?.place ?? 0);
  await flipBitOfFrame(dataDir, frame);
  const server = await startServer([], dataDir);
  const caller = openCaller(server);
  const answer = await caller.get(`/transfers/${transferId}`);
  assert.ok((answer?.status ?? 0) >= 500, answer?.text);
  caller.close();
  await killServer(server);
});

for (const [what, keyOf] of [
  ["account", firstAccountKey],
  ["block of balances", firstBalancesKey],
] as const) {
  test(`start: a bit flipped in a stored ${what} -> refused, key and rebuild named; rebuilt, all is there`, async () => {
    const dataDir = copyOf(sound.dataDir);
    const key = await flipBitOf(dataDir, await placesOf(dataDir, keyOf()));
    const { code, output } = await startOn(dataDir);
    assert.equal(code, 1, output);
    assert.ok(output.includes("shard 0 does not start"), output);
    assert.ok(output.includes(`state is damaged at key ${key}: checksum`), output);
    assert.match(output, /npm run log -- rebuild --data \S+ --shard 0/);
    const rebuilt = await runLog("rebuild", "--data", dataDir, "--shard", "0");
    assert.equal(rebuilt.code, 0, rebuilt.output + rebuilt.errors);
    await assertServesTheSame(dataDir);
  });
}

test("reads: a stored account damaged under a running server -> 503, never a figure; it lives", async () => {
  const dataDir = copyOf(sound.dataDir);
  const places = await placesOf(dataDir, firstAccountKey());
  const server = await startServer([], dataDir);
  const caller = openCaller(server);
  const [first, second] = sound.accountIds as [string, string];
  const expected = await balanceOf(caller, second);
  const list = `/accounts?productId=${server.demo.productId}`;
  await flipBitOf(dataDir, places);
  for (const path of [`/accounts/${first}`, `/accounts/${first}/balance`, list]) {
    const answer = await caller.get(path);
    assert.equal(answer?.status, 503, answer?.text);
    assert.match(answer?.text ?? "", /"code":"resource_reader_unavailable"/);
  }
  assert.deepEqual(await balanceOf(caller, second), expected);
  caller.close();
  await killServer(server);
});

test("reads: balances damaged under a running server -> 503, never a figure; the accounts are shown", async () => {
  const dataDir = copyOf(sound.dataDir);
  const places = await placesOf(dataDir, firstBalancesKey());
  const server = await startServer([], dataDir);
  const caller = openCaller(server);
  const [first, second] = sound.accountIds as [string, string];
  await flipBitOf(dataDir, places);
  for (const path of [`/accounts/${first}/balance`, `/accounts/${second}/balance`]) {
    const answer = await caller.get(path);
    assert.equal(answer?.status, 503, answer?.text);
    assert.match(answer?.text ?? "", /"code":"resource_reader_unavailable"/);
  }
  assert.equal((await caller.get(`/accounts/${first}`))?.status, 200);
  caller.close();
  await killServer(server);
});

function firstAccountKey(): Uint8Array {
  return tableKey(LEDGER_TABLE.account, 1, (sound.accountIds[0] ?? "").slice("acct_".length));
}

function firstBalancesKey(): Uint8Array {
  return tableKey(LEDGER_TABLE.accountBalance, 0, numberKey(0));
}

type Places = { key: Uint8Array; at: number[] };

/** The places of a value in the file at rest, of every version of the value that the file holds. */
async function placesOf(dataDir: string, key: Uint8Array): Promise<Places> {
  const store = openStateStore(join(dataDir, "shard-0", "state"));
  const value = Buffer.from(store.getUnchecked(key) ?? []);
  await store.close();
  const file = readFileSync(dataFileOf(dataDir, "state"));
  const at: number[] = [];
  for (let one = file.indexOf(value); one >= 0; one = file.indexOf(value, one + 1)) at.push(one);
  assert.ok(value.length > 40 && at.length > 0, "the value is in the file");
  return { key, at };
}

/**
 * Flips a bit of the value in the file, which a running server reads too; returns the key in hex.
 */
async function flipBitOf(dataDir: string, { key, at }: Places): Promise<string> {
  const file = await open(dataFileOf(dataDir, "state"), "r+");
  for (const one of at) {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, one + 24);
    buffer[0] = (buffer[0] as number) ^ 0x10;
    await file.write(buffer, 0, 1, one + 24);
  }
  await file.close();
  return Buffer.from(key).toString("hex");
}
