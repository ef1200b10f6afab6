/**
 * A server on logs that were cut: the same answers as before, and where segments are away, refusals
 * that name them; starts, keys, proofs, backups and the operator's commands with and without them.
 * A server of its own: its logs are cut, and parts of them are put away.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { dataFile } from "../../wal/database.ts";
import { segmentsPath } from "../../wal/segment.ts";
import { verifyLog } from "../../wal/verify.ts";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { graphqlClient } from "../support/graphql.ts";
import { assertBalance, draft, newAccount, totals, walk } from "../support/parties.ts";
import { newDataDir, type Server, startServer, stopServer } from "../support/server.ts";
import { runBackup, runLog } from "./log_command.ts";

const OLD = 20;
/** Frames that a cut leaves: fewer than the transfers that are made after it. */
const KEEP = "3";
const SEGMENT = /segment 0{11}1-\d{12}-\w{16}\.segment/;

let server: Server;
let client: Client;
let ada: string;
let bob: string;
/** Transfers of the frames that are in segments: the answer of each, and its key. */
const old: { transferId: string; key: string; text: string; receiptId: string }[] = [];
let month: string;
let listed: string;

const logPath = () => join(server.dataDir, "shard-0", "log");
const awayPath = () => `${server.dataDir}.away`;

async function transfer(): Promise<(typeof old)[number]> {
  const key = randomUUID();
  const made = expect(await client.post("/transfers", draft(ada, bob, "1"), { key }), 201);
  const receiptId = String(made.headers["service-receipt-id"]);
  month = String(made.body["ledgerTimestamp"]).slice(0, 7);
  return { transferId: made.id("transferId"), key, text: made.text, receiptId };
}

const list = () => walk(client, `/transfers?productId=${client.productId}`, 7);

async function restart(): Promise<void> {
  assert.equal((await stopServer(server)).code, 0);
  await reopen();
}

async function reopen(): Promise<void> {
  const { contract } = client;
  client.close();
  server = await startServer([], server.dataDir);
  client = await openClient(server, server.demo, { contract });
}

before(async () => {
  server = await startServer(["--shards", "1"]);
  client = await openClient(server, server.demo);
  ada = await newAccount(client, { fund: "1000" });
  bob = await newAccount(client);
  while (old.length < OLD) old.push(await transfer());
  listed = JSON.stringify(await list());
});

after(async () => {
  client.close();
  await stopServer(server);
  rmSync(awayPath(), { recursive: true, force: true });
});

test("cut: while a server runs, without --keep, or with flags of another command -> refused", async () => {
  for (const [args, reason] of [
    [["cut", "--keep", KEEP], /a server runs on/],
    [["cut"], /a cut needs --keep/],
    [["cut", "--keep", "0"], /--keep is a number of frames, from 1/],
    [["verify", "--keep", KEEP], /belong to cut/],
  ] as const) {
    const { code, errors } = await runLog(...args, "--data", server.dataDir);
    assert.equal(code, 2, errors);
    assert.match(errors, reason);
  }
});

test("cut: a stopped server's logs -> the same state, and the server answers as before, old keys too", async () => {
  await stopServer(server);
  const before = await verifyLog(logPath());
  const ran = await runLog("cut", "--keep", KEEP, "--data", server.dataDir);
  assert.equal(ran.code, 0, ran.output + ran.errors);
  assert.match(ran.output, /shard-0: frames 1 to \d+, \d+ bytes: 0{11}1-\d{12}-\w{16}\.segment/);
  assert.deepEqual(await verifyLog(logPath()), before);
  const verified = await runLog("verify", "--data", server.dataDir);
  assert.equal(verified.code, 0, verified.output + verified.errors);
  assert.match(verified.output, /shard-0: state at frame \d+ equals the log/);
  await reopen();
  assert.equal(JSON.stringify(await list()), listed);
  for (const { transferId, key, text } of old) {
    assert.equal(
      expect(await client.get(`/transfers/${transferId}`), 200).id("transferId"),
      transferId,
    );
    const again = await client.post("/transfers", draft(ada, bob, "1"), { key });
    assert.equal(expect(again, 201).text, text);
  }
  await assertBalance(client, bob, String(OLD));
});

/** Requests that need a record of a segment, each with the code that refuses it while that is away. */
const NEEDING: [string, () => Promise<Reply>, string][] = [
  ["a transfer", () => client.get(`/transfers/${old[0]?.transferId}`), READER()],
  [
    "a list that walks back",
    () => client.get(`/transfers?productId=${client.productId}`),
    READER(),
  ],
  ["entries", () => client.get(`/accounts/${ada}/entries`), READER()],
  ["a receipt", () => client.get(`/receipts/${old[1]?.receiptId}`), READER()],
  ["an export", () => client.get(`/accounts/${ada}/statements/${month}/export`), READER()],
  ["a key", () => client.get(`/idempotency-keys/${old[2]?.key}`), READER()],
  [
    "a repeated write",
    () => client.post("/transfers", draft(ada, bob, "1"), { key: old[3]?.key ?? "" }),
    "ledger_unavailable",
  ],
  [
    "a reversal",
    () => client.post(`/transfers/${old[4]?.transferId}/reverse`, { reason: "wrong" }),
    "ledger_unavailable",
  ],
];

function READER(): string {
  return "resource_reader_unavailable";
}

test("segments away: under a running server -> what needs them is 503 and names one, all else goes on; back -> served", async () => {
  // Frames that an edge has read not long ago are answered from its memory.
  await restart();
  renameSync(segmentsPath(logPath()), awayPath());
  for (const [name, ask, code] of NEEDING) {
    const reply = await ask();
    assert.deepEqual([reply.status, reply.code], [503, code], `${name}: ${reply.text}`);
    assert.match(reply.text, SEGMENT, name);
  }
  const proof = await client.get(`/receipts/${old[1]?.receiptId}/proof`);
  assert.deepEqual([proof.status, proof.code], [503, READER()]);
  const graphql = graphqlClient(server, server.demo);
  const { transferId } = old[0] as (typeof old)[number];
  const field = await graphql(`{ transferRetrieve(transferId: "${transferId}") { amount } }`);
  assert.deepEqual([field.status, field.code], [503, READER()], field.text);
  assert.match(field.text, SEGMENT);
  const nested = `{ accountRetrieve(accountId: "${ada}") { entries { items { entryId } } } }`;
  const deep = await graphql(nested);
  assert.deepEqual([deep.status, deep.code], [503, READER()], deep.text);

  const made = await transfer();
  expect(await client.get(`/transfers/${made.transferId}`), 200);
  await assertBalance(client, bob, String(OLD + 1));
  assert.deepEqual(await totals(client), { EUR: "0" });
  assert.match(server.output(), /a segment of the log is not mounted/);

  symlinkSync(awayPath(), segmentsPath(logPath()));
  for (const [name, ask] of NEEDING) {
    const reply = await ask();
    assert.ok(reply.status < 300, `${name}: ${reply.text}`);
  }
  expect(await client.get(`/receipts/${old[1]?.receiptId}/proof`), 200);
  const field2 = await graphql(`{ transferRetrieve(transferId: "${transferId}") { amount } }`);
  assert.equal(field2.errors.length, 0, field2.text);
  await assertBalance(client, bob, String(OLD));
});

test("segments away: a start -> serves from the state; without a state refused, the segment named; mounted, made again", async () => {
  rmSync(segmentsPath(logPath()));
  await restart();
  await transfer();
  const refused = await client.get(`/transfers/${old[0]?.transferId}`);
  assert.equal(refused.code, READER());
  await stopServer(server);
  const state = join(server.dataDir, "shard-0", "state");
  renameSync(state, `${server.dataDir}.state`);
  await assert.rejects(reopen(), SEGMENT);
  assert.equal(existsSync(dataFile(logPath())), true);
  const rebuilt = await runLog("rebuild", "--data", server.dataDir, "--shard", "0");
  assert.equal(rebuilt.code, 1, rebuilt.output);
  assert.match(rebuilt.output, SEGMENT);
  symlinkSync(awayPath(), segmentsPath(logPath()));
  await reopen();
  rmSync(`${server.dataDir}.state`, { recursive: true });
  expect(await client.get(`/transfers/${old[0]?.transferId}`), 200);
  await assertBalance(client, bob, String(OLD + 1));
});

test("segments away: verify, backup -> they name the segment; a backup that goes on needs none; mounted -> whole, in one log", async () => {
  const target = join(newDataDir(), "copy");
  assert.equal((await runBackup(target, "--data", server.dataDir)).code, 0);
  await transfer();
  rmSync(segmentsPath(logPath()));
  const verified = await runLog("verify", "--data", server.dataDir, "--shard", "0");
  assert.deepEqual([verified.code, SEGMENT.test(verified.output)], [1, true], verified.output);
  assert.ok(verified.output.includes(segmentsPath(logPath())), "its place, not that of a link");
  assert.doesNotMatch(verified.output, /DAMAGED/);
  const whole = await runBackup(join(newDataDir(), "other"), "--data", server.dataDir);
  assert.deepEqual([whole.code, SEGMENT.test(whole.errors)], [1, true], whole.errors);
  const later = await runBackup(target, "--data", server.dataDir);
  assert.equal(later.code, 0, later.errors);
  symlinkSync(awayPath(), segmentsPath(logPath()));
  const copied = join(target, "shard-0", "log");
  assert.equal(existsSync(segmentsPath(copied)), false);
  const [ofCopy, ofLog] = [await verifyLog(copied), await verifyServed()];
  assert.deepEqual([ofCopy.damage, ofCopy.headHash], [undefined, ofLog]);
  const all = await runLog("verify", "--data", server.dataDir);
  assert.equal(all.code, 0, all.output);
  const drilled = await runLog("drill", target, "--data", server.dataDir);
  assert.equal(drilled.code, 0, drilled.output);
});

/** The hash of the head of the log that the server has open, as a command reads it. */
async function verifyServed(): Promise<string | undefined> {
  const { output } = await runLog("verify", "--data", server.dataDir, "--shard", "0");
  return /shard-0: head \d+ (\w+)/.exec(output)?.[1];
}

test("cut: again, after more writes, its folder on another disk -> more segments there, all answered", async () => {
  await stopServer(server);
  const before = readdirSync(awayPath());
  const ran = await runLog("cut", "--keep", "1", "--segment-mb", "1", "--data", server.dataDir);
  assert.equal(ran.code, 0, ran.output + ran.errors);
  const again = await runLog("cut", "--keep", "1", "--data", server.dataDir, "--shard", "0");
  assert.match(again.output, /shard-0: nothing to cut/);
  assert.ok(readdirSync(awayPath()).length > before.length);
  const copy = join(newDataDir(), "copy");
  cpSync(server.dataDir, copy, { recursive: true, dereference: true });
  const verified = await runLog("verify", "--data", copy);
  assert.equal(verified.code, 0, verified.output);
  await reopen();
  assert.equal((await list()).length, JSON.parse(listed).length + 4);
  await assertBalance(client, bob, String(OLD + 2));
});
