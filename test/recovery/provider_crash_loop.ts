/**
 * A real server and the reference provider, each a process with its own book, killed again and again at random
 * moments on either side while it is asked for verifications, payouts, collections or payees, or tells credits, and misbehaves. The loop remembers every
 * final answer. At the end both books must agree, nothing was sent twice, and every answer comes again byte for byte.
 * The same loop is a test with a few kills and `npm run crash -- --providers`, `--payouts`, `--collections`, `--credits`, `--payees` or `--programs`, with many.
 * A server of its own: it is killed.
 */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, openClient } from "../support/client.ts";
import {
  armProvider,
  killProvider,
  type ProviderProcess,
  startProvider,
} from "../support/provider.ts";
import { tellNews } from "../support/provider_news.ts";
import {
  admin,
  type Credentials,
  killServer,
  killStarting,
  newCredentials,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { randomOf } from "../support/wal/sample.ts";
import { collectionWork } from "./collection_load.ts";
import type { CrashOptions } from "./crash_loop.ts";
import { creditWork } from "./credit_load.ts";
import { type KillReport, reported } from "./kill_report.ts";
import { runLog } from "./log_command.ts";
import { newPassingClock, type PassingClock } from "./passing_clock.ts";
import { payeeWork } from "./payee_load.ts";
import { payoutWork } from "./payout_load.ts";
import { assertReconciled, assertSameAgain } from "./provider_books.ts";
import type { ProviderLoad, Sent } from "./provider_load.ts";
import { type NewsRelay, openNewsRelay } from "./provider_relay.ts";
import type { ProviderWork } from "./provider_work.ts";
import { tillWork } from "./till_load.ts";
import { verificationWork } from "./verification_work.ts";

/** What a kill hits: one side, both at once, or the server while it starts. */
export const VICTIMS = ["server", "provider", "both", "starting server"] as const;
export type Victim = (typeof VICTIMS)[number];

/** What the provider is asked for. */
const WORKS = {
  verifications: verificationWork,
  payouts: payoutWork,
  collections: collectionWork,
  credits: creditWork,
  payees: payeeWork,
  programs: tillWork,
};
export type WorkName = keyof typeof WORKS;

/** `connections`: requests to the provider that are made at the same time. */
export type ProviderCrashOptions = Omit<CrashOptions, "onProgress"> & {
  work: WorkName;
  onProgress: (report: ProviderCrashReport) => void;
};
export type ProviderCrashReport = KillReport & {
  byVictim: Record<Victim, number>;
  /** Final answers: the provider has accepted, or has refused. */
  accepted: number;
  refused: number;
  /** Sendings of a start that had no final answer, and were followed by another one. */
  repeated: number;
  /** How often each fault was armed. */
  faults: Record<string, number>;
  /** Final answers that were asked for again and came byte for byte the same. */
  replayed: number;
};

const FAULT_TIMES_MAX = 3;
/** A kill comes at a random time after both sides serve, and a killed side is away for a random time, milliseconds. */
const SERVING_MS = 1_500;
const AWAY_MS = 400;
/** Answers of earlier starts that are asked for again after each kill. */
const OLD_REPLAYS = 5;

type Loop = {
  options: ProviderCrashOptions;
  report: ProviderCrashReport;
  load: ProviderLoad;
  work: ProviderWork;
  flags: string[];
  bookPath: string;
  relay: NewsRelay;
  server: Server;
  provider: ProviderProcess;
  secret: string;
  live: Credentials;
  /** The newest client, also while its server is down. */
  client: Promise<Client>;
  isServing: boolean;
  /** Duration of the last start of the server, milliseconds. */
  startMs: number;
  /** The clock of both sides; absent: that of the system. */
  clock: PassingClock | undefined;
};

/** Kills either side `options.kills` times, or until a fault is found; a fault is reported, not thrown. */
export async function runProviderCrashLoop(
  options: ProviderCrashOptions,
): Promise<ProviderCrashReport> {
  const zeros = Object.fromEntries(VICTIMS.map((victim) => [victim, 0]));
  return await reported<ProviderCrashReport>(
    { dataDir: options.dataDir, prefix: "platform-providers-" },
    (begun) => ({
      ...begun,
      byVictim: zeros as Record<Victim, number>,
      ...{ accepted: 0, refused: 0, repeated: 0, faults: {}, replayed: 0 },
    }),
    (report) => run(options, report),
  );
}

async function run(options: ProviderCrashOptions, report: ProviderCrashReport): Promise<void> {
  const work: ProviderWork = WORKS[options.work]();
  const clock = work.isAskedInTime === true ? newPassingClock() : undefined;
  try {
    await runWith(await openLoop({ options, report, work, clock }));
  } finally {
    clock?.stop();
  }
}

async function runWith(loop: Loop): Promise<void> {
  const { options } = loop;
  const { load, work } = loop;
  const lanes = Array.from({ length: options.connections }, () => work.runLane(load));
  const ended = Promise.all(lanes);
  const killing = killAll(loop);
  try {
    // What a lane finds ends the loop at once.
    await Promise.race([killing, ended]);
    load.isStopping = true;
    await disarm(loop);
    await ended;
    await check(loop);
  } finally {
    load.isStopping = true;
    load.isOver = true;
    // It may be starting a side again, which would outlive the loop.
    await Promise.allSettled([killing]);
    await Promise.all([killProvider(loop.provider), killServer(loop.server), loop.relay.close()]);
    await Promise.allSettled(lanes);
    await loop.client.then((client) => client.close()).catch(() => undefined);
  }
}

async function openLoop(begun: Pick<Loop, "options" | "report" | "work" | "clock">): Promise<Loop> {
  const { options, report, work } = begun;
  const { shards, edges } = options;
  const flags = ["--shards", String(shards), "--edges", String(edges)];
  mkdirSync(report.dataDir, { recursive: true });
  const server = await startServer(flags, join(report.dataDir, "server"), environmentOf(begun));
  const configured = { ...work.provider, url: "http://127.0.0.1:8090" };
  const made = await admin(server, "provider set", configured);
  const live =
    (await work.product?.(server)) ??
    (await newCredentials(server, { environment: "live", live: "true" }));
  const client = await openClient(server, live);
  await work.prepare(server, client);
  const bookPath = join(report.dataDir, "book.jsonl");
  const load: ProviderLoad = {
    client: () => loop.client,
    providerUrl: () => loop.provider.url,
    bookPath,
    tell: (news) => tell(loop, news),
    random: randomOf(options.seed),
    ...{ starts: [], repeated: 0, isStopping: false, isOver: false },
  };
  const loop: Loop = {
    ...{ ...begun, load, flags, bookPath, server, live },
    secret: String(made["secret"]),
    client: Promise.resolve(client),
    isServing: true,
    startMs: 0,
    relay: await openNewsRelay(() =>
      loop.isServing ? new URL(loop.server.baseUrl).origin : undefined,
    ),
    provider: undefined as never,
  };
  await openProvider(loop);
  return loop;
}

/** The environment of the processes of a loop, besides that of this one. */
const environmentOf = ({ clock }: Pick<Loop, "clock">) => ({
  environment: clock?.environment ?? {},
});

/** Tells the server news as the provider does, over the same relay. */
async function tell({ relay, work, secret }: Loop, news: { newsId: string }): Promise<number> {
  const telling = { provider: work.provider.name, secret, newsId: news.newsId, news };
  return (await tellNews({ baseUrl: relay.origin }, telling)).status;
}

/** Starts the provider with its book, and tells the server its address, which is another each time. */
async function openProvider(loop: Loop, chosen?: readonly string[]): Promise<void> {
  const { bookPath, secret, relay, load, work } = loop;
  const { name } = work.provider;
  const flags = [
    ...["--news-url", `${relay.origin}/provider-news/${name}`, "--news-pause", "100"],
    ...["--decide-after", String(load.random(500))],
    ...(chosen ?? work.flags(load.random)),
  ];
  const { environment } = environmentOf(loop);
  loop.provider = await startProvider({ bookPath, secret }, flags, environment);
  await admin(loop.server, "provider set", { ...work.provider, url: loop.provider.url });
}

async function killAll(loop: Loop): Promise<void> {
  const { options, report, load } = loop;
  while (report.kills < options.kills && !load.isOver) {
    await misbehave(loop, load.random(SERVING_MS));
    const victim = VICTIMS[load.random(VICTIMS.length)] ?? "server";
    await kill(loop, victim);
    report.kills++;
    report.byVictim[victim]++;
    const { starts, random } = load;
    const some = Array.from({ length: OLD_REPLAYS }, () => starts[random(starts.length || 1)]);
    await replay(
      loop,
      some.filter((start) => start !== undefined),
    );
    options.onProgress(counted(loop));
  }
}

/** The provider is told to do something wrong, at a random moment of the time. */
async function misbehave({ load, work, provider, report }: Loop, forMs: number): Promise<void> {
  const atMs = load.random(forMs + 1);
  await sleep(atMs);
  const mode = work.faults[load.random(work.faults.length)] ?? "lose";
  await armProvider(provider, mode, 1 + load.random(FAULT_TIMES_MAX));
  report.faults[mode] = (report.faults[mode] ?? 0) + 1;
  await sleep(forMs - atMs);
}

async function disarm({ provider, work }: Loop): Promise<void> {
  for (const mode of work.faults) await armProvider(provider, mode, 0);
}

/** Kills, waits a little, and starts again what was killed. */
async function kill(loop: Loop, victim: Victim): Promise<void> {
  const hitsServer = victim !== "provider";
  const hitsProvider = victim === "provider" || victim === "both";
  await Promise.all([
    hitsServer ? killServer(loop.server) : undefined,
    hitsProvider ? killProvider(loop.provider) : undefined,
  ]);
  if (hitsServer) {
    const old = await loop.client;
    loop.client = startAgain(loop, victim);
    old.close();
    await loop.client;
  } else await sleep(loop.load.random(AWAY_MS));
  if (hitsProvider) await openProvider(loop);
}

/** Starts the server again after a while; resolves with its client. Requests wait for it. */
async function startAgain(loop: Loop, victim: Victim): Promise<Client> {
  const { flags, load, live, server } = loop;
  const { dataDir } = server;
  loop.isServing = false;
  const { contract } = await loop.client;
  await sleep(load.random(AWAY_MS));
  if (victim === "starting server") {
    const afterMs = load.random(Math.ceil(loop.startMs * 1.1));
    await killStarting(flags, dataDir, afterMs, environmentOf(loop));
  }
  const startedMs = performance.now();
  loop.server = await startServer(flags, dataDir, environmentOf(loop));
  loop.startMs = performance.now() - startedMs;
  loop.isServing = true;
  return await openClient(loop.server, live, { contract });
}

async function replay({ load, report }: Loop, starts: readonly Sent[]): Promise<void> {
  await assertSameAgain(load, starts);
  report.replayed += starts.length;
}

/** Everything comes to its end; then both books, all outcomes and all answers are looked at. */
async function check(loop: Loop): Promise<void> {
  const { load, work, bookPath, options, report, clock } = loop;
  const { starts } = load;
  if (work.lastFlags !== undefined) {
    await killProvider(loop.provider);
    await openProvider(loop, work.lastFlags);
  }
  const { provider, server } = loop;
  const pass = (ms: number) => clock?.pass(ms);
  const end = { load, bookPath, provider, server, pass };
  await work.check(end);
  await assertReconciled(server, work.provider.name, work.mayName);
  await replay(loop, starts);
  await work.check(end);
  options.onProgress(counted(loop));
  const { code } = await stopServer(loop.server);
  assert.equal(code, 0, `the server stopped with ${code}:\n${loop.server.output()}`);
  const verified = await runLog("verify", "--data", join(report.dataDir, "server"));
  assert.equal(verified.code, 0, verified.output + verified.errors);
}

function counted({ load, report }: Loop): ProviderCrashReport {
  const accepted = load.starts.filter(({ final }) => final.status < 300).length;
  const { repeated, starts } = load;
  return Object.assign(report, { accepted, refused: starts.length - accepted, repeated });
}
