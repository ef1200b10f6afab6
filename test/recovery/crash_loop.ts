/**
 * A real server under real load, killed again and again at random moments. The loop remembers every
 * acknowledged answer: after each restart nothing is lost, nothing has happened twice, requests
 * without an answer are answered under their old keys, and every answer comes again byte for byte.
 * The same loop is a test with a few kills and `npm run crash` with many.
 * A server of its own: it is killed.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  killServer,
  killStarting,
  newCredentials,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { randomOf } from "../support/wal/sample.ts";
import { type Caller, openCaller } from "./bank.ts";
import { type KillReport, reported } from "./kill_report.ts";
import {
  assertBooks,
  assertReplays,
  type Lane,
  type Load,
  newLoad,
  newParty,
  openPartyAccounts,
  type Party,
  resolveUnknown,
  runLoad,
} from "./load.ts";
import { runLog } from "./log_command.ts";

/**
 * The moments of a kill: under writes; under reads that make the shard write the checkpoint; during a
 * stop; during a start; during a start without a state, which replays the whole log; and during the
 * first start of a directory, which makes the directory.
 */
export const MOMENTS = ["writes", "checkpoint", "stop", "start", "replay", "first start"] as const;
export type Moment = (typeof MOMENTS)[number];

export type CrashOptions = {
  kills: number;
  seed: number;
  connections: number;
  shards: number;
  edges: number;
  /**
   * A directory that is kept; undefined: a temporary one, which is kept only when a fault was
   * found.
   */
  dataDir: string | undefined;
  onProgress: (report: CrashReport) => void;
};
export type CrashReport = KillReport & {
  byMoment: Record<Moment, number>;
  acknowledged: number;
  /** Requests without an answer, counted by whether their key later said that they had happened. */
  inDoubt: { happened: number; hadNot: number };
  /** Answers that were asked for again and came byte for byte the same. */
  replayed: number;
  /** Whole verifications of the logs and the states by `npm run log -- verify`. */
  verified: number;
};

const ACCOUNTS = 6;
/** The least and the most answers after which the kill of a round comes. */
const ANSWERS = { least: 20, most: 260 };
/** A kill comes at a random time after the last awaited answer, at most these milliseconds. */
const DELAY_MS = { writes: 15, checkpoint: 6, stop: 250 };
/**
 * Answers of earlier rounds that each round asks for again; the last round asks for all answers.
 */
const OLD_REPLAYS = 40;
/** Rounds between two verifications at rest. */
const VERIFY_ROUNDS = 60;
const SHARDS_MAX = 64;

type Loop = {
  options: CrashOptions;
  report: CrashReport;
  load: Load;
  flags: string[];
  /** Duration of the last start, over which kills during a start are spread, milliseconds. */
  startMs: number;
};

/**
 * Kills a server `options.kills` times, or until a fault is found; a fault is reported, not thrown.
 */
export async function runCrashLoop(options: CrashOptions): Promise<CrashReport> {
  const zeros = Object.fromEntries(MOMENTS.map((moment) => [moment, 0]));
  return await reported<CrashReport>(
    { dataDir: options.dataDir, prefix: "platform-crash-" },
    (begun) => ({
      ...begun,
      byMoment: zeros as Record<Moment, number>,
      acknowledged: 0,
      inDoubt: { happened: 0, hadNot: 0 },
      replayed: 0,
      verified: 0,
    }),
    (report) => run(options, report),
  );
}

async function run(options: CrashOptions, report: CrashReport): Promise<void> {
  const flags = ["--shards", String(options.shards), "--edges", String(options.edges)];
  const parties: Party[] = [];
  const load = newLoad(parties, randomOf(options.seed));
  const loop: Loop = { options, report, load, flags, startMs: 0 };
  mkdirSync(report.dataDir, { recursive: true });
  let server = await start(loop);
  await openParties(loop, server, parties);
  for (let round = 1; report.kills < options.kills; round++) {
    const from = load.sent.length;
    await killRunning(loop, server);
    while (report.kills < options.kills && load.random(3) === 0) await killDuringStart(loop);
    if (round % 12 === 3 && report.kills < options.kills) await killFirstStart(loop);
    server = await start(loop);
    await check(loop, server, from);
    report.acknowledged = load.acknowledged;
    if (round % VERIFY_ROUNDS === 0) server = await verifyAtRest(loop, server);
    options.onProgress(report);
  }
  await check(loop, server, 0);
  await stopServer(await verifyAtRest(loop, server));
}

async function start(loop: Loop): Promise<Server> {
  const startedMs = performance.now();
  const server = await startServer(loop.flags, loop.report.dataDir);
  loop.startMs = performance.now() - startedMs;
  return server;
}

/** Makes a Product on each shard: Products are placed on the shards in turn, after the demo's. */
async function openParties(loop: Loop, server: Server, parties: Party[]): Promise<void> {
  parties.push(newParty(server.demo));
  while (parties.length < loop.options.shards) parties.push(newParty(await newCredentials(server)));
  const callers = callersOf(loop, server);
  for (const [party, caller] of callers.entries()) {
    await openPartyAccounts(loop.load, { party, caller }, ACCOUNTS);
  }
  for (const caller of callers) caller.close();
}

function callersOf({ load }: Loop, server: Server): Caller[] {
  return load.parties.map(({ apiKey }) => openCaller(server, 8, apiKey));
}

/** Runs the load, and kills the server under writes, under the checkpoint or during a stop. */
async function killRunning(loop: Loop, server: Server): Promise<void> {
  const { load, options, report } = loop;
  const { random } = load;
  const lanes = Array.from({ length: options.connections }, (_, at): Lane => {
    const party = at % load.parties.length;
    return { party, caller: openCaller(server, 1, load.parties[party]?.apiKey) };
  });
  const moment = (["writes", "writes", "checkpoint", "stop"] as const)[random(4)] ?? "writes";
  const until = load.acknowledged + ANSWERS.least + random(ANSWERS.most - ANSWERS.least);
  let killed: Promise<void> | undefined;
  await runLoad(load, lanes, () => {
    if (load.acknowledged >= until) killed ??= kill();
  });
  if (killed === undefined) throw new Error(`the load ended by itself:\n${server.output()}`);
  await killed;
  for (const { caller } of lanes) caller.close();
  report.kills++;
  report.byMoment[moment]++;

  async function kill(): Promise<void> {
    if (moment === "checkpoint") readAll(load, lanes);
    if (moment === "stop") server.child.kill("SIGTERM");
    await sleep(random(DELAY_MS[moment] * 10) / 10);
    await killServer(server);
    load.isStopping = true;
  }
}

/** Sends reads that wait for the view, so that the shard writes the state now. */
function readAll({ parties }: Load, lanes: readonly Lane[]): void {
  for (const { party, caller } of lanes) {
    caller.get(`/accounts/${parties[party]?.accountIds[0]}/balance`).catch(() => undefined);
  }
}

/** Kills a start before its end; half of these starts have no stored state. */
async function killDuringStart(loop: Loop): Promise<void> {
  const { load, report, flags } = loop;
  const moment = load.random(2) === 0 ? "start" : "replay";
  if (moment === "replay") {
    for (let shard = 0; shard < SHARDS_MAX; shard++) removeState(report.dataDir, `shard-${shard}`);
    removeState(report.dataDir, "platform");
  }
  await killStarting(flags, report.dataDir, load.random(Math.ceil(loop.startMs * 1.1)));
  report.kills++;
  report.byMoment[moment]++;
}

function removeState(dataDir: string, shard: string): void {
  const path = join(dataDir, shard, "state");
  if (existsSync(path)) rmSync(path, { recursive: true });
}

/** Kills a first start at any moment; the next start must succeed on what the first left behind. */
async function killFirstStart(loop: Loop): Promise<void> {
  const { load, report, flags } = loop;
  const path = mkdtempSync(join(tmpdir(), "platform-crash-first-"));
  await killStarting(flags, path, load.random(Math.ceil(loop.startMs * 1.1)));
  report.kills++;
  report.byMoment["first start"]++;
  const server = await startServer(flags, path);
  const caller = openCaller(server);
  assert.equal((await caller.get(`/products/${server.demo.productId}`))?.status, 200);
  caller.close();
  await killServer(server);
  rmSync(path, { recursive: true });
}

/**
 * Checks answers and balances. Sends all requests of this round, which begin at `from`, again, and
 * some random earlier ones.
 */
async function check(loop: Loop, server: Server, from: number): Promise<void> {
  const { load, report } = loop;
  const callers = callersOf(loop, server);
  const { happened, hadNot } = await resolveUnknown(load, callers);
  report.inDoubt.happened += happened;
  report.inDoubt.hadNot += hadNot;
  const again = load.sent.slice(from);
  for (let at = 0; at < OLD_REPLAYS && from > 0; at++) {
    again.push(load.sent[load.random(from)] as Load["sent"][number]);
  }
  await assertReplays(callers, again);
  report.replayed += again.length;
  await assertBooks(load, callers);
  for (const caller of callers) caller.close();
}

/** Records with a key of the platform itself: of the demo Product in both environments, of its key. */
const TELLINGS = 3;

/** Stops the server, verifies logs and states by the operator's command, and starts it again. */
async function verifyAtRest(loop: Loop, server: Server): Promise<Server> {
  const { code } = await stopServer(server);
  assert.equal(code, 0, `the server stopped with ${code}:\n${server.output()}`);
  const verified = await runLog("verify", "--data", loop.report.dataDir);
  assert.equal(verified.code, 0, verified.output + verified.errors);
  const shards = [...verified.output.matchAll(/^shard-\d+: .* (\d+) idempotency keys$/gm)];
  const keys = shards.reduce((sum, [, count]) => sum + Number(count), 0);
  const expected = loop.load.sent.length + TELLINGS;
  assert.equal(keys, expected, "each key that was sent has one record");
  loop.report.verified++;
  return await start(loop);
}
