/**
 * `kill -9` of a real server under load, again and again: nothing acknowledged is lost, nothing
 * happens twice, every answer is given again byte for byte. CRASH_KILLS sets how often; SEED
 * replays the choices of operations (not the timing).
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { randomOf, seedOf } from "../../wal/testing/sample.ts";
import { killServer, type Server, startServer, stopServer } from "../support/server.ts";
import { balanceOf, type Caller, openAccounts, openCaller } from "./bank.ts";
import { Load } from "./load.ts";
import { runLog } from "./log_command.ts";

const KILLS = Number(process.env["CRASH_KILLS"] ?? 12);
const CALLERS = 12;
const ACCOUNTS = 6;
const START_MINOR = 1_000_000_000;
/** Answers after which a round's kill comes, at the least and at the most. */
const ANSWERS = { least: 30, most: 400 };
/** A start on a busy machine takes several seconds. */
const TIMEOUT_MS = 120_000 + KILLS * 20_000;

test(`crash: kill -9 under load, ${KILLS} times -> nothing lost, nothing doubled`, {
  timeout: TIMEOUT_MS,
}, async (t) => {
  const random = randomOf(seedOf(t));
  let server = await startServer();
  const setup = openCaller(server);
  const accountIds = await openAccounts(server, setup, ACCOUNTS, START_MINOR);
  setup.close();
  const load = new Load(accountIds, random);
  const unknown = { found: 0, done: 0 };
  for (let round = 0; round < KILLS; round++) {
    const before = load.sent.length;
    await killUnder(load, server, ANSWERS.least + random(ANSWERS.most - ANSWERS.least));
    server = await startServer([], server.dataDir);
    const caller = openCaller(server);
    const resolved = await load.resolveUnknown(caller);
    unknown.found += resolved.found;
    unknown.done += resolved.done;
    await load.assertReplays(caller, before);
    await assertBalances(load, caller, accountIds);
    caller.close();
  }
  const last = openCaller(server);
  await load.assertReplays(last, 0);
  await assertBalances(load, last, accountIds);
  last.close();
  await stopServer(server);
  const { code, output } = await runLog("verify", "--data", server.dataDir, "--shard", "0");
  assert.equal(code, 0, output);
  // Each account was opened and funded under a key of its own.
  assert.ok(output.includes(` ${load.sent.length + 2 * ACCOUNTS} idempotency keys`), output);
  assert.match(output, /equals the log/);
  t.diagnostic(
    `${load.acknowledged} answers; without one: ${unknown.found} had happened, ${unknown.done} not`,
  );
});

/** Runs the load and kills the server once `answers` more have come. */
async function killUnder(load: Load, server: Server, answers: number): Promise<void> {
  const callers = Array.from({ length: CALLERS }, () => openCaller(server, 1));
  const until = load.acknowledged + answers;
  let killed: Promise<unknown> | undefined;
  await load.run(callers, () => {
    if (load.acknowledged >= until) killed ??= killServer(server);
  });
  await killed;
  for (const caller of callers) caller.close();
}

async function assertBalances(load: Load, caller: Caller, accountIds: string[]): Promise<void> {
  const model = load.model(START_MINOR);
  let total = 0;
  for (const id of accountIds) {
    const balance = await balanceOf(caller, id);
    assert.deepEqual(balance, model.get(id), id);
    total += balance.posted;
  }
  assert.equal(total, ACCOUNTS * START_MINOR);
}
